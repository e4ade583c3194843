"""Forks: a finished game is gone back to, and a new one goes on from there."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import Struct

from stolik.games import find_game
from stolik.games.contract import Position
from stolik.service.new_table import NewTable
from stolik.store.store import Store
from stolik.web.contests import Contests
from stolik.web.problems import Code, Problem
from stolik.web.records import finished_table, moves_of


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a finished game: so many moves after the start, of a record or of a contest's game."""

    ply: int
    record: str | None = None
    contest: str | None = None
    number: int | None = None


class WantedTable(NewTable, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for; with `after`, a game that goes on from another and does not count."""

    after: After | None = None


class Forks:
    """Finds the moments that new games can begin from."""

    def __init__(self, store: Store | None, contests: Contests) -> None:
        self._store = store
        self._contests = contests

    async def start_of(self, wanted: WantedTable) -> Position[Any] | None:
        """Where the wanted game begins, if that was said; raises Problem, ContestError and ValueError, in words."""
        after = wanted.after
        if after is None:
            return None
        if after.contest is not None:
            game, result = await asyncio.to_thread(self._contests.played, after.contest, after.number or 0)
            return start_after(wanted.game, game, result.setup, result.moves, after.ply)
        if after.record is None:
            raise ValueError("say after what: a record, or a contest and the number of a game")
        if self._store is None:
            raise Problem(Code.NOT_FOUND, "nothing is kept here: the service runs without a store")
        stored = await finished_table(self._store, after.record)
        moves = [move for _, _, move in moves_of(stored.record)]
        return start_after(wanted.game, stored.record.game, stored.record.setup, moves, after.ply)


def start_after(wanted: str, played: str, setup: str, moves: list[str], ply: int) -> Position[Any]:
    """The start of a game that goes on after so many moves of another; raises ValueError, in words."""
    if wanted != played:
        raise ValueError(f"that was a game of {played}, not of {wanted}")
    if not 0 <= ply <= len(moves):
        raise ValueError(f"that game had {len(moves)} moves: there is nothing after {ply}")
    game = find_game(played)
    position: Position[Any] = game.read(setup)
    for move in moves[:ply]:
        position = position.play(game.read_move(move))
    if position.turn is None:
        raise ValueError("the game was over there: go back to where it could go on")
    start: Position[Any] = game.start_from(position)
    return start
