"""What is read from a store: tables with their records, and the results of their players."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec import Struct

from stolik.contract import HouseRules, Player, Seat
from stolik.table.events import Ended
from stolik.table.record import Record


class Session(Struct, frozen=True):
    """A name that a person has."""

    key: str
    """The name as it is compared."""
    name: str
    token: str
    """The hash of the secret token that proves it."""
    created: float
    seen: float
    """When the person was last here."""


class TableFacts(Struct, frozen=True):
    """A table without its record: enough for a list."""

    id: str
    game: str
    created: float
    seats: Mapping[Seat, Player]
    """Who has each seat, or had it last."""
    port: int | None = None
    """The table's own port, if it has one."""
    ended: float | None = None
    outcome: Ended | None = None


class StoredTable(Struct, frozen=True):
    """A table and its record, as last written."""

    facts: TableFacts
    record: Record


class Result(StrEnum):
    """The result of a game for one seat."""

    WON = "won"
    """This seat is among the winners, and not everyone is."""
    DRAWN = "drawn"
    """Everyone at the table shared the lead."""
    LOST = "lost"
    """Others won."""
    VOID = "void"
    """The result is not rated: nobody won, or the game did not end fairly."""


class Tally(Struct, frozen=True):
    """How often a player won, drew and lost at a game. Games that are not rated are left out."""

    player: Player
    game: str
    won: int
    drawn: int
    lost: int


read_rules = msgspec.json.Decoder(HouseRules).decode
"""House rules from their text."""


def result_of(seat: Seat, outcome: Ended, rules: HouseRules) -> Result:
    """The result of an outcome for a seat, at a table of these house rules."""
    if not outcome.winners or not rules.rates(outcome.ending):
        return Result.VOID
    if seat not in outcome.winners:
        return Result.LOST
    return Result.DRAWN if len(outcome.winners) == len(outcome.scores) else Result.WON
