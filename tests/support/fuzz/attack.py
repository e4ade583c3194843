"""Clients that send the service what they should not, over raw sockets, and what must hold meanwhile.

tests/web/test_fuzz.py attacks a service in its own process, and a real one for as long as `make soak` lasts.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, Final

from tests.support.censor import Censor
from tests.support.fuzz.junk import Known, write
from tests.support.fuzz.requests import request
from tests.support.fuzz.words import CLOSE, PING, PONG, TEXT, frame, message

from stolik.contract.registry import find_game
from stolik.service.tables.new_table import start_position

PATIENCE: Final = 60.0
"""Seconds for what must come."""
LINGER: Final = 0.3
"""Seconds in which an attacker reads what is left."""
LONGEST_STAY: Final = 160
"""Messages of one connection: with more than 200 it would be closed as a flood."""
FLOOD: Final = 400
HIDDEN: Final = "kierki"
"""A game with hidden cards."""
FRAMES_A_PING: Final = 20
_STATUS: Final = re.compile(rb"HTTP/1\.1 (\d{3})")
_ADDRESSES: Final = 250
_MOST_OPEN: Final = 200


class RawSocket:
    """A WebSocket whose frames the caller makes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, address: str) -> RawSocket:
        """A connection that has become a WebSocket."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        key = base64.b64encode(b"0123456789abcdef").decode()
        lines = ("GET /api/ws HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade")
        more = (f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")
        writer.write("\r\n".join((*lines, *more)).encode())
        try:
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            assert answer.startswith(b"HTTP/1.1 101"), answer
        except BaseException:
            writer.transport.abort()
            raise
        return cls(reader, writer)

    async def read(self) -> tuple[int, bytes]:
        """The next frame of the service: its opcode, and what it says."""
        first, second = await self._reader.readexactly(2)
        length = second & 127
        if length >= 126:
            length = int.from_bytes(await self._reader.readexactly(2 if length == 126 else 8), "big")
        return first & 15, await self._reader.readexactly(length)

    async def hear(self) -> Any:
        """The next message of the service; raises EOFError when there will be none."""
        while True:
            opcode, data = await self.read()
            if opcode == TEXT:
                return json.loads(data)
            if opcode == PING and not self.writer.is_closing():
                self.writer.write(frame(PONG, data))
            elif opcode == CLOSE:
                raise EOFError

    async def say(self, **fields: object) -> None:
        """Sends a message that is right."""
        self.writer.write(frame(TEXT, write(fields)))
        await self.writer.drain()


class Attack:
    """Everybody who attacks one service, and an honest tab that must not suffer."""

    def __init__(
        self, port: int, seed: int, post: Callable[[str, Any, str | None], Awaitable[Any]], pause: float
    ) -> None:
        """`post` asks the service over HTTP, with a token; `pause` is how long the bots wait that are watched."""
        self._port = port
        self._pause = pause
        self._rng = Random(seed)
        self._post = post
        self.known = Known()
        self.sent: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.broken: list[bytes] = []
        """Requests that were answered 500."""
        self.seen: dict[str, list[Any]] = {}
        """[table with hidden cards]: every frame about it that somebody without a seat got."""
        self.matches = 0
        """Matches with hidden cards that were watched to their end."""
        self._open: list[asyncio.StreamWriter] = []
        self._is_over = False

    def _address(self) -> str:
        """Limits are counted by address: a crowd comes from many."""
        return f"127.0.{self._rng.randrange(1, 4)}.{self._rng.randrange(1, _ADDRESSES)}"

    async def prepare(self, people: int, endpoints: list[tuple[str, str]]) -> None:
        """Some attackers have a name."""
        self.known.endpoints = endpoints
        for _ in range(people):
            claimed = await self._post("/api/session", {}, None)
            self.known.tokens.append(claimed["token"])
            self.known.names.append(claimed["name"])

    async def run(self, messages: int, at_once: int) -> None:
        """Attacks until so many messages were sent; an honest tab watches and pings meanwhile."""
        self._is_over = False
        honest = asyncio.ensure_future(self._watch_matches())
        try:
            await asyncio.gather(*(self._attack(messages) for _ in range(at_once)))
        finally:
            for writer in self._open:
                writer.transport.abort()
            self._open.clear()
        # The match that is on is watched to its end.
        self._is_over = True
        await asyncio.wait_for(honest, PATIENCE * 5)

    async def _attack(self, messages: int) -> None:
        while self.sent.total() < messages:
            try:
                await (self._talk() if self._rng.random() < 0.15 else self._ask())
            except (OSError, EOFError):
                self.sent["cut off"] += 1  # a connection that the service has ended

    # Over the WebSocket

    async def _talk(self) -> None:
        """One WebSocket: hello or something else, then many messages, then an end of some kind."""
        rng = self._rng
        socket = await RawSocket.open(self._port, self._address())
        has_name = rng.random() < 0.6
        try:
            if rng.random() < 0.95:
                token = {"token": rng.choice(self.known.tokens)} if has_name else {}
                await socket.say(type="hello", **token)
            # Some never read: the service must not keep what they do not fetch.
            reading = asyncio.ensure_future(self._read(socket, has_name)) if rng.random() < 0.95 else None
            number = FLOOD if rng.random() < 0.03 else rng.randrange(1, LONGEST_STAY)
            for at in range(number):
                if socket.writer.is_closing():
                    break
                socket.writer.write(message(rng, self.known))
                self.sent["websocket"] += 1
                if at % 10 == 0:
                    await asyncio.wait_for(socket.writer.drain(), PATIENCE)
                    await asyncio.sleep(0)
            if reading is not None:
                await asyncio.wait([reading], timeout=LINGER)
                reading.cancel()
        finally:
            self._leave(socket.writer)

    def _leave(self, writer: asyncio.StreamWriter) -> None:
        """Closes a connection, breaks it, or leaves it open for a while."""
        kind = self._rng.random()
        if kind < 0.4:
            writer.transport.abort()
            return
        if kind < 0.9:
            writer.close()  # which waits for a service that does not read
        self._open.append(writer)
        if len(self._open) > _MOST_OPEN:
            oldest = self._open.pop(0)  # a writer that nobody has warns before `abort` is called
            oldest.transport.abort()

    async def _read(self, socket: RawSocket, has_name: bool) -> None:
        with suppress(OSError, EOFError):
            while True:
                frame_ = await socket.hear()
                self.known.learn(frame_)
                table = frame_.get("table")
                if not has_name and isinstance(table, str) and table in self.seen:
                    self.seen[table].append(frame_)

    # Over HTTP

    async def _ask(self) -> None:
        """One connection with a few requests; the last may be a half one."""
        rng = self._rng
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._address(), 0))
        asked = [request(rng, self.known) for _ in range(rng.choice((1, 1, 1, 2, 5)))]
        self.sent["http"] += len(asked)
        data = b"".join(asked)
        if rng.random() < 0.1:
            data = data[: rng.randrange(len(data) + 1)]
        try:
            for piece in (data,) if rng.random() < 0.9 else (data[:7], data[7:40], data[40:]):
                if not writer.is_closing():
                    writer.write(piece)
                await asyncio.sleep(0)
            with suppress(TimeoutError):
                self._judge(await asyncio.wait_for(reader.read(), LINGER), data)
        finally:
            self._leave(writer)

    def _judge(self, answer: bytes, asked: bytes) -> None:
        for status in _STATUS.findall(answer):
            self.statuses[int(status)] += 1
            if status == b"500":
                self.broken.append(asked)

    # What must hold

    async def _watch_matches(self) -> None:
        """Watches matches of bots with hidden cards, one after another, and pings: no card may be shown too early."""
        socket = await RawSocket.open(self._port, "127.0.0.1")
        try:
            await socket.say(type="hello")
            token = (await self._post("/api/session", {}, None))["token"]
            while not self._is_over:
                await self._watch_match(socket, token)
                self.matches += 1
        finally:
            socket.writer.transport.abort()

    async def _watch_match(self, socket: RawSocket, token: str) -> None:
        game, seed = find_game(HIDDEN), f"match {self.matches}"
        seats = {seat: {"kind": "bot", "name": "random"} for seat in game.seats}
        wanted = {"game": HIDDEN, "seats": seats, "seed": seed, "bot_pause": self._pause}
        table = (await self._post("/api/tables", wanted, token))["id"]
        self.seen[table] = []
        self.known.tables.append(table)
        await socket.say(type="watch", table=table)
        frames = await asyncio.wait_for(self._watch(socket, table), PATIENCE * 5)
        # The bots may have begun before the tab watched.
        first = frames[0]["view"]
        moves = [card for trick in first["tricks"] for card in trick["cards"]] + [put["card"] for put in first["trick"]]
        moves += [each["move"] for each in frames if each["type"] == "played"]
        position: Any = start_position(game, seed)
        censor = Censor(position.deals, moves, None)
        for each in (*frames, *self.seen.pop(table)):
            censor.read(each)
        self.sent["frames about hidden cards"] += censor.frames

    async def _watch(self, socket: RawSocket, table: str) -> list[Any]:
        """Every frame about a table, to its end; between them, the service answers pings."""
        frames: list[Any] = []
        while not frames or frames[-1]["type"] != "ended":
            heard = await asyncio.wait_for(socket.hear(), PATIENCE)
            if heard.get("table") == table:
                frames.append(heard)
                if len(frames) % FRAMES_A_PING == 0:
                    await socket.say(type="ping")
            elif heard["type"] == "pong":
                self.sent["pings answered"] += 1
        return frames
