"""What a store gives back: tables with their records, and what became of those who played at them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec import Struct

from stolik.contract import HouseRules, Player, Seat
from stolik.table.events import Ended
from stolik.table.record import Record


class Session(Struct, frozen=True):
    """A name that somebody holds."""

    key: str
    """The name as it is compared."""
    name: str
    token: str
    """What the secret that proves it hashes to."""
    created: float
    seen: float
    """When its holder was last here."""


class TableFacts(Struct, frozen=True):
    """A table without its record: enough for a list."""

    id: str
    game: str
    created: float
    seats: Mapping[Seat, Player]
    """Who has each seat, or had it last."""
    port: int | None = None
    """Where its own door is, if it has one."""
    ended: float | None = None
    outcome: Ended | None = None


class StoredTable(Struct, frozen=True):
    """A table as it was left."""

    facts: TableFacts
    record: Record


class Result(StrEnum):
    """What a game's end means to one seat."""

    WON = "won"
    """Among the winners, while others were not."""
    DRAWN = "drawn"
    """Everyone at the table shared the lead."""
    LOST = "lost"
    """Others won."""
    VOID = "void"
    """Nobody won: the game was abandoned or cancelled."""


class Tally(Struct, frozen=True):
    """How often a player won, drew and lost at a game. What was abandoned or cancelled does not count."""

    player: Player
    game: str
    won: int
    drawn: int
    lost: int


read_rules = msgspec.json.Decoder(HouseRules).decode
"""House rules from their text."""


def result_of(seat: Seat, outcome: Ended) -> Result:
    """What the outcome means to that seat."""
    if not outcome.winners:
        return Result.VOID
    if seat not in outcome.winners:
        return Result.LOST
    return Result.DRAWN if len(outcome.winners) == len(outcome.scores) else Result.WON
