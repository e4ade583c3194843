"""The log: short whatever happens, and a record is whole wherever its entries are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select
from tests.support.loop import in_loop
from tests.support.store import entries_of, new_table, second_hand, some_input

from stolik.contract import Ending
from stolik.store.database.lines import by_table, count_after, read_lines, write_lines
from stolik.store.database.schema import log, records
from stolik.store.store import Store, open_store
from stolik.store.writes import Append
from stolik.store.writing import writer
from stolik.table.events import Ended
from stolik.table.inputs import Foul, Sit

MOVES = 25
CANCELLED = Ended(Ending.CANCELLED, "black ended the game", {"black": 2, "white": 2}, (), "black")

texts = st.text(st.characters(exclude_categories=["Cs"]))
inputs = st.builds(Sit, texts, texts) | st.builds(Foul, texts, texts)


def rows_of(database: str) -> tuple[int, int]:
    """How many rows the log and the records have."""
    with second_hand(database) as engine, engine.connect() as connection:
        logged, kept = (connection.scalar(select(func.count()).select_from(table)) for table in (log, records))
    assert logged is not None
    assert kept is not None
    return logged, kept


async def tidied(store: Store) -> None:
    """Waits for what the writer does after a batch."""
    await store.written()
    await store.in_thread(lambda: None)


@given(st.lists(st.tuples(st.sampled_from(["a1", "b2", "c3"]), st.floats(0, 1e10), inputs)))
def test_lines_are_told_apart_by_table_and_say_what_was_written(drawn: list[tuple[str, float, Sit | Foul]]) -> None:
    appended = [Append(table_id, at, number, input_) for number, (table_id, at, input_) in enumerate(drawn)]
    halves = [write_lines(appended[: len(appended) // 2]), write_lines(appended[len(appended) // 2 :])]
    of_tables = by_table(halves)
    assert {table_id: read_lines(lines) for table_id, lines in of_tables.items()} == {
        table_id: [entry for entry in appended if entry.table_id == table_id]
        for table_id in {name for name, *_ in drawn}
    }
    for lines in of_tables.values():
        assert count_after(lines) == read_lines(lines)[-1].number + 1


@in_loop
async def test_entries_are_folded_into_records_and_can_be_read_at_any_time(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LONGEST_LOG", 10)
    async with open_store(database) as store:
        short, long = await new_table(store), await new_table(store)
        await store.append(short, 0, 0.0, some_input(0))
        for number in range(MOVES):
            await store.append(long, number, float(number), some_input(number))
            assert [entry.at for entry in await entries_of(store, long)] == [float(n) for n in range(number + 1)]
            assert len(await entries_of(store, short)) == 1
        await tidied(store)
        logged, kept = rows_of(database)
        assert logged < 10
        assert kept < MOVES
        assert [len(stored.record.entries) for stored in await store.load_unfinished()] in ([1, MOVES], [MOVES, 1])


@in_loop
async def test_a_table_that_ends_before_its_entries_are_folded_is_read_whole(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(database) as store:
        table_id, other = await new_table(store), await new_table(store)
        await store.append(table_id, 0, 0.0, some_input(0))
        await store.finish(table_id, 1, 1.0, CANCELLED)
        assert len(await entries_of(store, table_id)) == 1
        monkeypatch.setattr(writer, "LONGEST_LOG", 1)
        await store.append(other, 0, 2.0, some_input(0))
        await tidied(store)
        assert rows_of(database) == (0, 2)
        assert len(await entries_of(store, table_id)) == 1


@in_loop
async def test_what_an_earlier_service_left_in_the_log_is_folded(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        await tidied(store)
        await store.append(table_id, 0, 0.0, some_input(0))
    assert rows_of(database) == (1, 0)
    async with open_store(database) as store:
        await new_table(store)
        await tidied(store)
        assert rows_of(database) == (0, 1)


@in_loop
async def test_a_log_that_cannot_be_folded_is_said_and_holds_nobody_up(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        await tidied(store)

        def fail(*_: object, **__: object) -> None:
            raise OSError("no space left")

        monkeypatch.setattr(writer, "fold", fail)
        monkeypatch.setattr(writer, "LONGEST_LOG", 1)
        await store.append(table_id, 0, 0.0, some_input(0))
        await tidied(store)
        assert "store is not tidied" in caplog.text
        await store.append(table_id, 1, 0.0, some_input(1))
        assert len(await entries_of(store, table_id)) == 2
