"""The whole service on free ports, and guests of its page who speak over real WebSockets."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import httpx
from tests.support.workers import Made
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stolik.contract.registry import all_games
from stolik.service.arena import Arena
from stolik.service.bots.bots import Bots
from stolik.service.settings import Settings
from stolik.web.app import create_app
from stolik.web.door.hall import AWAY
from stolik.web.serving import serving

PATIENCE = 30.0
OPERATOR = "the operator's secret"
Word = dict[str, Any]


class Site:
    """A running service, and what a program needs to talk to it."""

    def __init__(self, arena: Arena, port: int, http: httpx.AsyncClient) -> None:
        self.arena = arena
        self.port = port
        self.http = http
        self.open: list[asyncio.StreamWriter] = []
        """Connections that a test has opened; they are closed at the end."""

    async def claim(self, name: str) -> str:
        """The token for a new name."""
        response = await self.http.post("/api/session", json={"name": name})
        assert response.status_code == 200, response.text
        return str(response.json()["token"])

    async def make_table(self, token: str, game: str, seats: Mapping[str, object], **more: object) -> str:
        """The id of a new table."""
        wanted = {"game": game, "seats": seats, **more}
        response = await self.http.post("/api/tables", json=wanted, headers=bearer(token))
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    @asynccontextmanager
    async def guest(
        self, token: str | None = None, origin: str | None = None, look: Mapping[str, object] | None = None
    ) -> AsyncIterator[Guest]:
        """Somebody who has said hello, and perhaps what its screen shows."""
        async with connect(f"ws://127.0.0.1:{self.port}/api/ws", origin=origin) as socket:  # type: ignore[arg-type]
            guest = Guest(socket)
            said = {"token": token, "look": look}
            await guest.say("hello", **{name: value for name, value in said.items() if value is not None})
            guest.welcome = await guest.hear("welcome")
            yield guest

    @asynccontextmanager
    async def person(self, name: str) -> AsyncIterator[Guest]:
        """Somebody new, by name."""
        async with self.guest(await self.claim(name)) as guest:
            yield guest


class Guest:
    """One WebSocket; all that it heard is kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.welcome: Word = {}
        self.heard: list[Word] = []

    async def say(self, type_: str, **fields: object) -> Self:
        """Says a word."""
        await self.socket.send(json.dumps({"type": type_, **fields}))
        return self

    async def next(self) -> Word:
        """The next word, whatever it is."""
        word: Word = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        self.heard.append(word)
        return word

    async def hear(self, type_: str, **fields: object) -> Word:
        """The next word of that type with those fields; others before it are skipped."""
        while True:
            word = await self.next()
            if word["type"] == type_ and all(word.get(name) == value for name, value in fields.items()):
                return word

    async def settled(self) -> list[Word]:
        """All that was said to it before its answer to a ping."""
        before = len(self.heard)
        await self.say("ping")
        await self.hear("pong")
        return self.heard[before:-1]

    async def closed(self) -> tuple[int | None, list[Word]]:
        """The code with which the connection was closed, and what was said before."""
        before = len(self.heard)
        try:
            while True:
                await self.next()
        except ConnectionClosed as over:
            return over.rcvd.code if over.rcvd else None, self.heard[before:]

    async def play_on(self, table: str, view: Word | None = None) -> Word:
        """Plays the first legal move whenever it can, until the game ends; the last word."""
        while True:
            if view is not None and view["moves"]:
                await self.say("play", table=table, move=view["moves"][0])
                view = None
            word = await self.next()
            if word.get("table") == table and word["type"] == "ended":
                return word
            if word.get("table") == table and "view" in word:
                view = word["view"]


def bearer(token: str) -> dict[str, str]:
    """The header that says who asks."""
    return {"Authorization": f"Bearer {token}"}


def in_memory(**more: object) -> Settings:
    """Any free ports, and nothing kept."""
    free: dict[str, Any] = {"port": 0, "game_ports": dict.fromkeys(all_games(), 0), "table_ports": (0, 0)}
    wanted: dict[str, Any] = {"host": "127.0.0.1", "no_db": True} | free | more
    return Settings(**wanted)


@asynccontextmanager
async def open_site(
    db: str | None = None,
    away: float = AWAY,
    contests: Path = Path("nowhere"),
    audit: Path | None = None,
    **more: object,
) -> AsyncIterator[Site]:
    """The service, kept in that database if in any."""
    arena = Arena(in_memory(db=db, no_db=db is None, **more))
    # A thread thinks as well as a process here, and starts at once.
    arena.bots = Bots(Made())
    async with arena:
        listening = arena.listen(0)
        port = listening.getsockname()[1]
        app = create_app(arena, away=away, operator=OPERATOR, contests=contests, audit=audit)
        async with serving(app, listening, arena.waiting_room, arena.limits, arena.tls), _client(port, arena) as http:
            site = Site(arena, port, http)
            yield site
            for writer in site.open:
                writer.close()


def _client(port: int, arena: Arena) -> httpx.AsyncClient:
    cert = arena.settings.tls_cert
    if cert is None:
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
    trust = ssl.create_default_context(cafile=cert)
    return httpx.AsyncClient(base_url=f"https://127.0.0.1:{port}", timeout=PATIENCE, verify=trust)
