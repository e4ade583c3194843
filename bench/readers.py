"""How long a player's ping takes while others read replays and exports of finished games as fast as they can.

    python -m bench.readers [--readers 20 --readers 200] [--seconds 10] [--games 40]

Three processes: the service with a SQLite store, the readers, and the player, who pings ten times a second at a table
of the page. Each reader is an HTTP connection without a name; it asks for a game by chance, as a replay or as a file,
and asks again as soon as it has the answer. The first row is the ping without readers, in the same run. Readers all
have one address, and in the other rows an address each: limits are counted by address.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import click
import httpx
from websockets.asyncio.client import connect

from bench.hour.service import Service
from stolik.contract import Kind, Player
from stolik.contract.registry import all_games, find_game
from stolik.service.net.listen import allow_many_connections
from stolik.service.net.loop import run
from stolik.store.store import Store, open_store
from stolik.table.inputs import Play, Sit
from stolik.table.record import open_table
from stolik.web.records.exports import formats_of

PAUSE: Final = 0.1
"""Seconds between two pings."""
ANSWER: Final = 30.0
"""Seconds that a ping may take."""


async def fill(db: str, games: int) -> list[str]:
    """Stores so many finished games, of every kind in turn, played by chance; what can be asked for of them."""
    paths: list[str] = []
    async with open_store(db) as store:
        names = sorted(all_games())
        for number in range(games):
            game = find_game(names[number % len(names)])
            table_id = await _store_game(store, game.name, Random(number))
            paths.append(f"/api/records/{table_id}")
            paths += [f"/api/records/{table_id}?seat={seat}" for seat in game.seats]
            paths += [f"/api/records/{table_id}/export?format={name}" for name in formats_of(game)]
    return paths


async def _store_game(store: Store, name: str, rng: Random) -> str:
    game = find_game(name)
    table, record = open_table(game, game.start(rng), game.house_rules)
    for number, seat in enumerate(game.seats):
        table.take(Sit(seat, f"player {number}"), 0.0)
    while table.position.turn is not None:
        table.take(Play(table.position.turn, game.write_move(rng.choice(table.position.moves()))), 0.0)
    seats = {seat: Player(f"player {number}", Kind.PROGRAM) for number, seat in enumerate(game.seats)}
    table_id = await store.open_table(name, record.setup, record.rules, 0.0, seats)
    await asyncio.gather(
        *(store.append(table_id, number, entry.at, entry.input) for number, entry in enumerate(record.entries))
    )
    assert table.outcome is not None
    await store.finish(table_id, len(record.entries), 1.0, table.outcome)
    return table_id


class Reader(asyncio.Protocol):
    """Reads one game after another."""

    def __init__(self, paths: list[str], rng: Random, answers: Synchronized[int], refused: Synchronized[int]) -> None:
        self._paths = paths
        self._rng = rng
        self._answers = answers
        self._refused = refused
        self._head = b""
        self._left = 0
        """Bytes of the answer that have not come yet."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the first."""
        self._transport = cast(asyncio.Transport, transport)
        self._ask()

    def _ask(self) -> None:
        path = self._rng.choice(self._paths)
        packed = "Accept-Encoding: gzip\r\n" if self._rng.random() < 0.75 else ""
        self._transport.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{packed}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        """Asks for the next when an answer is complete."""
        if self._left:
            self._left -= len(data)
        else:
            self._head += data
            head, found, body = self._head.partition(b"\r\n\r\n")
            if not found:
                return
            self._head = b""
            length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            self._left = int(length.partition(b":")[2]) - len(body)
            if not head.startswith(b"HTTP/1.1 200"):
                self._refused.value += 1
        if not self._left:
            self._answers.value += 1
            self._ask()


def read_for_ever(
    port: int, readers: int, addresses: int, paths: list[str], answers: Synchronized[int], refused: Synchronized[int]
) -> None:
    """The process of the readers; each of `addresses` of this machine has the same number of them."""

    async def main() -> None:
        loop, rng = asyncio.get_running_loop(), Random(1)
        for number in range(readers):
            source = f"127.0.{1 + number % addresses // 250}.{1 + number % addresses % 250}"
            await loop.create_connection(
                lambda: Reader(paths, rng, answers, refused), "127.0.0.1", port, local_addr=(source, 0)
            )
        await asyncio.Event().wait()

    allow_many_connections()
    run(main())


@contextmanager
def reading(port: int, readers: int, addresses: int, paths: list[str]) -> Iterator[tuple[Any, Any]]:
    """So many readers; how many answers they have had, and how many of them were refusals."""
    spawn = multiprocessing.get_context("spawn")
    answers, refused = spawn.Value("q", 0, lock=True), spawn.Value("q", 0, lock=True)
    process = spawn.Process(target=read_for_ever, args=(port, readers, addresses, paths, answers, refused), daemon=True)
    process.start()
    try:
        until = time.monotonic() + ANSWER
        while answers.value < readers and time.monotonic() < until:
            time.sleep(0.1)
        yield answers, refused
    finally:
        process.kill()
        process.join()


async def pings(port: int, seconds: float) -> list[float]:
    """The times of a player's pings."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=ANSWER) as http:
        token = (await http.post("/api/session", json={})).json()["token"]
    times: list[float] = []
    async with connect(f"ws://127.0.0.1:{port}/api/ws", ping_interval=None) as socket:
        await socket.send(f'{{"type":"hello","token":"{token}"}}')
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            await asyncio.sleep(PAUSE)
            began = time.perf_counter()
            await socket.send('{"type":"ping"}')
            while '"pong"' not in str(await asyncio.wait_for(socket.recv(), ANSWER)):
                pass
            times.append(time.perf_counter() - began)
    return sorted(times)


def row(service: Service, readers: int, addresses: int, paths: list[str], seconds: float) -> None:
    """Measures and prints one row."""
    used = 0.0
    if readers:
        with reading(service.http, readers, addresses, paths) as (answers, refused):
            before, before_refused, cpu = answers.value, refused.value, service.processor()
            times = run(pings(service.http, seconds))
            got, no = answers.value - before, refused.value - before_refused
            used = service.processor() - cpu
    else:
        got = no = 0
        times = run(pings(service.http, seconds))
    p99 = times[min(len(times) - 1, len(times) * 99 // 100)]
    click.echo(
        f"| {readers} | {addresses} | {got / seconds:.0f} | {no / seconds:.0f} | {used / seconds:.2f} "
        f"| {1000 * statistics.median(times):.1f} | {1000 * p99:.1f} | {1000 * times[-1]:.1f} |"
    )


@click.command()
@click.option("--readers", "sizes", type=click.IntRange(1), multiple=True, default=(20, 200), show_default=True)
@click.option("--seconds", default=10.0, show_default=True, help="How long each row is measured.")
@click.option("--games", default=40, show_default=True, help="Finished games in the store.")
def main(sizes: tuple[int, ...], seconds: float, games: int) -> None:
    """Measure a player's ping beside readers."""
    allow_many_connections()
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "stolik.db")
        paths = run(fill(db, games))
        click.echo(
            "| readers | addresses | answers/s | refused/s | cores used | ping: median ms | p99 ms | longest ms |"
        )
        click.echo("|---|---|---|---|---|---|---|---|")
        rows = [(0, 0), *((size, 1) for size in sizes), *((size, size) for size in sizes), (0, 0)]
        for readers, addresses in rows:
            with Service(Path(folder), db) as service:
                row(service, readers, addresses, paths, seconds)


if __name__ == "__main__":
    main()
