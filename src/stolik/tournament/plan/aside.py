"""Programs that are put aside: those whose first games all failed in the same way.

A game that ended by the opponent's fault before a program has moved tells nothing of that program, and does not count.

Such a program would fail in every game, and each failure takes seconds. Its other games are not played; its opponents
win them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from stolik.contract.registry import find_game
from stolik.tournament.plan.assignment import Assignment, Ending, Result
from stolik.tournament.plan.causes import Cause, cause, told

# So many games must fail at the start: one failure can be an accident of the machine.
FIRST_GAMES: Final = 3


class Aside:
    """Knows which programs are put aside, while results come in."""

    def __init__(self, games: Iterable[Iterable[str]], results: Mapping[int, Result]) -> None:
        """`games` are the players of all games that are known, from number 1 on. `results` may grow."""
        self._results = results
        self._games: dict[str, list[int]] = {}
        for number, names in enumerate(games, 1):
            for name in names:
                self._games.setdefault(name, []).append(number)
        self._verdicts: dict[str, Cause | None] = {}

    @property
    def settled(self) -> bool:
        """Whether it is known of everybody."""
        for name in self._games.keys() - self._verdicts.keys():
            self.why(name)
        return len(self._verdicts) == len(self._games)

    def why(self, name: str) -> Cause | None:
        """Why a player is put aside; None: it plays, or it is not known yet."""
        if name not in self._verdicts:
            tried: list[Result] = []
            for number in self._games.get(name, []):
                result = self._results.get(number)
                if result is None:
                    return None  # what comes later does not count before it is over
                if result.ending is not Ending.ASIDE and (_failure(result, name) or _moved(result, name)):
                    tried.append(result)
                if len(tried) == FIRST_GAMES:
                    break
            else:
                return None
            failures = {_failure(result, name) for result in tried}
            alike = len(failures) == 1 and None not in failures
            self._verdicts[name] = (tried[-1].cause or told(tried[-1].reason)) if alike else None
        return self._verdicts[name]

    def result(self, assignment: Assignment) -> Result | None:
        """The result of a game that is not played because somebody in it is put aside; None: it is played."""
        reasons = {
            seat: why
            for seat, entrant in assignment.seats.items()
            if entrant.builtin is None and (why := self.why(entrant.name)) is not None
        }
        if not reasons:
            return None
        causes = [
            cause("aside", why, name=assignment.seats[seat].name, games=FIRST_GAMES) for seat, why in reasons.items()
        ]
        why_not = causes[0] if len(causes) == 1 else cause("several", *causes)
        winners = tuple(seat for seat in assignment.seats if seat not in reasons)
        has_scores = find_game(assignment.game).protocol is not None
        return Result(
            number=assignment.number,
            round=assignment.round,
            seats={seat: entrant.name for seat, entrant in assignment.seats.items()},
            setup=assignment.setup,
            ending=Ending.ASIDE,
            reason=str(why_not),
            winners=winners,
            scores={seat: int(seat in winners and not has_scores) for seat in assignment.seats},
            moves=[],
            times=[],
            by=next(iter(reasons)),
            cause=why_not,
        )


def _moved(result: Result, name: str) -> bool:
    return any(result.seats[seat] == name for seat in result.movers)


def _failure(result: Result, name: str) -> tuple[Ending, int] | None:
    """How a player failed in a game: the kind of ending, and after how many moves of its own; None: it did not."""
    seat = next(seat for seat, sitting in result.seats.items() if sitting == name)
    if result.ending in (Ending.RULES, Ending.ASIDE) or seat in result.winners or result.by is None:
        return None
    return result.ending, result.movers.count(seat)
