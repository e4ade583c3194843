"""Many tables, one writer: shared commits, order, bounds, and errors that reach whoever waits."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import pytest
from sqlalchemy import create_engine, event
from tests.support.loop import in_loop
from tests.support.store import ADA, RULES, SETUP, entries_of, held, new_table, some_input

from stolik.contract import Ending, Kind, Player
from stolik.store.database.locks import is_lock
from stolik.store.errors import OutOfOrder, Unavailable, WriteFailed
from stolik.store.store import Store, open_store
from stolik.store.writes import Append
from stolik.store.writing import queue as queue_module
from stolik.store.writing.writer import Writer
from stolik.table.events import Ended

TABLES = 30
MOVES = 20
CANCELLED = Ended(Ending.CANCELLED, "black ended the game", {"black": 2, "white": 2}, (), "black")


def batches(store: Store) -> list[int]:
    """Grows with every batch that is committed from now on: how many writes it had."""
    seen: list[int] = []
    store.on_batch = lambda writes, _: seen.append(writes)
    return seen


async def one_turn_of_the_loop() -> None:
    await asyncio.sleep(0)


@in_loop
async def test_tables_that_write_at_once_share_commits_and_every_record_is_whole(database: str) -> None:
    async with open_store(database) as store:
        ids = await asyncio.gather(*(new_table(store) for _ in range(TABLES)))

        async def play(table_id: str) -> None:
            for number in range(MOVES):
                await store.append(table_id, number, float(number), some_input(number))

        seen = batches(store)
        await asyncio.gather(*(play(table_id) for table_id in ids))
        assert len(seen) <= 2 * MOVES < TABLES * MOVES
        for table_id in ids:
            assert [entry.input for entry in await entries_of(store, table_id)] == [some_input(n) for n in range(MOVES)]


@in_loop
async def test_what_is_handed_in_together_is_in_one_commit(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        seen = batches(store)
        written = [store.append(table_id, number, 0.0, some_input(number)) for number in range(MOVES)]
        written.append(store.finish(table_id, MOVES, 1.0, CANCELLED))
        await asyncio.gather(*written)
        assert seen == [MOVES + 1]


@in_loop
async def test_answers_that_come_soon_after_a_large_batch_share_a_commit(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "LARGE_BATCH", MOVES)
    monkeypatch.setattr(queue_module, "GATHERING", 0.1)
    async with open_store(database) as store:
        table_id = await new_table(store)
        await store.written()
        seen = batches(store)
        await asyncio.gather(*(store.append(table_id, number, 0.0, some_input(number)) for number in range(MOVES)))
        for number in range(MOVES, MOVES + 5):
            store.append(table_id, number, 0.0, some_input(number))
            for _ in range(3):
                await one_turn_of_the_loop()
        await store.written()
        assert seen == [MOVES, 5]


@in_loop
async def test_nobody_is_answered_before_it_is_written_and_then_all_in_order(database: str) -> None:
    answered: list[int] = []
    async with open_store(database) as store:
        table_id = await new_table(store)
        with held(database):
            for number in range(MOVES):
                written = store.append(table_id, number, 0.0, some_input(number))
                written.add_done_callback(lambda _, number=number: answered.append(number))  # type: ignore[misc]
                await one_turn_of_the_loop()
            assert await entries_of(store, table_id) == []
            assert answered == []
        await store.written()
        await one_turn_of_the_loop()
        assert answered == list(range(MOVES))
        assert len(await entries_of(store, table_id)) == MOVES


@pytest.mark.fault(
    "thousands of clients move at once (overload)",
    sees="answers come later; clocks stand still while nothing is read",
    kept="everything",
)
@in_loop
async def test_when_too_much_waits_nothing_is_refused_and_whoever_waits_for_room_gets_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue_module, "MAX_WAITING", 3)
    async with open_store(database) as store:
        pauses: list[bool] = []
        store.on_pause = pauses.append
        table_id = await new_table(store)
        await store.written()
        with held(database):
            written = [store.append(table_id, 0, 0.0, some_input(0))]
            await one_turn_of_the_loop()
            written += [store.append(table_id, number, 0.0, some_input(number)) for number in range(1, 5)]
            assert store.is_full
            assert pauses == [True]
            room = asyncio.ensure_future(store.room())
            await one_turn_of_the_loop()
            assert not room.done()
        await room
        await asyncio.gather(*written)
        assert pauses[-1] is False
        assert len(await entries_of(store, table_id)) == 5


@in_loop
async def test_what_waits_is_written_before_the_store_closes(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        written = store.append(table_id, 0, 0.0, some_input(0))
    assert written.done()
    with pytest.raises(WriteFailed, match="the store is closed"):
        await store.append(table_id, 1, 0.0, some_input(1))
    async with open_store(database) as store:
        assert len(await entries_of(store, table_id)) == 1


@in_loop
async def test_a_write_goes_on_when_whoever_waited_has_gone(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        store.append(table_id, 0, 0.0, some_input(0)).cancel()
        await store.append(table_id, 1, 0.0, some_input(1))
        assert len(await entries_of(store, table_id)) == 2


@in_loop
async def test_what_is_wrong_with_one_table_costs_the_others_nothing(database: str) -> None:
    unwritable = Player("\ud800", Kind.PERSON)
    async with open_store(database) as store:
        good, gap, bad = [await new_table(store) for _ in range(3)]
        written = await asyncio.gather(
            store.append(good, 0, 0.0, some_input(0)),
            store.append(gap, 1, 0.0, some_input(1)),
            store.append(bad, 0, 0.0, some_input(0)),
            store.take_seat(bad, "black", unwritable, 0.0),
            store.append("nowhere", 0, 0.0, some_input(0)),
            store.append(good, 1, 0.0, some_input(1)),
            return_exceptions=True,
        )
        kinds = [type(error) for error in written]
        assert kinds == [type(None), OutOfOrder, WriteFailed, WriteFailed, WriteFailed, type(None)]
        assert [len(await entries_of(store, table_id)) for table_id in (good, gap, bad)] == [2, 0, 0]


@in_loop
async def test_an_entry_is_written_once(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        await store.append(table_id, 0, 0.0, some_input(0))
        with pytest.raises(OutOfOrder, match="has 1 entries, not 0"):
            await store.append(table_id, 0, 0.0, some_input(7))
    async with open_store(database) as store:
        with pytest.raises(OutOfOrder, match="has 1 entries, not 0"):
            await store.append(table_id, 0, 0.0, some_input(7))
        await store.append(table_id, 1, 0.0, some_input(1))


@in_loop
async def test_a_table_is_finished_once_and_with_all_of_its_record(database: str) -> None:
    async with open_store(database) as store:
        table_id = await store.open_table("othello", SETUP, RULES, 0.0, {"black": ADA})
        with pytest.raises(OutOfOrder):
            await store.finish(table_id, 1, 0.0, CANCELLED)
        await store.finish(table_id, 0, 0.0, CANCELLED)
        for again in (table_id, "nowhere"):
            with pytest.raises(WriteFailed, match="cannot go on"):
                await store.finish(again, 0, 0.0, CANCELLED)


def appends(table_ids: list[str]) -> list[Append]:
    return [Append(table_id, 0.0, 0, some_input(0)) for table_id in table_ids]


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY])
def test_a_database_that_cannot_be_reached_is_not_tried_for_each_table(code: int) -> None:
    engine, tried = create_engine("sqlite://"), 0

    @event.listens_for(engine, "do_connect")
    def refuse(*_: Any) -> None:
        nonlocal tried
        tried += 1
        error = sqlite3.OperationalError("it is gone")
        error.sqlite_errorcode = code
        raise error

    errors = Writer(engine, 1).write(appends([f"table {number}" for number in range(TABLES)]))
    assert tried == 1
    assert all(isinstance(error, Unavailable) for error in errors)
    assert len(errors) == TABLES


def test_a_lock_is_told_from_other_errors() -> None:
    class Postgres(Exception):
        def __init__(self, sqlstate: str | None) -> None:
            self.sqlstate = sqlstate

    def sqlite(code: int) -> sqlite3.OperationalError:
        error = sqlite3.OperationalError()
        error.sqlite_errorcode = code
        return error

    locks = [
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_BUSY_SNAPSHOT,
        sqlite3.SQLITE_LOCKED_SHAREDCACHE,
    ]
    others = [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN]
    assert all(is_lock(sqlite(code)) for code in locks)
    assert not any(is_lock(sqlite(code)) for code in others)
    assert all(is_lock(Postgres(state)) for state in ("40001", "40P01", "55P03"))
    assert not any(is_lock(Postgres(state)) for state in ("57P01", "53100", "08006", None))
    assert not is_lock(sqlite3.OperationalError("no code"))
    assert not is_lock(None)
