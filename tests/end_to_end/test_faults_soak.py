"""Long runs against the real thing: games go on while their database is stopped, full, locked or slow, or hangs.

Two hundred games of all kinds are played by programs, each over its game's own protocol, and some by bots. What every
program heard is compared with the record at the end, line for line.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from bench.othello_crowd import Crowd
from sqlalchemy.exc import DBAPIError
from tests.end_to_end.test_one_owner import start_second
from tests.end_to_end.test_outage import play_through, wait_for_health
from tests.end_to_end.test_serve import ask, expect_at_last, two_in_a_game
from tests.end_to_end.test_serve_crash import _check_records
from tests.support.crowds import Programs
from tests.support.faults import frozen, full_disk
from tests.support.loop import in_loop
from tests.support.postgres import Cluster, find_programs
from tests.support.service import Service
from tests.support.slow_proxy import SlowProxy
from tests.support.store import held

from stolik.contract import Ending
from stolik.store.store import open_store

OTHELLO_GAMES = 80
GAMES = {"krazki": 50, "graph": 50, "kierki": 20}
"""Two hundred in all, played by programs."""
DISK = 150
"""Megabytes of a PostgreSQL server's own disk."""
ROUNDS = 12
PATIENCE = 900.0
THINKING = 0.5
"""Seconds for a move: then the games last as long as the faults."""
BOTS = {"kierki": ("N", "E", "S", "W"), "krazki": ("b", "c"), "graph": ("first", "second")}

SLOW = 0.4
"""Seconds by which a slow database's questions and answers are late."""

Fault = Callable[[], AbstractContextManager[object]]
Server = tuple[Cluster, SlowProxy]


@contextmanager
def server_with_a_disk() -> Iterator[tuple[str, Server]]:
    """The address of an empty database on a PostgreSQL server with a small disk of its own, behind a proxy."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    try:
        server = Cluster(programs, DISK)
    except (PermissionError, FileNotFoundError) as error:
        pytest.skip(f"a disk can only be made by root: {error}")
    with server as cluster, SlowProxy(cluster.new_database()) as proxy:
        yield proxy.database, (cluster, proxy)


@contextmanager
def many_short_locks(database: str) -> Iterator[None]:
    """A slow SQLite file: somebody else locks it again and again, for nearly all of the time."""
    over = threading.Event()

    def lock_again() -> None:
        while not over.is_set():
            with suppress(DBAPIError), held(database):  # the store may have the lock itself
                over.wait(SLOW)

    thread = threading.Thread(target=lock_again)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def second_service(database: str) -> Iterator[None]:
    """A second service, which is refused."""
    second = start_second(database)
    assert second.returncode == 1
    assert "the store is in use by process" in second.stderr or "cannot open" in second.stderr
    yield


def faults_of(database: str, server: Server | None, pid: int) -> list[Fault]:
    faults: list[Fault] = [lambda: held(database), lambda: second_service(database)]
    if server is None:
        return [*faults, lambda: full_disk(pid, database), lambda: many_short_locks(database)]
    cluster, proxy = server
    return [
        *faults,
        lambda: cluster.down("fast"),
        lambda: cluster.down("immediate"),
        lambda: frozen(cluster),
        cluster.full,
        lambda: proxy.slow(SLOW),
    ]


async def _meet_faults(faults: list[Fault], rng: Random) -> None:
    for _ in range(ROUNDS):
        await asyncio.sleep(rng.uniform(0.1, 2.0))
        fault, seconds = rng.choice(faults)(), rng.uniform(0.1, 6.0)
        with ExitStack() as stack:
            await asyncio.to_thread(stack.enter_context, fault)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(stack.close)


def _seat_bots(service: Service) -> int:
    """Starts a table of bots of each game; returns how many."""
    token = ask(service, "/api/session", {"name": "Ada"})["token"]
    for game, seats in BOTS.items():
        bots = {seat: {"kind": "bot", "name": "random"} for seat in seats}
        ask(service, "/api/tables", {"game": game, "seats": bots}, token)
    return len(BOTS)


async def _check_bots(database: str, tables: int) -> None:
    async with open_store(database) as store:
        assert await store.load_unfinished() == []
        ended = [table for table in await store.finished_tables(limit=1000) if "random" in str(table.seats)]
        assert len(ended) == tables
        assert all(table.outcome is not None and table.outcome.ending is Ending.RULES for table in ended)


def _play_through_faults(database: str, server: Server | None, folder: Path, seed: int) -> None:
    @in_loop
    async def main() -> None:
        crowd, programs = Crowd(OTHELLO_GAMES), Programs(GAMES, Random(seed))
        crowd.pace = THINKING
        awake = asyncio.get_running_loop().create_task(crowd.keep_alive())
        with Service(folder, "--db", database, "--grace", "600") as service:
            async with asyncio.timeout(PATIENCE):
                tables = await asyncio.to_thread(_seat_bots, service)
                await crowd.connect(service.ports["othello"])
                await crowd.start()
                await programs.come(service.http)
                faults = asyncio.ensure_future(
                    _meet_faults(faults_of(database, server, service.process.pid), Random(seed))
                )
                crowd.play()
                await faults
                await crowd.finish()
                await programs.finish()
            crowd.close()
            await asyncio.to_thread(wait_for_health, service, "ok")
            until_bots_end = asyncio.to_thread(_wait_for_tables, service)
            await asyncio.wait_for(until_bots_end, PATIENCE)
            assert service.stop() == 0
        awake.cancel()
        await _check_records(crowd, database)
        await programs.check(database)
        await _check_bots(database, tables)

    print(f"seed {seed}")
    main()


def _wait_for_tables(service: Service) -> None:
    while ask(service, "/api/tables"):
        time.sleep(0.5)


@pytest.mark.soak
def test_games_of_all_kinds_outlive_every_fault_of_a_postgresql_server(tmp_path: Path) -> None:
    with server_with_a_disk() as (database, server):
        _play_through_faults(database, server, tmp_path, Random().randrange(2**32))


@pytest.mark.soak
def test_games_of_all_kinds_outlive_every_fault_of_a_sqlite_file(tmp_path: Path) -> None:
    _play_through_faults(str(tmp_path / "stolik.db"), None, tmp_path, Random().randrange(2**32))


@pytest.mark.soak
@pytest.mark.fault(
    "the disk of a PostgreSQL server is full",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when there is room and the server runs",
)
def test_the_disk_of_a_postgresql_server_is_full_under_a_game(tmp_path: Path) -> None:
    with server_with_a_disk() as (database, (cluster, _)), Service(tmp_path, "--db", database) as service:
        play_through(service, cluster.full())
        assert service.stop() == 0


@pytest.mark.soak
@pytest.mark.fault(
    "the connection to PostgreSQL is slow: every question and answer is late",
    sees="moves are told later, in the right order; while an answer takes more than a second, the same as in an outage",
    kept="everything",
)
def test_the_connection_to_a_postgresql_server_is_slow_under_a_game(tmp_path: Path) -> None:
    with server_with_a_disk() as (database, (_, proxy)), Service(tmp_path, "--db", database) as service:
        dan, eva = two_in_a_game(service.ports["othello"])
        with proxy.slow(SLOW):
            for player, other, move in ((dan, eva, "3~2"), (eva, dan, "2~2"), (dan, eva, "1~2")):
                player.say(f"CMOV~{move}")
                expect_at_last(other, f"SMOV~{move}")
        assert service.stop() == 0
