"""Finished games: every step of them as everyone may see it, or, now that the game is over, as one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from stolik.games import find_game
from stolik.games.contract import Seat
from stolik.store.stored import StoredTable
from stolik.table.events import WATCHERS, Event, Played
from stolik.table.record import Entry, Record
from stolik.table.table import Table
from stolik.web.shapes import RecordShape, StepShape, stored_shape
from stolik.web.views import show


def replayed(record: Record) -> Iterator[tuple[Entry, list[Event]]]:
    """Every entry of a record, and what happened at it."""
    game = find_game(record.game)
    table = Table(game, game.read(record.setup), record.rules)
    for entry in record.entries:
        yield entry, table.take(entry.input, entry.at)


def moves_of(record: Record) -> Iterator[tuple[Seat, str]]:
    """Every move that was made, and who made it."""
    for _, events in replayed(record):
        for event in events:
            if isinstance(event, Played) and event.to == WATCHERS:
                yield event.seat, event.move


def steps_of(stored: StoredTable, seat: Seat | None = None) -> Iterator[StepShape]:
    """The start and the position after each move."""
    game = find_game(stored.record.game)
    start = game.read(stored.record.setup).view(seat)
    yield StepShape(stored.facts.created, None, None, show(game, start, seat))
    for entry, events in replayed(stored.record):
        for event in events:
            if isinstance(event, Played) and event.to == (seat or WATCHERS):
                yield StepShape(entry.at, event.seat, event.move, show(game, event.view, seat))


def record_shape(stored: StoredTable, seat: Seat | None = None) -> RecordShape:
    """A finished table and its steps."""
    seats = find_game(stored.record.game).seats
    table = stored_shape(stored.facts, seats, stored.record.rules.turn_time)
    return RecordShape(**asdict(table), steps=list(steps_of(stored, seat)))
