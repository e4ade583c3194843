"""Many tables of Kierki in one service, each with four programs: how long a card takes, and how the cost grows.

    python -m bench.kierki_tables [--tables 50 --tables 100] [--seconds 10] [--moves-a-second 1] [--at-once 50]
                                  [--db PATH]

The service and the crowd are two processes. For each number of tables, a new service is started. First the tables are
made over the API, by CPU time of the service; then four programs come to each; then every table plays at the same
pace. A card's time is from sending it until the next player is asked, or until its sender hears how the trick ended.
A table is broken when one of its programs has lost its connection, or when no card was played there.
Full size: --tables 1000 --tables 2500 --tables 5000 --seconds 60, which is 20,000 connections; a process must be
allowed 25,500 open files. A number of tables that needs more is not measured, and a line says so.
"""

from __future__ import annotations

import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, cast

import click
import httpx

from stolik.games.kierki.cards import Card, suit_of
from stolik.games.kierki.rules import SEATS
from stolik.games.kierki.wire import AskCard, DealCards, PutCard, Taken, read_server_message
from stolik.service.net.listen import allow_many_connections, most_open_files
from stolik.service.net.loop import run

FIRST_PORT: Final = 10000
TABLES_EACH: Final = 8
"""Tables that one person may make."""
AT_ONCE: Final = 50
"""Tables that are made at the same time."""
FILES_EACH: Final = len(SEATS) + 1
"""Open files of the service for a table: its port and its programs."""
OTHER_FILES: Final = 500
"""Open files of the service for everything else, and of the crowd."""
SETTLING: Final = 120.0
"""Seconds until every table plays, when all programs come at once."""
END: Final = b"\r\n"

COLUMNS: Final = (
    "tables", "programs", "ms of CPU to make", "cards/s", "median ms", "p99 ms", "longest ms", "µs of CPU/card", "MB",
    "broken tables",
)  # fmt: skip


class Table:
    """One table: when its last card was sent, and how long each took."""

    def __init__(self, pace: float, rng: Random) -> None:
        self.pace = pace
        self.rng = rng
        self.sent_at = 0.0
        self.times: list[float] = []
        self.lost = 0
        """Connections that its programs have lost."""

    def heard(self) -> None:
        """The next player has been asked, or the trick is over."""
        if self.sent_at:
            self.times.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0


class Seat(asyncio.Protocol):
    """A program that plays the first card that it may, at the table's pace."""

    def __init__(self, table: Table, seat: str) -> None:
        self._table = table
        self._seat = seat
        self._hand: list[Card] = []
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the seat."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(f"IAM{self._seat}".encode() + END)

    def connection_lost(self, exc: Exception | None) -> None:
        """The service has closed the connection."""
        self._table.lost += 1

    def data_received(self, data: bytes) -> None:
        """Plays when it is asked."""
        *lines, self._rest = (self._rest + data).split(END)
        for line in lines:
            message = read_server_message(line.decode())
            if isinstance(message, DealCards):
                self._hand = list(message.cards)
            elif isinstance(message, Taken):
                self._table.heard()
            elif isinstance(message, AskCard):
                self._table.heard()
                self._answer(message)

    def _answer(self, asked: AskCard) -> None:
        led = suit_of(asked.cards[0]) if asked.cards else None
        card = next((card for card in self._hand if suit_of(card) == led), self._hand[0])
        asyncio.get_running_loop().call_later(self._table.pace, self._put, asked.number, card)

    def _put(self, number: int, card: Card) -> None:
        if self._transport is None or self._transport.is_closing() or card not in self._hand:
            return
        self._hand.remove(card)
        self._table.sent_at = time.perf_counter()
        self._transport.write(PutCard(number, card).text().encode() + END)

    def close(self) -> None:
        """Leaves."""
        if self._transport is not None:
            self._transport.abort()


@contextmanager
def service(tables: int, db: str | None) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A running service, and the port of its API."""
    ports = f"{FIRST_PORT}-{FIRST_PORT + 2 * tables + 100}"
    with tempfile.TemporaryDirectory() as folder:
        files = ("--operator-file", f"{folder}/operator", "--contests", folder, "--log-format", "text")
        store = ("--no-db",) if db is None else ("--db", db)
        doors = (
            "--port",
            "0",
            "--othello-port",
            "0",
            "--krazki-port",
            "0",
            "--graph-port",
            "0",
            "--table-ports",
            ports,
        )
        command = [str(Path(sys.executable).parent / "stolik"), "serve", *doors, *store, *files]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://localhost:(\d+)", said)
            if found is None:
                raise click.ClickException(f"the service did not start: {said!r}")
            try:
                yield process, int(found[1])
            finally:
                process.kill()


def cpu_and_memory(process: subprocess.Popen[str]) -> tuple[float, float]:
    """Seconds of CPU and megabytes of memory that the service has used so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def make_tables(port: int, tables: int, game: str = "kierki", seats: Sequence[str] = SEATS) -> list[int]:
    """Makes tables whose seats are all for programs; their ports."""
    found: list[int] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=300) as http:

        async def some(number: int) -> None:
            token = (await http.post("/api/session", json={})).json()["token"]
            headers = {"Authorization": f"Bearer {token}"}
            wanted = {"game": game, "turn_time": 3600, "seats": {seat: {"kind": "program"} for seat in seats}}
            for _ in range(number):
                made = await http.post("/api/tables", json=wanted, headers=headers)
                made.raise_for_status()
                found.append(made.json()["port"])

        groups = [min(TABLES_EACH, tables - begin) for begin in range(0, tables, TABLES_EACH)]
        for begin in range(0, len(groups), AT_ONCE):
            await asyncio.gather(*map(some, groups[begin : begin + AT_ONCE]))
    return found


def most_tables() -> int:
    """How many tables one service can have here, by its limit of open files."""
    return (most_open_files() - OTHER_FILES) // FILES_EACH


async def play(ports: list[int], seconds: float, pace: float, at_once: int) -> tuple[list[Table], int]:
    """Four programs come to each table and play for some time; the tables, and how many of them are broken."""
    loop, rng = asyncio.get_running_loop(), Random(1)
    tables = [Table(pace, rng) for _ in ports]
    seats: list[Seat] = []
    for begin in range(0, len(ports), at_once):
        coming = []
        for table, port in zip(tables[begin : begin + at_once], ports[begin : begin + at_once], strict=True):
            for name in SEATS:
                seat = Seat(table, name)
                seats.append(seat)
                coming.append(loop.create_connection(lambda seat=seat: seat, "127.0.0.1", port))  # type: ignore[misc]
        await asyncio.gather(*coming)
    await settle(tables, pace)
    for table in tables:
        table.times.clear()
    await asyncio.sleep(seconds)
    broken = sum(bool(table.lost) or not table.times for table in tables)
    for seat in seats:
        seat.close()
    return tables, broken


async def settle(tables: list[Table], pace: float) -> None:
    """Waits until a card was played at every table, or for SETTLING seconds."""
    until = time.monotonic() + SETTLING
    await asyncio.sleep(2 * pace)
    while not all(table.times for table in tables) and time.monotonic() < until:
        await asyncio.sleep(pace)


async def measure(
    process: subprocess.Popen[str], port: int, tables: int, seconds: float, pace: float, at_once: int
) -> None:
    """Prints one row."""
    began, _ = cpu_and_memory(process)
    ports = await make_tables(port, tables)
    made, _ = cpu_and_memory(process)
    played, broken = await play(ports, seconds, pace, at_once)
    ended, memory = cpu_and_memory(process)
    times = sorted(each for table in played for each in table.times)
    if not times:
        raise click.ClickException("nobody has played: the machine is too slow for so many tables")
    p99 = times[min(len(times) - 1, len(times) * 99 // 100)]
    click.echo(
        f"| {tables} | {4 * tables} | {1000 * (made - began) / tables:.2f} | {len(times) / seconds:.0f} "
        f"| {1000 * statistics.median(times):.1f} | {1000 * p99:.1f} | {1000 * times[-1]:.0f} "
        f"| {1e6 * (ended - made) / len(times):.0f} | {memory:.0f} | {broken} |"
    )


@click.command()
@click.option("--tables", "sizes", type=click.IntRange(1), multiple=True, default=(25, 50), show_default=True)
@click.option("--seconds", default=10.0, show_default=True, help="How long each number of tables plays.")
@click.option("--moves-a-second", default=1.0, show_default=True, help="Cards a second at each table.")
@click.option(
    "--at-once", type=click.IntRange(1), default=AT_ONCE, show_default=True, help="Tables whose programs come together."
)
@click.option("--db", help="Store of the service; none: nothing is stored.")
def command(sizes: tuple[int, ...], seconds: float, moves_a_second: float, at_once: int, db: str | None) -> None:
    """Measure many tables of Kierki in one service."""
    allow_many_connections()
    click.echo(f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
    for tables in sizes:
        if tables <= most_tables():
            with service(tables, db) as (process, port):
                run(measure(process, port, tables, seconds, 1 / moves_a_second, at_once))
    for tables in sizes:
        if tables > most_tables():
            click.echo(
                f"\n{tables} tables were not measured: they need {FILES_EACH * tables + OTHER_FILES} open files of the "
                f"service, and a process here may have {most_open_files()}, enough for {most_tables()} tables. Raise "
                "the limit (ulimit -Hn)."
            )
    sys.exit(int(any(tables > most_tables() for tables in sizes)))


if __name__ == "__main__":
    command()
