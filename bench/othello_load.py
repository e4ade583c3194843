"""Many Othello games at once on one `stolik serve`: how fast moves are relayed, and what a table costs.

    python -m bench.othello_load                     100, 1,000 and 2,000 games, without a store and with SQLite
    python -m bench.othello_load --games 100 --db postgresql://…

The service is one process, all clients are in this one. First the players think about a second a move, as many programs
and no person do: the time from a move's sending to its opponent's hearing of it is measured then. After that everyone
answers at once, and the service's processor time tells how many moves a second one core relays. A bare echo of lines on
the same event loop, with as many connections, is measured in the same run: what no server of ours can beat.
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
from typing import cast

import click
from rich.console import Console
from rich.table import Table

from bench.othello_crowd import Crowd
from stolik.service.listen import allow_many_connections
from stolik.service.loop import run

THINK = 1.0
PACED_FOR = 10.0
# Beyond this many moves games end, and the lobby tells everyone of everyone: that is another measurement.
LAST_PLY = 50
ECHO_FOR = 3.0
LINE = b"CMOV~3~2\n"


@dataclass(frozen=True)
class Load:
    """What one load saw."""

    games: int
    store: str
    p50: float
    p99: float
    relays: float
    """A second, while players think."""
    moves: float
    """A second of the service's processor, when everyone answers at once."""
    flat_out: float
    """A second by the clock, when everyone answers at once."""
    table_bytes: float
    echoes: float
    """A second of the echo's processor."""


class Served:
    """A process that serves, and what it uses."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()

    def processor(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident bytes."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self._process.pid}/status").read_text())
        assert found
        return int(found[1]) * 1024

    def kill(self) -> None:
        """Ends it."""
        self._process.kill()
        self._process.wait()


class Echoed(asyncio.Protocol):
    """A client of the echo: says its line again whenever it comes back."""

    heard = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(LINE)

    def data_received(self, data: bytes) -> None:
        """Goes on."""
        Echoed.heard += 1
        self._transport.write(LINE)


async def echo_rate(connections: int) -> float:
    """Lines a second of processor time that a bare echo sends back."""
    served = Served(sys.executable, "-m", "bench.echo", str(connections))
    loop = asyncio.get_running_loop()
    try:
        for _ in range(connections):
            await loop.create_connection(Echoed, "127.0.0.1", int(served.said))
        before, used = Echoed.heard, served.processor()
        await asyncio.sleep(ECHO_FOR)
        return (Echoed.heard - before) / (served.processor() - used)
    finally:
        served.kill()


async def play(games: int, store: str, arguments: tuple[str, ...]) -> Load:
    """One load on a fresh service."""
    stolik = str(Path(sys.executable).parent / "stolik")
    ports = ("--port", "0", "--othello-port", "0", "--krazki-port", "0", "--graph-port", "0")
    served = Served(stolik, "serve", *ports, *arguments)
    port = re.search(r"othello on port (\d+)", served.said)
    assert port, served.said
    crowd = Crowd(games)
    awake = asyncio.get_running_loop().create_task(crowd.keep_alive())
    try:
        await crowd.connect(int(port[1]))
        connected = served.memory()
        await crowd.start()
        table_bytes = (served.memory() - connected) / games
        paced = await _play_paced(crowd)
        moves, flat_out = await _play_flat_out(crowd, served)
    finally:
        awake.cancel()
        served.kill()
    echoes = await echo_rate(games)
    percentiles = quantiles(paced, n=100)
    return Load(
        games, store, percentiles[49], percentiles[98], len(paced) / PACED_FOR, moves, flat_out, table_bytes, echoes
    )


async def _play_paced(crowd: Crowd) -> list[float]:
    crowd.pace = THINK
    crowd.play()
    await asyncio.sleep(2 * THINK)  # until they are out of step
    crowd.latencies.clear()
    await asyncio.sleep(PACED_FOR)
    return list(crowd.latencies)


async def _play_flat_out(crowd: Crowd, served: Served) -> tuple[float, float]:
    """Moves a second of the service's processor, and by the clock."""
    crowd.hold(0)
    await crowd.all_held()
    crowd.latencies.clear()
    crowd.hold(LAST_PLY)
    crowd.pace = 0.0
    crowd.play()
    began, used = time.perf_counter(), served.processor()
    await crowd.all_held()
    used = served.processor() - used
    return len(crowd.latencies) / used, len(crowd.latencies) / (time.perf_counter() - began)


async def measure(sizes: tuple[int, ...], db: str | None) -> list[Load]:
    """Every size, without a store and with one."""
    allow_many_connections()
    loads = []
    for games in sizes:
        loads.append(await play(games, "none", ("--no-db",)))
        with tempfile.TemporaryDirectory() as folder:
            address = db or str(Path(folder) / "stolik.db")
            loads.append(await play(games, "PostgreSQL" if db else "SQLite", ("--db", address)))
    return loads


@click.command()
@click.option("--games", "sizes", multiple=True, type=click.IntRange(1), default=(100, 1000, 2000), show_default=True)
@click.option("--db", help="A database to measure with, in the place of a SQLite file.")
def main(sizes: tuple[int, ...], db: str | None) -> None:
    """Measure games of Othello at once."""
    table = Table(title=f"Othello games at once on one process; paced: players think {THINK:g} s a move")
    for name in (
        "games", "store", "paced moves/s", "p50 ms", "p99 ms", "KB a table", "flat out moves/s", "moves/core s",
        "echoes/core s", "ratio",
    ):  # fmt: skip
        table.add_column(name, justify="right")
    for load in run(measure(sizes, db)):
        table.add_row(
            str(load.games), load.store, f"{load.relays:.0f}", f"{load.p50 * 1e3:.2f}", f"{load.p99 * 1e3:.2f}",
            f"{load.table_bytes / 1024:.1f}", f"{load.flat_out:.0f}", f"{load.moves:.0f}", f"{load.echoes:.0f}",
            f"{load.moves / load.echoes:.2f}",
        )  # fmt: skip
    Console(width=160).print(table)


if __name__ == "__main__":
    main()
