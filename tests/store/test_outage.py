"""An outage is a pause: what could not be written is written when the database is back, once and in order."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import Connection, event, text
from tests.support.loop import in_loop
from tests.support.postgres import Cluster, find_programs
from tests.support.store import entries_of, held, new_table, second_hand, some_input

from stolik.store.errors import ReadFailed, WriteFailed
from stolik.store.ownership import lease
from stolik.store.ownership.lease import EpochChanged
from stolik.store.store import Store, open_store
from stolik.store.writes import Write
from stolik.store.writing.writer import Writer

T = TypeVar("T")

MOVES = 5


@contextmanager
def log_taken_away(database: str) -> Iterator[None]:
    """The database refuses every entry."""
    with second_hand(database) as engine:
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE log RENAME TO elsewhere"))
        yield
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE elsewhere RENAME TO log"))


@contextmanager
def read_only(database: str) -> Iterator[None]:
    """New connections may only read, and the old ones are gone: a standby that has taken over, for example."""
    with second_hand(database) as engine:
        with engine.begin() as connection:
            connection.execute(text("ALTER ROLE stolik SET default_transaction_read_only = on"))
        cut_connections(database)
        yield
        engine.dispose()
        with engine.connect() as connection:
            connection.execute(text("SET TRANSACTION READ WRITE"))
            connection.execute(text("ALTER ROLE stolik RESET default_transaction_read_only"))
            connection.commit()
        cut_connections(database)


def cut_connections(database: str) -> None:
    with second_hand(database) as engine, engine.connect() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
        connection.execute(text(f"{others} AND datname = current_database()"))


@contextmanager
def full_disk() -> Iterator[None]:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


async def play_through(store: Store, outage: AbstractContextManager[object]) -> str:
    """Plays at a table before, during and after an outage; returns what the store said of it."""
    pauses: list[bool] = []
    store.on_pause = pauses.append
    table_id = await new_table(store)
    await store.append(table_id, 0, 0.0, some_input(0))
    with outage:
        written = [store.append(table_id, number, 0.0, some_input(number)) for number in range(1, MOVES)]
        await until(lambda: store.failure is not None)
        said = str(store.check())
        assert not any(future.done() for future in written)
        assert store.pausing
    await asyncio.wait_for(asyncio.gather(*written), 60)
    await until(lambda: store.check() is None and not store.pausing)
    # One pause; on a busy machine, where an answer takes more than a second, there may be others before and after it.
    assert pauses == [True, False] * max(1, len(pauses) // 2)
    entries = await at_last(lambda: entries_of(store, table_id))
    assert [entry.input for entry in entries] == [some_input(n) for n in range(MOVES)]
    return said


async def at_last(read: Callable[[], Awaitable[T]]) -> T:
    """What is read, as soon as the database answers readers too: they have connections of their own."""
    async with asyncio.timeout(60):
        while True:
            try:
                return await read()
            except ReadFailed:
                await asyncio.sleep(0.1)


@in_loop
async def test_what_a_database_refuses_is_written_when_it_works_again(database: str) -> None:
    async with open_store(database) as store:
        assert await play_through(store, log_taken_away(database)) == "the database refuses to work"


@in_loop
async def test_a_database_that_another_program_has_locked_is_waited_for(database: str) -> None:
    async with open_store(database) as store:
        said = await play_through(store, held(database))
        assert "locked the store" in said or "has not answered" in said


@pytest.mark.fault(
    "the disk is full",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when the store answers",
)
@in_loop
async def test_a_full_disk_is_waited_for(tmp_path: Path) -> None:
    async with open_store(tmp_path / "stolik.db") as store:
        assert "disk of the store" in await play_through(store, full_disk())


@pytest.mark.fault(
    "the SQLite file becomes read-only",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when the store answers",
)
@in_loop
async def test_a_file_that_becomes_read_only_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "stolik.db"
    async with open_store(file) as store:
        await new_table(store)
        assert await play_through(store, protected_file(store)) == "the store is read-only"


@pytest.mark.fault(
    "the SQLite file is moved, deleted or replaced",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on when the file is back",
    kept="everything that was told; `/health` says what is the matter",
)
@pytest.mark.parametrize("replaced", [False, True], ids=["moved", "replaced"])
@in_loop
async def test_a_file_that_was_moved_away_is_waited_for(tmp_path: Path, replaced: bool) -> None:
    file = tmp_path / "stolik.db"
    async with open_store(file) as store:
        assert "moved or replaced" in await play_through(store, moved_away(file, replaced))


@contextmanager
def moved_away(file: Path, replaced: bool) -> Iterator[None]:
    """Another file, or none, where the store's was."""
    elsewhere = file.rename(file.with_suffix(".old"))
    if replaced:
        file.touch()
    yield
    elsewhere.replace(file)


@contextmanager
def protected_file(store: Store) -> Iterator[None]:
    """A file that may not be written, also by root: SQLite is told so."""
    writer = store._writer
    assert isinstance(writer, Writer)
    engine = writer._engine

    def forbid(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA query_only = ON")

    event.listen(engine, "begin", forbid)
    assert writer._connection is not None
    writer._connection.connection.driver_connection.execute("PRAGMA query_only = ON")  # type: ignore[union-attr]
    yield
    event.remove(engine, "begin", forbid)


@in_loop
async def test_a_lost_connection_is_made_again(postgres: Cluster) -> None:
    database = postgres.new_database()
    async with open_store(database) as store:
        table_id = await new_table(store)
        cut_connections(database)
        await store.append(table_id, 0, 0.0, some_input(0))
        assert len(await entries_of(store, table_id)) == 1


@pytest.fixture
def own_server() -> Iterator[Cluster]:
    """A PostgreSQL server for one test alone, which may stop it."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with Cluster(programs) as cluster:
        yield cluster


@pytest.mark.fault(
    "PostgreSQL fails over to a standby that is still read-only",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when the store answers",
)
@pytest.mark.parametrize("how", ["fast", "immediate", "read-only"], ids=["stopped", "killed", "read-only"])
@in_loop
async def test_a_server_that_is_stopped_or_killed_or_a_standby_is_waited_for(own_server: Cluster, how: str) -> None:
    database = own_server.new_database()
    async with open_store(database) as store:
        outage = read_only(database) if how == "read-only" else own_server.down(how)
        said = await play_through(store, outage)
        # A connection that is cut says so first, whatever comes after it.
        assert said.startswith(("the database ", "the store is read-only"))
        assert "/" not in said


@pytest.mark.fault(
    "the connection to the database breaks during a commit",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything, once: the commit is found by its receipt",
)
@pytest.mark.parametrize("after", [True, False], ids=["after the commit", "before the commit"])
@in_loop
async def test_a_commit_whose_answer_is_lost_is_made_once(
    database: str, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    write, losses = Writer._write, 0

    def lose(writer: Writer, batch: Sequence[Write], connection: Connection) -> None:
        nonlocal losses
        losses += 1
        if after:
            write(writer, batch, connection)
        if losses <= 3:
            raise writer._engine.dialect.loaded_dbapi.OperationalError("the connection is lost")
        if not after:
            write(writer, batch, connection)

    async with open_store(database) as store:
        table_id = await new_table(store)
        monkeypatch.setattr(Writer, "_write", lose)
        written = [store.append(table_id, number, 0.0, some_input(number)) for number in range(MOVES)]
        later = asyncio.ensure_future(store.append(table_id, MOVES, 0.0, some_input(MOVES)))
        await asyncio.wait_for(asyncio.gather(*written, later), 60)
        entries = await entries_of(store, table_id)
        assert [entry.input for entry in entries] == [some_input(n) for n in range(MOVES + 1)]


@in_loop
async def test_a_late_commit_of_before_an_outage_cannot_follow(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server may still have a statement of ours that it had not begun when the connection was lost."""
    async with open_store(database) as store:
        table_id = await new_table(store)
        writer = store._writer
        assert isinstance(writer, Writer)
        before = writer._epoch
        writer._in_doubt = set()
        await store.append(table_id, 0, 0.0, some_input(0))
        assert writer._epoch == before + 1
        with second_hand(database) as engine, engine.begin() as connection, pytest.raises(EpochChanged):
            lease.check(connection, writer.fence, before)
        statement = writer._log.replace("?", "%s") % (1000, "'late'", writer.fence, before)
        with second_hand(database) as engine, engine.begin() as connection:
            assert connection.execute(text(statement)).rowcount == 0
        assert len(await entries_of(store, table_id)) == 1


@in_loop
async def test_a_service_that_stops_during_an_outage_does_not_wait_for_its_end(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        with log_taken_away(database):
            written = store.append(table_id, 0, 0.0, some_input(0))
            await until(lambda: store.check() is not None)
            store.give_up()
            with pytest.raises(WriteFailed, match="stopped before the database answered"):
                await written
            await store.written()
    async with open_store(database) as store:
        assert await entries_of(store, table_id) == []


@in_loop
async def test_an_outage_is_noticed_without_a_write(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.store.writing.queue.RENEWAL", 0.05)
    async with open_store(database) as store:
        await new_table(store)
        with second_hand(database) as engine:
            with engine.begin() as connection:
                connection.execute(text("ALTER TABLE leases RENAME TO elsewhere"))
            await until(lambda: store.check() is not None)
            with engine.begin() as connection:
                connection.execute(text("ALTER TABLE elsewhere RENAME TO leases"))
        await until(lambda: store.check() is None)


@in_loop
async def test_a_read_that_fails_names_no_address(database: str) -> None:
    async with open_store(database) as store:
        table_id = await new_table(store)
        with log_taken_away(database), pytest.raises(ReadFailed, match=r"^not read: the database refuses to work$"):
            await store.load(table_id)
