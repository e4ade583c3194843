"""Many Othello games at once on one `stolik serve`: how fast moves are relayed, and what a table costs.

    python -m bench.othello_load                     100, 1,000 and 2,000 games, without a store and with SQLite
    python -m bench.othello_load --games 100 --db postgresql://…

The service is one process, and all clients are in this process; each has its own core if there are two. First the
players think for about a second a move, and the time from sending a move to its arrival at the opponent is measured.
After that everyone answers at once, and the service's processor time gives how many moves a second one core relays. A
bare echo of lines on the same event loop is measured in the same run, with the same clients, connections and moves: no
server of ours can be faster.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

import click
from rich.console import Console
from rich.table import Table

from bench.othello_crowd import Crowd, EchoedPlayer
from stolik.service.net.listen import allow_many_connections
from stolik.service.net.loop import run

THINK = 1.0
PACED_FOR = 10.0
# After so many moves games end, and the lobby sends news to everyone: that would be another measurement.
LAST_PLY = 50
PATIENCE = 600.0
CORES = sorted(os.sched_getaffinity(0))
SERVICE_CORES, CROWD_CORES = CORES[:1], CORES[1:] or CORES


@dataclass(frozen=True)
class Load:
    """The figures of one load."""

    games: int
    store: str
    come: float
    """Seconds until all were in the lobby."""
    pair_off: float
    """Seconds until all were in a game, from the first invitation."""
    set_up: float
    """Seconds of the service's processor time for both."""
    p50: float
    p99: float
    relays: float
    """Moves a second, while players think."""
    moves: float
    """Moves per second of the service's processor time, when everyone answers at once."""
    flat_out: float
    """Moves per second by the clock, when everyone answers at once."""
    table_bytes: float
    echo_p99: float
    echoes: float
    """Moves per second of the echo's processor time."""


class Served:
    """A server process, on its own core if there are several, and the resources that it uses."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        os.sched_setaffinity(self._process.pid, SERVICE_CORES)
        assert self._process.stdout is not None
        self._stdout = self._process.stdout

    def line(self) -> str:
        """The next line that it prints."""
        return self._stdout.readline()

    def processor(self) -> float:
        """Processor time of all threads so far, in seconds; more precise than the time of the process."""
        threads = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def memory(self) -> int:
        """Resident bytes."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self._process.pid}/status").read_text())
        assert found
        return int(found[1]) * 1024

    def kill(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.wait()


async def echo(games: int) -> tuple[float, float]:
    """The echo's 99th percentile while players think, and its moves per second of processor time."""
    served = Served(sys.executable, "-m", "bench.echo", str(2 * games))
    crowd = Crowd(games, EchoedPlayer)
    try:
        await crowd.connect(int(served.line()))
        paced = await _play_paced(crowd)
        return quantiles(paced, n=100)[98], (await _play_flat_out(crowd, served))[0]
    finally:
        served.kill()
        crowd.close()


async def play(games: int, store: str, arguments: tuple[str, ...]) -> Load:
    """One load on a fresh service."""
    echo_p99, echoes = await echo(games)
    stolik = str(Path(sys.executable).parent / "stolik")
    ports = ("--port", "0", "--othello-port", "0", "--krazki-port", "0", "--graph-port", "0")
    served = Served(stolik, "serve", *ports, *arguments)
    said = served.line() + served.line()
    port = re.search(r"othello on port (\d+)", said)
    assert port, said
    crowd = Crowd(games)
    awake = asyncio.get_running_loop().create_task(crowd.keep_alive())
    try:
        begun, started = time.perf_counter(), served.processor()
        await crowd.connect(int(port[1]))
        come, connected = time.perf_counter() - begun, served.memory()
        await crowd.start()
        pair_off, set_up = time.perf_counter() - begun - come, served.processor() - started
        table_bytes = (served.memory() - connected) / games
        await crowd.quiet()
        paced = await _play_paced(crowd)
        moves, flat_out = await _play_flat_out(crowd, served)
    finally:
        awake.cancel()
        served.kill()
        crowd.close()
    percentiles = quantiles(paced, n=100)
    return Load(
        games, store, come, pair_off, set_up, percentiles[49], percentiles[98], len(paced) / PACED_FOR,
        moves, flat_out, table_bytes, echo_p99, echoes,
    )  # fmt: skip


async def _play_paced(crowd: Crowd) -> list[float]:
    crowd.pace = THINK
    crowd.play()
    await asyncio.sleep(2 * THINK)  # until the players are out of step
    crowd.latencies.clear()
    await asyncio.sleep(PACED_FOR)
    paced = list(crowd.latencies)
    crowd.hold(0)
    await crowd.all_held()
    return paced


async def _play_flat_out(crowd: Crowd, served: Served) -> tuple[float, float]:
    """Moves a second of the service's processor, and by the clock."""
    crowd.latencies.clear()
    crowd.hold(LAST_PLY)
    crowd.pace = 0.0
    began, used = time.perf_counter(), served.processor()
    crowd.play()
    await crowd.all_held()
    used = served.processor() - used
    return len(crowd.latencies) / used, len(crowd.latencies) / (time.perf_counter() - began)


async def measure(sizes: tuple[int, ...], db: str | None) -> list[Load]:
    """Every size, without a store and with one."""
    allow_many_connections()
    loads = []
    for games in sizes:
        async with asyncio.timeout(PATIENCE):
            loads.append(await play(games, "none", ("--no-db",)))
        with tempfile.TemporaryDirectory() as folder:
            address = db or str(Path(folder) / "stolik.db")
            async with asyncio.timeout(PATIENCE):
                loads.append(await play(games, "PostgreSQL" if db else "SQLite", ("--db", address)))
    return loads


@click.command()
@click.option("--games", "sizes", multiple=True, type=click.IntRange(1), default=(100, 1000, 2000), show_default=True)
@click.option("--db", help="A database to measure with, in the place of a SQLite file.")
def main(sizes: tuple[int, ...], db: str | None) -> None:
    """Measure games of Othello at once."""
    table = Table(title=f"Othello games at once on one process; paced: players think {THINK:g} s a move")
    for name in (
        "games", "store", "come s", "pair off s", "core s",
        "paced moves/s", "p50 ms", "p99 ms", "echo p99", "KB a table", "flat out moves/s", "moves/core s",
        "echoes/core s", "ratio",
    ):  # fmt: skip
        table.add_column(name, justify="right")
    os.sched_setaffinity(0, CROWD_CORES)
    for load in run(measure(sizes, db)):
        table.add_row(
            str(load.games), load.store, f"{load.come:.1f}", f"{load.pair_off:.1f}", f"{load.set_up:.1f}",
            f"{load.relays:.0f}", f"{load.p50 * 1e3:.2f}", f"{load.p99 * 1e3:.2f}", f"{load.echo_p99 * 1e3:.2f}",
            f"{load.table_bytes / 1024:.1f}", f"{load.flat_out:.0f}", f"{load.moves:.0f}", f"{load.echoes:.0f}",
            f"{load.moves / load.echoes:.2f}",
        )  # fmt: skip
    Console(width=160).print(table)


if __name__ == "__main__":
    main()
