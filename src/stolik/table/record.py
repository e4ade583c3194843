"""A table's record: what it started from, and every input that it accepted.

Replays, recovery after a crash, spectators and the store all read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct, field

from stolik.contract import AnyGame, HouseRules, Position, Seat
from stolik.contract.registry import find_game
from stolik.table.events import Event, Played
from stolik.table.inputs import Input, Play
from stolik.table.table import Table


class PlayedMove(NamedTuple):
    """A move of a game, in its notation."""

    at: float
    seat: Seat
    move: str
    stand_in: bool = False
    """Whether a quick player chose it for the one that sits there."""


class Entry(Struct, frozen=True):
    """An accepted input, and when it came."""

    at: float
    input: Input


class Record(Struct, frozen=True):
    """A game from its start to now."""

    game: str
    setup: str
    """The start position, in the game's notation."""
    rules: HouseRules
    entries: list[Entry] = field(default_factory=list)


def open_table(game: AnyGame, position: Position[Any], rules: HouseRules) -> tuple[Table, Record]:
    """A new table, and the record that grows as it accepts inputs."""
    record = Record(game.name, game.write(position), rules)

    def accepted(input_: Input, now: float) -> None:
        record.entries.append(Entry(now, input_))

    return Table(game, position, rules, accepted), record


def replay(record: Record, accepted: Callable[[Input, float], None] | None = None) -> Table:
    """Makes the table of a record as it was last; `accepted` is called with each input that it accepts from now on."""
    game = find_game(record.game)
    table = Table(game, game.read(record.setup), record.rules)
    for entry in record.entries:
        table.take(entry.input, entry.at)
    if accepted is not None:
        table.accepted = accepted
    return table


def replayed(record: Record) -> Iterator[tuple[Entry, list[Event]]]:
    """Every entry of a record, with the events that it caused."""
    game = find_game(record.game)
    table = Table(game, game.read(record.setup), record.rules)
    for entry in record.entries:
        yield entry, table.take(entry.input, entry.at)


def moves_of(record: Record) -> Iterator[PlayedMove]:
    """Every move of a game."""
    for entry, events in replayed(record):
        # A move has one event for each receiver; one of them is enough here.
        played = next((event for event in events if isinstance(event, Played)), None)
        if played is not None:
            stand_in = isinstance(entry.input, Play) and entry.input.stand_in
            yield PlayedMove(entry.at, played.seat, played.move, stand_in)
