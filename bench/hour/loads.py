"""What clients do to the service: each load goes on until its time is up, then everybody leaves."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from random import Random
from typing import Any, Final, cast

import httpx
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from bench.kierki_tables.seats import Seat, Table, make_tables
from bench.othello_crowd import Crowd
from stolik.contract.registry import find_game
from stolik.games.kierki.rules import SEATS
from stolik.wire.codes import Begin, ClientSide, Moved, read_server_message

PATIENCE: Final = 300.0
"""Seconds for what must come."""
PACE: Final = 0.3
"""Seconds that players think."""
CARD_PACE: Final = 0.05
CODE_GAMES: Final = ("krazki", "graph")
BOT_SEATS: Final = {"othello": ("black", "white"), "krazki": ("b", "c"), "graph": ("first", "second"), "kierki": SEATS}


class Where(Struct, frozen=True):
    """Where the service is, and how much load there is to be."""

    http: int
    ports: dict[str, int]
    size: int
    until: float
    """When the load is to end, by the monotonic clock."""
    client: httpx.AsyncClient
    rng: Random

    @property
    def is_on(self) -> bool:
        """Whether the load goes on."""
        return time.monotonic() < self.until


Load = Callable[[Where], Coroutine[Any, Any, None]]


async def othello(where: Where) -> None:
    """Programs come to the lobby, invite each other and play."""
    while where.is_on:
        crowd = Crowd(where.size)
        crowd.pace = PACE
        awake = asyncio.ensure_future(crowd.keep_alive())
        try:
            async with asyncio.timeout(PATIENCE):
                await crowd.connect(where.ports["othello"])
                await crowd.start()
                crowd.play()
                await crowd.finish()
        finally:
            awake.cancel()
            crowd.close()


class _LastingSeat(Seat):
    """A program that plays a match of Kierki to its end."""

    def __init__(self, table: Table, seat: str) -> None:
        super().__init__(table, seat)
        self.over = asyncio.Event()

    def connection_lost(self, exc: Exception | None) -> None:
        """The match is over."""
        self.over.set()


async def kierki(where: Where) -> None:
    """Programs come to tables of their own; every match is played to its end."""
    loop = asyncio.get_running_loop()
    while where.is_on:
        ports = await make_tables(where.http, where.size)
        seats: list[_LastingSeat] = []
        for port in ports:
            table = Table(CARD_PACE, where.rng)
            for name in SEATS:
                seat = _LastingSeat(table, name)
                seats.append(seat)
                await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", port)  # type: ignore[misc]
        await asyncio.wait_for(asyncio.gather(*(seat.over.wait() for seat in seats)), PATIENCE)


class CodeClient(asyncio.Protocol):
    """A program that speaks the code protocol and plays at random."""

    def __init__(self, game: str, rng: Random) -> None:
        self._game, self._rng = find_game(game), rng
        self._side = ClientSide(self._game)
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self.over = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Waits for its first question."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The game is over."""
        self.over.set()

    def data_received(self, data: bytes) -> None:
        """Moves after a while when it is asked."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            message = read_server_message(line.decode())
            if isinstance(message, Begin | Moved):
                position = self._side.hear(message)
                if position is not None and position.turn is not None:
                    move = self._side.answer(self._rng.choice(position.moves())).text()
                    asyncio.get_running_loop().call_later(PACE, self._say, move)

    def _say(self, line: str) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(line.encode() + b"\n")


async def codes(where: Where) -> None:
    """Programs are paired as they come, at the doors of the code protocol."""
    loop = asyncio.get_running_loop()
    while where.is_on:
        clients = []
        for game in CODE_GAMES:
            for _ in range(where.size):
                client = CodeClient(game, where.rng)
                await loop.create_connection(lambda client=client: client, "127.0.0.1", where.ports[game])  # type: ignore[misc]
                clients.append(client)
        await asyncio.wait_for(asyncio.gather(*(client.over.wait() for client in clients)), PATIENCE)


async def tabs(where: Where) -> None:
    """People open the page, look at tables and go; some close the tab, some lose the connection."""

    async def look_round(number: int) -> None:
        while where.is_on:
            token = await _token(where.client) if number % 2 else None
            socket = await connect(f"ws://127.0.0.1:{where.http}/api/ws", close_timeout=1)
            await _say(socket, "hello", **({"token": token} if token else {}))
            welcome: dict[str, Any] = json.loads(await socket.recv())
            for table in where.rng.sample(welcome["tables"], min(3, len(welcome["tables"]))):
                await _say(socket, "watch", table=table["id"])
            with suppress(TimeoutError):
                async with asyncio.timeout(where.rng.uniform(0.5, 5)):
                    async for _ in socket:
                        pass
            if where.rng.random() < 0.5:
                socket.transport.abort()
            else:
                await socket.close()

    await _all(look_round(number) for number in range(3 * where.size))


async def replays(where: Where) -> None:
    """People look at finished games, download them, and ask for the best players."""

    async def read(number: int) -> None:
        while where.is_on:
            found = (await where.client.get("/api/records")).json()
            for record in where.rng.sample(found, min(5, len(found))):
                path = f"/api/records/{record['id']}"
                for more in ("", "/export?format=json"):
                    answer = await where.client.get(path + more)
                    if answer.status_code not in (200, 429):
                        raise RuntimeError(f"{path}{more} answers {answer.status_code}: {answer.text[:200]}")
            game = where.rng.choice(list(BOT_SEATS))
            await where.client.get("/api/leaderboard", params={"game": game})
            await asyncio.sleep(where.rng.uniform(0, 1))

    await _all(read(number) for number in range(max(1, where.size // 4)))


async def bots(where: Where) -> None:
    """People let bots play each other, and watch."""
    while where.is_on:
        token = await _token(where.client)
        for game, seats in BOT_SEATS.items():
            wanted = {"game": game, "seats": {seat: {"kind": "bot", "name": "random"} for seat in seats}}
            answer = await where.client.post("/api/tables", json=wanted, headers=_bearer(token))
            if answer.status_code not in (201, 429):
                raise RuntimeError(f"a table of bots is refused: {answer.text[:200]}")
        await asyncio.sleep(2)


async def halves(where: Where) -> None:
    """Connections that say half of something, or nothing, and stay."""
    # Not the doors that pair programs as they come: a program would wait for a silent opponent.
    ports = [where.http, where.ports["othello"]]
    pieces = (b"", b"GET / HTTP/1.1\r\nHost: x", b"POST /api/session HTTP/1.1\r\nContent-Length: 9\r\n\r\n{", b"CNAME~")
    while where.is_on:
        writers = []
        for _ in range(where.size):
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", where.rng.choice(ports))
                writer.write(where.rng.choice(pieces))
                writers.append(writer)
        await asyncio.sleep(2)
        for writer in writers:
            writer.close()


async def ping(where: Where, over: asyncio.Event, times: list[float], *, every: float = 0.1) -> None:
    """A tab that pings until it is over; adds how long each answer took."""
    async with connect(f"ws://127.0.0.1:{where.http}/api/ws") as socket:
        await _say(socket, "hello")
        while not over.is_set():
            began = time.perf_counter()
            await _say(socket, "ping")
            async with asyncio.timeout(PATIENCE):
                while json.loads(await socket.recv())["type"] != "pong":
                    pass
            times.append(time.perf_counter() - began)
            await asyncio.sleep(every)


async def _all(loads: Iterable[Awaitable[None]]) -> None:
    await asyncio.gather(*loads)


async def _say(socket: ClientConnection, type_: str, **fields: object) -> None:
    await socket.send(json.dumps({"type": type_, **fields}))


async def _token(client: httpx.AsyncClient) -> str:
    answer = await client.post("/api/session", json={})
    answer.raise_for_status()
    return str(answer.json()["token"])


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
