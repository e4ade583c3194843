"""Long runs against the real thing: games go on while their database is stopped, killed, filled, locked and hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest
from bench.othello_crowd import Crowd
from tests.end_to_end.test_one_owner import start_second
from tests.end_to_end.test_outage import own_server, wait_for_health
from tests.end_to_end.test_serve import ask
from tests.end_to_end.test_serve_crash import _check_records
from tests.support.faults import frozen, full_disk
from tests.support.loop import in_loop
from tests.support.postgres import Cluster
from tests.support.service import Service
from tests.support.store import held

from stolik.contract import Ending
from stolik.store.store import open_store

GAMES = 200
ROUNDS = 12
PATIENCE = 900.0
THINKING = 0.5
"""Seconds for a move: then the games last as long as the faults."""
BOTS = {"kierki": ("N", "E", "S", "W"), "krazki": ("b", "c"), "graph": ("first", "second")}

Fault = Callable[[], AbstractContextManager[object]]


@contextmanager
def second_service(database: str) -> Iterator[None]:
    """A second service, which is refused."""
    refused = start_second(database)
    assert refused.returncode == 1
    assert "the store is in use by process" in refused.stderr or "cannot open" in refused.stderr
    yield


def faults_of(database: str, cluster: Cluster | None, pid: int) -> list[Fault]:
    faults: list[Fault] = [lambda: held(database), lambda: second_service(database)]
    if cluster is None:
        return [*faults, lambda: full_disk(pid, database)]
    return [*faults, lambda: cluster.down("fast"), lambda: cluster.down("immediate"), lambda: frozen(cluster)]


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
        ended = [table for table in await store.finished_tables(limit=GAMES * 2) if "random" in str(table.seats)]
        assert len(ended) == tables
        assert all(table.outcome is not None and table.outcome.ending is Ending.RULES for table in ended)


def _play_through_faults(database: str, cluster: Cluster | None, folder: Path, seed: int) -> None:
    @in_loop
    async def main() -> None:
        crowd = Crowd(GAMES)
        crowd.pace = THINKING
        awake = asyncio.get_running_loop().create_task(crowd.keep_alive())
        with Service(folder, "--db", database, "--grace", "600") as service:
            async with asyncio.timeout(PATIENCE):
                tables = await asyncio.to_thread(_seat_bots, service)
                await crowd.connect(service.ports["othello"])
                await crowd.start()
                faults = asyncio.ensure_future(
                    _meet_faults(faults_of(database, cluster, service.process.pid), Random(seed))
                )
                crowd.play()
                await faults
                await crowd.finish()
            crowd.close()
            await asyncio.to_thread(wait_for_health, service, "ok")
            until_bots_end = asyncio.to_thread(_wait_for_tables, service)
            await asyncio.wait_for(until_bots_end, PATIENCE)
            assert service.stop() == 0
        awake.cancel()
        await _check_records(crowd, database)
        await _check_bots(database, tables)

    print(f"seed {seed}")
    main()


def _wait_for_tables(service: Service) -> None:
    while ask(service, "/api/tables"):
        time.sleep(0.5)


@pytest.mark.soak
def test_games_of_all_kinds_outlive_every_fault_of_a_postgresql_server(tmp_path: Path) -> None:
    with own_server() as cluster:
        _play_through_faults(cluster.new_database(), cluster, tmp_path, Random().randrange(2**32))


@pytest.mark.soak
def test_games_of_all_kinds_outlive_every_fault_of_a_sqlite_file(tmp_path: Path) -> None:
    _play_through_faults(str(tmp_path / "stolik.db"), None, tmp_path, Random().randrange(2**32))
