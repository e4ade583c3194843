"""The lease: one process writes, whoever lost it writes nothing, and a dead one is succeeded at once."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Callable

import msgspec
import pytest
from msgspec import structs
from sqlalchemy import Connection, select, text, update
from tests.support.loop import in_loop
from tests.support.store import entries_of, new_table, second_hand, some_input

from stolik.store.database.schema import leases
from stolik.store.errors import InUse, LeaseLost
from stolik.store.ownership import holding, lease, taking
from stolik.store.ownership.lease import RENEWAL, TERM
from stolik.store.ownership.node import Node, is_dead, this_node
from stolik.store.store import Store, open_store

ELSEWHERE = Node("moon", "another machine", 7, "12345")
SAY_WHO = """
import msgspec
from stolik.store.ownership.node import this_node
print(msgspec.json.encode(this_node()).decode())
"""


def take_over(database: str, node: Node = ELSEWHERE) -> None:
    """Has another node take the lease, as if it had run out."""
    with second_hand(database) as engine, engine.begin() as connection:
        connection.execute(update(leases).values(expires=0.0))
        holding.join(connection, node, alone=True)


def ended_process() -> Node:
    """The node of a process of this machine that has ended."""
    said = subprocess.run([sys.executable, "-c", SAY_WHO], capture_output=True, text=True, check=True).stdout
    return msgspec.json.decode(said, type=Node)


def logged(connection: Connection) -> int:
    """How many rows the log has."""
    count: int = connection.execute(text("SELECT count(*) FROM log")).scalar_one()
    return count


@in_loop
async def test_a_second_holder_is_refused_with_the_name_of_the_first(database: str) -> None:
    async with open_store(database):
        expected = f"in use by process {os.getpid()} on {socket.gethostname()}, since 20"
        with pytest.raises(InUse, match=expected):
            async with open_store(database):
                pytest.fail("two processes may write")
    async with open_store(database):
        pass


WRITES: list[Callable[[Store, str], object]] = [
    lambda store, table_id: store.append(table_id, 0, 0.0, some_input(0)),
    lambda store, table_id: new_table(store),
    lambda store, table_id: store.keep_opinions("game", "1", "good"),
]


@pytest.mark.fault(
    "another machine has taken the store",
    sees="“The server stops.”; the service writes nothing more and ends with a line that names the other",
    kept="everything: the other service goes on",
)
@pytest.mark.parametrize("write", WRITES, ids=["an entry", "a table", "opinions"])
@in_loop
async def test_whoever_lost_the_lease_writes_nothing_and_is_told_who_has_it(
    database: str, write: Callable[[Store, str], object]
) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        take_over(database)
        with second_hand(database) as engine, engine.connect() as connection:
            before = logged(connection)
        with pytest.raises(LeaseLost, match="now in use by process 7 on moon, since 20"):
            await write(store, table_id)  # type: ignore[misc]
        with second_hand(database) as engine, engine.connect() as connection:
            assert logged(connection) == before
            assert connection.scalars(select(leases.c.host)).all() == [ELSEWHERE.host]
        assert await entries_of(store, table_id) == []


@in_loop
async def test_an_idle_holder_notices_that_the_lease_is_lost_and_says_so_once(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("stolik.store.writing.queue.RENEWAL", 0.01)
    async with open_store(database) as store:
        table_id = await new_table(store)
        noticed: asyncio.Future[LeaseLost] = asyncio.get_running_loop().create_future()
        store.on_lost = noticed.set_result  # raises when it is called again
        take_over(database)
        await noticed
        with pytest.raises(LeaseLost):
            await store.append(table_id, 0, 0.0, some_input(0))
    assert caplog.text.count("lease lost") == 1


@in_loop
async def test_the_lease_is_renewed_and_given_back_by_the_databases_clock(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def expires() -> tuple[float, float]:
        with second_hand(database) as engine, engine.connect() as connection:
            (held,) = lease.read(connection)
            return held.expires, held.now

    monkeypatch.setattr("stolik.store.writing.queue.RENEWAL", 0.01)
    async with open_store(database) as store:
        first, now = expires()
        assert now < first <= now + TERM
        while expires()[0] == first:
            await store.in_thread(lambda: None)
    assert expires()[0] == 0.0
    assert RENEWAL * 3 < TERM


@in_loop
async def test_a_dead_process_of_this_machine_is_succeeded_at_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taking, "sleep", lambda _: pytest.fail("it waits for a dead process"))
    async with open_store(database):
        pass
    take_over(database, ended_process())
    async with open_store(database) as store:
        await new_table(store)


@pytest.mark.fault(
    "the machine of the service dies, and another takes its place",
    sees="the new service starts when the lease has run out, after 10 s at most",
    kept="every move that anybody was told",
)
@in_loop
async def test_another_machines_lease_is_waited_for_until_it_has_run_out(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(database):
        pass
    take_over(database)
    waits = 0

    def wait(_: float) -> None:
        nonlocal waits
        waits += 1
        with second_hand(database) as engine, engine.begin() as connection:
            connection.execute(update(leases).where(leases.c.fence < waits).values(expires=0.0))

    monkeypatch.setattr(taking, "sleep", wait)
    async with open_store(database) as store:
        await new_table(store)
    assert waits == 3


@in_loop
async def test_another_machine_that_renews_its_lease_is_not_disturbed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(database):
        pass
    take_over(database)

    def wait(_: float) -> None:
        with second_hand(database) as engine, engine.begin() as connection:
            connection.execute(update(leases).values(expires=leases.c.expires + 1))

    monkeypatch.setattr(taking, "sleep", wait)
    with pytest.raises(InUse, match="process 7 on moon"):
        async with open_store(database):
            pytest.fail("two machines may write")


@in_loop
async def test_a_lease_is_taken_that_was_not_renewed_for_a_term_although_the_databases_clock_was_set_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(database):
        pass
    take_over(database)
    with second_hand(database) as engine, engine.begin() as connection:
        connection.execute(update(leases).values(expires=leases.c.expires + 3600))
    now = [0.0]
    monkeypatch.setattr(taking, "monotonic", lambda: now[0])
    monkeypatch.setattr(taking, "sleep", lambda seconds: now.append(now.pop() + seconds))
    async with open_store(database) as store:
        await new_table(store)
    assert now[0] >= TERM


def test_a_process_is_dead_when_its_number_is_free_or_has_been_given_to_another() -> None:
    me = this_node()
    assert not is_dead(me)
    assert is_dead(structs.replace(me, started="1"))
    assert is_dead(ended_process())
    assert not is_dead(structs.replace(ended_process(), machine="another machine"))
