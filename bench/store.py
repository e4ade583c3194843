"""How many entries a second the store takes, and how long a table waits for each, beside bare inserts into SQLite.

    python -m bench.store
    python -m bench.store --db postgresql://…

Every table writes its next entry when the previous one is on disk, as a table in play does. Before each load a bare
loop inserts and commits single rows, with the same settings: that is the cost of an entry without shared commits.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles

import click
import msgspec
from rich.console import Console
from rich.table import Table

from stolik.contract.registry import find_game
from stolik.games.othello import GAME
from stolik.service.net.loop import run
from stolik.store.store import Store, open_store
from stolik.table.inputs import Play

ENTRY = Play("black", "d3")


@dataclass(frozen=True)
class Run:
    """The figures of one load."""

    seconds: float
    waits: list[float]

    @property
    def per_second(self) -> float:
        """Entries."""
        return len(self.waits) / self.seconds

    def wait_ms(self, percent: int) -> float:
        """The percentile of the entries' waiting time, in milliseconds."""
        return 1000 * quantiles(self.waits, n=100, method="inclusive")[percent - 1]


def run_bare(folder: Path, seconds: float) -> Run:
    """One row, one commit."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS entries (table_id TEXT, number INTEGER, at REAL, input TEXT)")
    row = ("abcdefghijkl", 0, time.time(), msgspec.json.encode(ENTRY).decode())
    waits = []
    begun = now = time.perf_counter()
    while now < begun + seconds:
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)
        now, before = time.perf_counter(), now
        waits.append(now - before)
    connection.close()
    return Run(now - begun, waits)


async def run_tables(store: Store, tables: int, seconds: float) -> Run:
    """Runs so many tables at once; each waits for its entry before it writes the next."""
    game = find_game("othello")
    setup = game.write(game.start(Random(0)))
    opened = [store.open_table("othello", setup, GAME.house_rules, 0.0) for _ in range(tables)]
    ids = await asyncio.gather(*opened)
    waits: list[float] = []
    begun = time.perf_counter()

    async def play(table_id: str) -> None:
        number, now = 0, time.perf_counter()
        while now < begun + seconds:
            await store.append(table_id, number, now, ENTRY)
            number += 1
            now, before = time.perf_counter(), now
            waits.append(now - before)

    await asyncio.gather(*map(play, ids))
    return Run(time.perf_counter() - begun, waits)


async def run_all(address: str, folder: Path, loads: list[int], seconds: float) -> list[tuple[Run, Run]]:
    """Runs each load after a bare loop, because other processes may change the speed of the disk."""
    async with open_store(address) as store:
        return [(run_bare(folder, seconds), await run_tables(store, tables, seconds)) for tables in loads]


@click.command()
@click.option("--db", "address", help="An empty database to measure; a new SQLite file if not given.")
@click.option("--seconds", default=2.0, show_default=True, help="How long each load lasts.")
@click.option("--tables", "loads", multiple=True, type=int, default=[1, 10, 200, 2000], show_default=True)
@click.option("--folder", help="Where the files are made; the system's folder for temporary files if not given.")
def main(address: str | None, seconds: float, loads: list[int], folder: str | None) -> None:
    """Measure the store beside bare inserts."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        runs = run(run_all(address or f"{made}/stolik.db", Path(made), loads, seconds))
    table = Table(title=f"entries written for {seconds:g} s a load")
    for column in ("tables", "entries/s", "p50 ms", "p99 ms", "bare/s", "p50 ms", "p99 ms", "of the bare loop's"):
        table.add_column(column, justify="right")
    for tables, (bare, store) in zip(loads, runs, strict=True):
        table.add_row(str(tables), *_cells(store), *_cells(bare), f"{store.per_second / bare.per_second:.1f}x")
    Console().print(table)


def _cells(seen: Run) -> tuple[str, str, str]:
    return f"{seen.per_second:.0f}", f"{seen.wait_ms(50):.2f}", f"{seen.wait_ms(99):.2f}"


if __name__ == "__main__":
    main()
