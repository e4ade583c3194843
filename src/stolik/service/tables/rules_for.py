"""The house rules of a table that is made for people, bots and programs: their clock, and what absence means there."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import structs

from stolik.contract import AnyGame, HouseRules, Kind
from stolik.service.tables.new_table import GRACE, NewTable

# Seconds for people, who think and walk away from the screen. With the 0.3 s of programs they would lose every game.
TURN_TIME: Final = 60.0
GAME_TIME: Final = 300.0
INCREMENT: Final = 5.0
ALONE: Final = 3600.0
"""Seconds that a person who plays bots alone may be away: nobody waits."""


class Timing(NamedTuple):
    """How long players may think, in seconds; None: no limit."""

    turn_time: float | None = None
    game_time: float | None = None
    increment: float = 0.0


def usual_timing(game: AnyGame) -> Timing:
    """The usual clock among people: each of two has a time for the game; where more play, each move has a time."""
    return Timing(game_time=GAME_TIME, increment=INCREMENT) if len(game.seats) == 2 else Timing(turn_time=TURN_TIME)


def rules_for(game: AnyGame, new: NewTable, grace: float = GRACE, alone: float = ALONE) -> HouseRules:
    """The house rules of a new table. Where programs play, those of the game hold; people get more time and patience.

    `grace` and `alone` are the seconds that a player may be away, among others and with bots alone. A seat that is kept
    for nobody counts as a person's.
    """
    kinds = [new.seats[seat].kind if seat in new.seats else Kind.PERSON for seat in game.seats]
    timing = _timing(game, new, kinds)
    rules = structs.replace(game.house_rules, listed=not new.private, **timing._asdict())
    if Kind.PROGRAM in kinds:
        return structs.replace(rules, grace=grace if rules.on_absence != "wait" else 0)
    rules = structs.replace(rules, on_foul="refuse", on_silence=_on_silence(game, new))
    if kinds.count(Kind.PERSON) > 1:
        return structs.replace(rules, on_absence="claim", grace=grace)
    return structs.replace(rules, on_absence="forfeit", grace=alone)


def _timing(game: AnyGame, new: NewTable, kinds: list[Kind]) -> Timing:
    if new.turn_time is not None or new.game_time is not None:
        return Timing(new.turn_time, new.game_time, new.increment)
    if new.untimed:
        return Timing()
    if Kind.PROGRAM in kinds:
        return Timing(None if game.house_rules.turn_time is None else TURN_TIME)
    return usual_timing(game) if kinds.count(Kind.PERSON) > 1 else Timing()


def _on_silence(game: AnyGame, new: NewTable) -> str:
    return "forfeit" if len(game.seats) == 2 else new.on_silence or "stand in"
