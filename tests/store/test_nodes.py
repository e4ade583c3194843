"""Several nodes on one store: each holds its tables, writes only to these, and takes those of a node that has ended."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine, select, text, update
from tests.support.loop import in_loop
from tests.support.store import ADA, RULES, SETUP, entries_of, new_table, second_hand, some_input

from stolik.contract import Ending
from stolik.store.address import read_address
from stolik.store.database.connections import upgrade
from stolik.store.database.schema import leases, log, tables
from stolik.store.errors import InUse, NotHeld, Unavailable
from stolik.store.ownership.node import this_node
from stolik.store.store import Store, open_store
from stolik.store.writing.writer import Writer
from stolik.table.events import Ended

CANCELLED = Ended(Ending.CANCELLED, "black ended the game", {"black": 2, "white": 2}, (), "black")
PID_MAX = 2**22 + 1
"""No process of Linux has this number."""

WRITES: list[Callable[[Store, str], Any]] = [
    lambda store, table_id: store.append(table_id, 1, 0.0, some_input(1)),
    lambda store, table_id: store.take_seat(table_id, "black", ADA, 0.0),
    lambda store, table_id: store.finish(table_id, 1, 1.0, CANCELLED),
]
KINDS = ["an entry", "a seat", "an end"]


async def begun_table(store: Store) -> str:
    """A table with one entry."""
    table_id = await new_table(store)
    await store.append(table_id, 0, 0.0, some_input(0))
    return table_id


def let_die(database: str, store: Store) -> None:
    """The process of a node ends, as far as others can see: it can still write, and does not know."""
    with second_hand(database) as engine, engine.begin() as connection:
        connection.execute(update(leases).where(leases.c.fence == store._writer.fence).values(pid=PID_MAX))


def holders(database: str) -> dict[str, int]:
    """Which node holds each table."""
    with second_hand(database) as engine, engine.connect() as connection:
        return {row.id: row.holder for row in connection.execute(select(tables.c.id, tables.c.holder))}


@pytest.mark.parametrize("write", WRITES, ids=KINDS)
@in_loop
async def test_two_nodes_write_their_own_tables_and_are_refused_each_others(
    database: str, write: Callable[[Store, str], Any]
) -> None:
    async with open_store(database, alone=False) as one, open_store(database, alone=False) as two:
        of_one, of_two = await asyncio.gather(begun_table(one), begun_table(two))
        for store, other in ((one, of_two), (two, of_one)):
            with pytest.raises(NotHeld, match=f"{other} is held by process {os.getpid()} on .*, since 20"):
                await write(store, other)
        for store, table_id in ((one, of_one), (two, of_two)):
            await write(store, table_id)
            assert [entry.input for entry in await entries_of(two, table_id)][:2] in (
                [some_input(0)],
                [some_input(0), some_input(1)],
            )


@in_loop
async def test_a_refused_table_does_not_keep_the_others_of_its_batch_from_being_written(database: str) -> None:
    async with open_store(database, alone=False) as one, open_store(database, alone=False) as two:
        mine, foreign = await begun_table(one), await begun_table(two)
        written = one.append(mine, 1, 0.0, some_input(1)), one.append(foreign, 1, 0.0, some_input(1))
        errors = await asyncio.gather(*written, return_exceptions=True)
        assert errors[0] is None
        assert isinstance(errors[1], NotHeld)
        assert len(await entries_of(one, mine)) == 2


@in_loop
async def test_each_node_restores_only_its_own_tables(database: str) -> None:
    async with open_store(database, alone=False) as one, open_store(database, alone=False) as two:
        for store in (one, two):
            table_id = await begun_table(store)
            (stored,) = await store.load_unfinished()
            assert (stored.facts.id, len(stored.record.entries)) == (table_id, 1)


@pytest.mark.parametrize("write", WRITES, ids=KINDS)
@in_loop
async def test_the_tables_of_a_node_that_has_died_go_on_at_another_and_its_late_write_is_refused(
    database: str, write: Callable[[Store, str], Any]
) -> None:
    async with open_store(database, alone=False) as survivor, open_store(database, alone=False) as dead:
        own, orphans = await begun_table(survivor), [await begun_table(dead) for _ in range(3)]
        assert await survivor.take_over() == []
        let_die(database, dead)
        assert sorted(await survivor.take_over()) == sorted(orphans)
        for table_id in (own, *orphans):
            with pytest.raises(NotHeld, match="is held by process"):
                await write(dead, table_id)
            await write(survivor, table_id)
            assert len(await entries_of(survivor, table_id)) <= 2


@in_loop
async def test_the_tables_of_a_node_can_be_taken_a_few_at_a_time_and_it_writes_what_it_still_holds(
    database: str,
) -> None:
    async with open_store(database, alone=False) as survivor, open_store(database, alone=False) as away:
        ids = [await begun_table(away) for _ in range(3)]
        let_die(database, away)
        taken = await survivor.take_over(at_most=1)
        assert len(taken) == 1
        for table_id in ids:
            held, other = (survivor, away) if table_id in taken else (away, survivor)
            with pytest.raises(NotHeld):
                await other.append(table_id, 1, 0.0, some_input(1))
            await held.append(table_id, 1, 0.0, some_input(1))
            assert len(await entries_of(survivor, table_id)) == 2
        assert len(await survivor.take_over(at_most=9)) == 2


@in_loop
async def test_a_node_that_loses_a_table_before_it_knows_of_its_last_commit_makes_the_commit_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Writer._write
    async with open_store(database, alone=False) as survivor, open_store(database, alone=False) as away:
        first, second = await begun_table(away), await begun_table(away)

        def lose(writer: Writer, *arguments: Any) -> None:
            """The answer to the commit is lost, and before it is asked for again another node takes a table."""
            write(writer, *arguments)
            monkeypatch.setattr(Writer, "_write", write)
            let_die(database, away)
            taken = survivor._writer.take_over(1)
            assert taken == [min(first, second)]
            raise writer._engine.dialect.loaded_dbapi.OperationalError("the connection is lost")

        monkeypatch.setattr(Writer, "_write", lose)
        await asyncio.wait_for(away.append(max(first, second), 1, 0.0, some_input(1)), 60)
        await away.append(max(first, second), 2, 0.0, some_input(2))
        with pytest.raises(NotHeld):
            await away.append(min(first, second), 1, 0.0, some_input(1))
        assert [len(await entries_of(survivor, table_id)) for table_id in sorted([first, second])] == [1, 3]


@in_loop
async def test_a_node_of_a_store_that_others_use_gets_a_number_that_nobody_had(database: str) -> None:
    fences = []
    async with open_store(database, alone=False) as survivor:
        for _ in range(3):
            async with open_store(database, alone=False) as short:
                fences.append(short._writer.fence)
                table_id = await begun_table(short)
                let_die(database, short)
                assert await survivor.take_over() == [table_id]
        assert fences == sorted(set(fences))
        assert set(holders(database).values()) == {survivor._writer.fence}


@in_loop
async def test_whoever_must_be_alone_is_refused_while_any_node_lives(database: str) -> None:
    async with open_store(database, alone=False), open_store(database, alone=False) as second:
        let_die(database, second)
        with pytest.raises(InUse, match=f"in use by process {os.getpid()} on "):
            async with open_store(database):
                pytest.fail("a node was not alone")


OLD_STORE = (
    "INSERT INTO tables (id, game, setup, rules, created) VALUES (:live, 'othello', :setup, :rules, 0.5)",
    "INSERT INTO tables (id, game, setup, rules, created, ended, ending, reason, scores, winners)"
    " VALUES ('done', 'othello', :setup, :rules, 0.5, 1.5, 'cancelled', 'why', '{}', '[]')",
    "INSERT INTO log (id, lines) VALUES (7, :line)",
    "INSERT INTO leases (scope, fence, node, host, machine, pid, started, since, expires)"
    " VALUES ('all', 5, 'n', 'moon', 'm', 7, '1', 0.0, :expires)",
)
OPEN = """
import asyncio, sys
from stolik.store.store import open_store
async def main():
    async with open_store(sys.argv[1]):
        pass
asyncio.run(main())
"""


def make_old_store(database: str, expires: float, *, has_lease: bool = True) -> None:
    """A store of the time when one lease was for all tables, with a table in play and a finished one."""
    old = create_engine(read_address(database))
    upgrade(old, to="0006")
    values = {
        "live": "live",
        "setup": SETUP,
        "rules": msgspec.json.encode(RULES).decode(),
        "line": msgspec.json.encode(["live", 0.25, 0, some_input(0)]).decode() + "\n",
        "expires": expires,
    }
    with old.begin() as connection:
        for statement in OLD_STORE if has_lease else OLD_STORE[:-1]:
            connection.execute(text(statement), values)
    old.dispose()


@pytest.mark.parametrize("has_lease", [True, False], ids=["after a lease", "before there were leases"])
@in_loop
async def test_the_tables_of_a_store_with_one_lease_for_all_are_held_by_the_next_node(
    database: str, has_lease: bool
) -> None:
    make_old_store(database, 0.0, has_lease=has_lease)
    async with open_store(database) as store:
        assert store._writer.fence == (6 if has_lease else 1)
        assert holders(database) == {"live": store._writer.fence, "done": None}
        (stored,) = await store.load_unfinished()
        assert [entry.input for entry in stored.record.entries] == [some_input(0)]
        await store.append("live", 1, 1.0, some_input(1))
        assert len(await entries_of(store, "live")) == 2


def test_a_store_that_an_older_stolik_uses_is_refused_and_not_upgraded(database: str) -> None:
    make_old_store(database, 1e12)
    with second_hand(database) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE leases SET pid = :pid, machine = :machine, started = :started"), vars_of_me())
    done = subprocess.run([sys.executable, "-c", OPEN, database], capture_output=True, text=True, check=False)
    assert f"the store is in use by process {os.getpid()} on moon" in done.stderr
    with second_hand(database) as engine, engine.connect() as connection:
        assert connection.scalar(text("SELECT scope FROM leases")) == "all"
        assert connection.scalar(select(log.c.id)) == 7


def vars_of_me() -> dict[str, Any]:
    """This process, as the holder of a lease."""
    me = this_node()
    return {"pid": me.pid, "machine": me.machine, "started": me.started}


async def taken_at_last(store: Store) -> list[str]:
    """The tables that a node takes when the database lets it."""
    while True:
        try:
            return await store.take_over()
        except Unavailable:
            await asyncio.sleep(0.05)


@in_loop
async def test_a_commit_that_is_on_its_way_when_a_table_is_taken_is_in_its_record(database: str) -> None:
    late = "INSERT INTO log (id, lines) SELECT :id, :line FROM leases WHERE fence = :fence AND epoch = 0"
    async with open_store(database, alone=False) as survivor, open_store(database, alone=False) as away:
        table_id = await begun_table(away)
        let_die(database, away)
        line = msgspec.json.encode([table_id, 0.5, 1, some_input(1)]).decode() + "\n"
        values: dict[str, Any] = {"id": away._writer.fence * 2**40 + 1000, "line": line, "fence": away._writer.fence}
        with second_hand(database) as engine, engine.connect() as connection:
            lock = " FOR SHARE" if engine.dialect.name == "postgresql" else ""
            with connection.begin():
                assert connection.execute(text(late + lock), values).rowcount == 1
                taking = asyncio.ensure_future(taken_at_last(survivor))
                await asyncio.sleep(0.2)
                assert not taking.done()
            assert await taking == [table_id]
            with connection.begin():
                assert connection.execute(text(late + lock), values | {"id": values["id"] + 1}).rowcount == 0
        await survivor.append(table_id, 2, 1.0, some_input(2))
        assert [entry.input for entry in await entries_of(survivor, table_id)] == [some_input(n) for n in range(3)]
