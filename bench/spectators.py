"""Many spectators of one table: the time from a player's move until each of them gets the frame.

    python -m bench.spectators [--spectators 500] [--moves 60] [--db PATH]

The service and the crowd are two processes. The crowd reads raw sockets, so that it costs less than what it measures.
The limit is a bare loop that writes the same bytes to as many sockets when one of them sends something.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import click
import httpx
from websockets.asyncio.client import ClientConnection, connect

from stolik.games.othello.rules import START, write_square
from stolik.service.net.listen import allow_many_connections
from stolik.service.net.loop import run

PLAYED = b'"type":"played"'
BARE = f"""
import asyncio
from stolik.service.net.listen import allow_many_connections
crowd = set()
class Bare(asyncio.Protocol):
    def connection_made(self, transport):
        crowd.add(transport)
    def data_received(self, data):
        for transport in crowd:
            transport.write({PLAYED + b"x" * 280!r})
async def main():
    server = await asyncio.get_running_loop().create_server(Bare, "127.0.0.1", 0, backlog=1024)
    print("port", server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
allow_many_connections()
from stolik.service.net.loop import run
run(main())
"""


class Spectator(asyncio.Protocol):
    """A socket that records when it receives a move."""

    transport: asyncio.Transport

    def __init__(self, words: list[bytes], ready: Callable[[], None], played: Callable[[], None]) -> None:
        """The first of `words` is sent at once, the rest together after the first answer."""
        self._first, *self._rest = words
        self._ready: Callable[[], None] | None = ready
        self._played = played

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the first message."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self._first)

    def data_received(self, data: bytes) -> None:
        """Counts the frames; frames this small arrive in one piece."""
        if self._rest:
            self.transport.write(b"".join(self._rest))
            self._rest = []
        if self._ready is not None and b'"type":"asked"' in data:
            self._ready()
            self._ready = None
        for _ in range(data.count(PLAYED)):
            self._played()


class Crowd:
    """All spectators, and when each of them received the last move."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.latencies: list[float] = []
        self._told = 0
        self._all = asyncio.Event()
        self._sent = 0.0

    async def come(self, port: int, words: list[bytes], *, wait: bool) -> None:
        """Connects everybody."""
        loop, ready = asyncio.get_running_loop(), asyncio.Semaphore(0)
        for _ in range(self.size):
            await loop.create_connection(lambda: Spectator(words, ready.release, self._played), "127.0.0.1", port)
        for _ in range(self.size if wait else 0):
            await asyncio.wait_for(ready.acquire(), 30)

    def _played(self) -> None:
        self.latencies.append(time.perf_counter() - self._sent)
        self._told += 1
        if self._told == self.size:
            self._all.set()

    async def told(self, move: Callable[[], Any]) -> None:
        """Makes a move, and waits until everybody has received it."""
        self._told = 0
        self._all.clear()
        self._sent = time.perf_counter()
        await move()
        await asyncio.wait_for(self._all.wait(), 30)

    def report(self, what: str) -> float:
        """Prints the figures; the 99th percentile."""
        p50, p99 = (statistics.quantiles(self.latencies, n=100)[at] for at in (49, 98))
        worst = max(self.latencies)
        print(f"{what:<8} p50 {p50 * 1e3:7.1f} ms   p99 {p99 * 1e3:7.1f} ms   worst {worst * 1e3:7.1f} ms")
        return p99


def frame(word: dict[str, str]) -> bytes:
    """A client's frame, masked with zeros: the mask is for proxies, and there is none here."""
    text = json.dumps(word).encode()
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def greeting(table: str) -> list[bytes]:
    """A WebSocket handshake, hello and watch."""
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = (
        "GET /api/ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    return [upgrade.encode(), frame({"type": "hello"}), frame({"type": "watch", "table": table})]


class Player:
    """A person at the table."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self.socket = socket
        self.table = table

    async def say(self, type_: str, **fields: str) -> None:
        """Says a word of this table's."""
        await self.socket.send(json.dumps({"type": type_, "table": self.table, **fields}))

    async def hear(self, type_: str) -> None:
        """Skips to the next word of that type."""
        while json.loads(await self.socket.recv())["type"] != type_:
            pass


async def measure(port: int, size: int, moves: int) -> Crowd:
    """Two people play Othello before the crowd."""
    url = f"ws://127.0.0.1:{port}/api/ws"
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        tokens = [(await http.post("/api/session", json={})).json()["token"] for _ in range(2)]
        headers = {"Authorization": f"Bearer {tokens[0]}"}
        table = (await http.post("/api/tables", json={"game": "othello"}, headers=headers)).json()["id"]
    async with connect(url) as black, connect(url) as white:
        players = {"black": Player(black, table), "white": Player(white, table)}
        for token, (seat, player) in zip(tokens, players.items(), strict=True):
            await player.socket.send(json.dumps({"type": "hello", "token": token}))
            await player.say("sit", seat=seat)
        for player in players.values():
            await player.hear("asked")
        crowd = Crowd(size)
        await crowd.come(port, greeting(table), wait=True)
        position = START
        for _ in range(moves):
            if position.turn is None:
                break
            mover, move = players[position.turn], position.moves()[0]
            await crowd.told(lambda mover=mover, move=move: mover.say("play", move=write_square(move)))  # type: ignore[misc]
            position = position.play(move)
        return crowd


async def measure_bare(port: int, size: int, moves: int) -> Crowd:
    """The bare loop, told by one more socket."""
    crowd = Crowd(size)
    await crowd.come(port, [b""], wait=False)
    _, writer = await asyncio.open_connection("127.0.0.1", port)

    async def move() -> None:
        writer.write(b"x")

    for _ in range(moves):
        await crowd.told(move)
    return crowd


def started(*command: str) -> tuple[subprocess.Popen[str], int]:
    """A server, and the port that it names on standard output."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout
    port = re.search(r"(?:port |:)(\d+)", server.stdout.readline().replace("http:", ""))
    assert port
    return server, int(port[1])


@click.command()
@click.option("--spectators", default=500, show_default=True)
@click.option("--moves", default=60, show_default=True)
@click.option("--db", help="Where the service keeps its records; a temporary file if not given.")
def main(spectators: int, moves: int, db: str | None) -> None:
    """Measure both."""
    allow_many_connections()
    bare, port = started(sys.executable, "-c", BARE)
    limit = run(measure_bare(port, spectators, moves)).report("bare")
    bare.kill()
    with tempfile.TemporaryDirectory() as folder:
        free = ["--port", "0", "--othello-port", "0", "--krazki-port", "0", "--graph-port", "0", "--host", "127.0.0.1"]
        program = str(Path(sys.executable).parent / "stolik")
        service, port = started(program, "serve", *free, "--db", db or f"{folder}/stolik.db")
        try:
            p99 = run(measure(port, spectators, moves)).report("service")
        finally:
            service.terminate()
            service.wait()
    print(f"p99 of the service: {p99 / limit:.1f} times the bare loop's, {spectators} spectators")


if __name__ == "__main__":
    main()
