"""What the tests of the store share: games to keep, and a second hand in the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from sqlalchemy import Connection, Engine, create_engine, text

from stolik.contract import HouseRules, Kind, Player
from stolik.contract.registry import find_game
from stolik.store.address import read_address
from stolik.store.store import Store
from stolik.table.events import Ended
from stolik.table.inputs import Input, Play, Sit
from stolik.table.record import Entry, Record, open_table

ADA = Player("Ada", Kind.PERSON)
BOB = Player("Bob", Kind.PROGRAM)
OTHELLO = find_game("othello")
SETUP = OTHELLO.write(OTHELLO.start(Random(0)))
RULES = HouseRules(turn_time=0.1, on_foul="expel")


async def new_table(store: Store, at: float = 0.0) -> str:
    """The id of an empty Othello table between Ada and Bob."""
    return await store.open_table("othello", SETUP, RULES, at, {"black": ADA, "white": BOB})


def some_input(number: int) -> Input:
    """An input that is told from the others by its number; the store does not judge moves."""
    return Play("black", f"move {number}")


def played_game(name: str, seed: int) -> tuple[Record, Ended]:
    """The record of a whole random game, and how it ended."""
    rng = Random(seed)
    game = find_game(name)
    rules = find_game(name).house_rules
    table, record = open_table(game, game.start(rng), rules)
    now = rng.random() * 1e9
    for number, seat in enumerate(game.seats):
        now += rng.random()
        table.take(Sit(seat, f"player {number}"), now)
    while table.position.turn is not None:
        now += rng.random() / 10
        table.take(Play(table.position.turn, game.write_move(rng.choice(table.position.moves()))), now)
    assert table.outcome is not None
    return record, table.outcome


async def keep(store: Store, record: Record, seats: dict[str, Player], outcome: Ended, ended: float) -> str:
    """Puts a finished game into the store."""
    table_id = await store.open_table(record.game, record.setup, record.rules, 0.0, seats)
    for number, entry in enumerate(record.entries):
        await store.append(table_id, number, entry.at, entry.input)
    await store.finish(table_id, len(record.entries), ended, outcome)
    return table_id


async def entries_of(store: Store, table_id: str) -> list[Entry]:
    """What is in a table's record."""
    return (await store.load(table_id)).record.entries


@contextmanager
def second_hand(database: str) -> Iterator[Engine]:
    """Connections of our own to the same database."""
    engine = create_engine(read_address(database))
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def held(database: str) -> Iterator[Connection]:
    """Keeps the store from writing, as another process that is writing would."""
    lock = "LOCK TABLE leases, players, tables, seats, log, records, results IN EXCLUSIVE MODE"
    with second_hand(database) as engine, engine.connect() as connection:
        connection.execute(text(lock if engine.dialect.name == "postgresql" else "BEGIN IMMEDIATE"))
        yield connection
        connection.rollback()
