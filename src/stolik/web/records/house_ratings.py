"""Ratings of everybody who plays at the house's tables, game by game as they ended; the same as a tournament's."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from stolik.contract import Ending, Player
from stolik.contract.registry import all_games
from stolik.store.store import Store
from stolik.store.stored import TableFacts, Tally
from stolik.table.events import Ended
from stolik.tournament.plan import assignment
from stolik.tournament.results.skills import Skills
from stolik.tournament.results.standings import beaten
from stolik.web.messages.shapes import TallyShape
from stolik.wire.report import is_endpoint

PAGE: Final = 1000
"""Tables that are read at once: some milliseconds, during which others read too."""
MOST_RATED: Final = 50_000
"""Players of one game whose ratings are kept, some 20 MB. Those who have not played for longest are forgotten."""
MOST_GAMES: Final = 100
"""Lines of one player: one for each game and each kind of player of that name."""


class _Ladder:
    """Ratings of one game's players. Tables that ended since the last look are read at the next one."""

    def __init__(self, game: str, most: int = MOST_RATED) -> None:
        """`most` is how many players are rated."""
        self.game = game
        self.skills: Skills[Player] = Skills(most)
        self._best: list[Player] | None = None
        """The best players; None: there may be others by now."""
        self._after: tuple[float, str] | None = None
        self._reading = asyncio.Lock()

    async def catch_up(self, store: Store) -> None:
        """Reads the tables that have ended since the last time."""
        async with self._reading:
            while tables := await store.counted_tables(self.game, self._after, PAGE):
                await asyncio.to_thread(self.take, tables)
                last = tables[-1]
                self._after = (last.ended or 0.0, last.id)

    def take(self, tables: list[TableFacts]) -> None:
        """Rates the players of finished tables, in this order."""
        for table in tables:
            # A game against oneself tells nothing of anybody.
            if table.outcome is not None and len(set(table.seats.values())) > 1:
                result = _as_result(table.seats, table.outcome)
                points = [(player, beaten(self.game, result, seat)) for seat, player in table.seats.items()]
                self.skills.play(points)
                # A program without a name cannot come back.
                for player in table.seats.values():
                    if is_endpoint(player.name):
                        self.skills.forget(player)
        self._best = None

    async def best(self, most: int) -> list[Player]:
        """The best players first; `most` is the same in every call."""
        async with self._reading:
            if self._best is None:
                self._best = await asyncio.to_thread(self.skills.best, most)
            return self._best

    def line(self, tally: Tally) -> TallyShape:
        """A player's line."""
        player = tally.player
        low, high = self.skills.interval(player)
        return TallyShape(
            player.name, tally.game, player.kind, tally.won, tally.drawn, tally.lost,
            round(self.skills.rating(player), 2), (round(low, 2), round(high, 2)),
        )  # fmt: skip


class HouseRatings:
    """The ratings of every game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._ladders = {game: _Ladder(game) for game in all_games()}

    async def leaders(self, game: str, most: int) -> list[TallyShape]:
        """The best players first, ordered by the lower end of their intervals: one lucky game makes nobody a leader."""
        ladder = await self._ladder(game)
        best = await ladder.best(most)
        tallies = await self._store.tallies(game, {player.name for player in best}, len(best) * len(all_games()))
        of = {tally.player: tally for tally in tallies}
        return [ladder.line(of[player]) for player in best if player in of]

    async def of(self, name: str) -> list[TallyShape]:
        """Everything that goes by a name, at every game."""
        tallies = await self._store.tallies(names=[name], limit=MOST_GAMES)
        return [(await self._ladder(tally.game)).line(tally) for tally in tallies if tally.game in self._ladders]

    async def _ladder(self, game: str) -> _Ladder:
        ladder = self._ladders[game]
        await ladder.catch_up(self._store)
        return ladder


def _as_result(seats: Mapping[str, Player], outcome: Ended) -> assignment.Result:
    """The outcome of a table as a tournament has it, where only an end by the rules has scores that mean something."""
    by_rules = outcome.ending is Ending.RULES
    return assignment.Result(
        number=0, round=0, seats={seat: player.name for seat, player in seats.items()}, setup="",
        ending=assignment.Ending.RULES if by_rules else assignment.Ending.GONE, reason=outcome.reason,
        winners=outcome.winners, scores=dict(outcome.scores), moves=[], times=[],
    )  # fmt: skip
