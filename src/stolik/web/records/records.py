"""Finished games, step by step, as everyone may see them or as one seat saw them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import asdict

from stolik.contract import Position, Seat
from stolik.contract.registry import find_game
from stolik.store.errors import NoSuchTable
from stolik.store.store import Store
from stolik.store.stored import StoredTable, TableFacts
from stolik.table.record import PlayedMove, moves_of
from stolik.web.messages.problems import Code, Problem
from stolik.web.messages.shapes import RecordShape, StepShape, stored_shape
from stolik.web.messages.views import show


async def finished_table(store: Store, table_id: str) -> StoredTable:
    """A table whose game is over: before that, its record would tell what is hidden.

    Raises Problem, also when the game is not installed any more.
    """
    try:
        stored = await store.load(table_id)
    except NoSuchTable as error:
        raise Problem(Code.NOT_FOUND, str(error)) from None
    if stored.facts.outcome is None:
        raise Problem(Code.STILL_PLAYED, "the game is not over: its record is told when it is")
    try:
        find_game(stored.record.game)
    except ValueError as error:
        raise Problem(Code.IMPOSSIBLE, str(error)) from None
    return stored


def seats_of(facts: TableFacts) -> tuple[Seat, ...]:
    """The seats of a stored table, in the game's order; in the store's where the game is not installed any more."""
    try:
        return find_game(facts.game).seats
    except ValueError:
        return tuple(facts.seats)


def steps(
    game_name: str, setup: str, began: float, moves: Iterable[PlayedMove], seat: Seat | None = None
) -> Iterator[StepShape]:
    """The start and the position after each move, as everyone may see them or as that seat saw them."""
    game = find_game(game_name)

    def step(at: float, by: Seat | None, move: str | None, position: Position[Any], stand_in: bool) -> StepShape:
        return StepShape(at, by, move, show(game, position.view(seat), seat), len(position.moves()), stand_in)

    position: Position[Any] = game.read(setup)
    yield step(began, None, None, position, False)
    for at, by, move, stand_in in moves:
        position = position.play(game.read_move(move))
        yield step(at, by, move, position, stand_in)


def record_shape(stored: StoredTable, seat: Seat | None = None) -> RecordShape:
    """A finished table and its steps."""
    record, facts = stored.record, stored.facts
    table = stored_shape(facts, find_game(record.game).seats, record.rules)
    return RecordShape(
        **asdict(table), steps=list(steps(record.game, record.setup, facts.created, moves_of(record), seat))
    )
