"""The WebSocket door: reads what one connection says, within bounds, and writes what its tab has to hear."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from stolik.lobby.lobby import NoEntry
from stolik.web.client_address import limit_key
from stolik.web.door.bucket import Bucket
from stolik.web.door.dispatch import obey
from stolik.web.door.guesses import Guesses
from stolik.web.door.hall import Hall
from stolik.web.door.people import People
from stolik.web.door.refusal import Refusal
from stolik.web.door.tab import Tab
from stolik.web.messages import words
from stolik.web.messages.problems import Code, Problem, Reason
from stolik.web.page.headers import is_welcome

# Nobody plays fifty moves a second by hand; a bot that does waits for what it hears.
RATE: Final = 50.0
BURST: Final = 200.0
HELLO_TIME: Final = 10.0
# How long a connection that is to end may take to read why.
LINGER: Final = 2.0

POLICY_BROKEN: Final = 1008
TOO_BIG: Final = 1009
BROKEN: Final = 1011
STOPPING: Final = 1012
TOO_SLOW: Final = 1013


class _Over(Exception):
    """The connection must end; `closing` is the WebSocket code, `word` is what is said before."""

    def __init__(self, closing: int, word: words.Error) -> None:
        super().__init__(word.why)
        self.closing = closing
        self.word = word


class SocketDoor:
    """Every WebSocket comes through here."""

    def __init__(self, hall: Hall, people: People, guesses: Guesses, origins: Collection[str]) -> None:
        self._hall = hall
        self._people = people
        self._guesses = guesses
        self._origins = origins

    async def let_in(self, websocket: WebSocket) -> None:
        """Serves one connection from its beginning to its end."""
        if not is_welcome(websocket.headers, self._origins):
            origin = websocket.headers.get("origin")
            self._hall.arena.limits.hit("strange origins", origin=origin, peer=_peer(websocket))
            await websocket.close(POLICY_BROKEN, "this origin is not welcome here")
            return
        await websocket.accept()
        await _Connection(websocket, self._hall, self._people, self._guesses).run()


class _Connection:
    """One WebSocket and its tab."""

    def __init__(self, websocket: WebSocket, hall: Hall, people: People, guesses: Guesses) -> None:
        self._websocket = websocket
        self._hall = hall
        self._people = people
        self._guesses = guesses
        self._limits = hall.arena.limits
        self._waiting_room = hall.arena.waiting_room
        self._tab = Tab()
        self._bucket = Bucket(RATE, BURST, asyncio.get_running_loop().time)

    async def run(self) -> None:
        """Reads and writes until either is over, or the tab was dropped."""
        self._waiting_room.enter(self, self._tab.dropped.set, _peer(self._websocket))
        reading = asyncio.ensure_future(self._read())
        tasks = [reading, asyncio.ensure_future(self._write()), asyncio.ensure_future(self._drop())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._waiting_room.leave(self)
            self._hall.exit(self._tab)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(TimeoutError, RuntimeError, WebSocketDisconnect):
            await asyncio.wait_for(self._finish(reading), LINGER)

    async def _finish(self, reading: asyncio.Future[None]) -> None:
        error = None if reading.cancelled() else reading.exception()
        if isinstance(error, WebSocketDisconnect):
            return
        if isinstance(error, _Over):
            self._limits.hit("closed sockets", player=self._tab.name, peer=_peer(self._websocket), why=error)
            await self._send(words.write_word(error.word))
            await self._websocket.close(error.closing, str(error)[:100])
        elif self._tab.dropped.is_set():
            self._limits.hit("slow readers", player=self._tab.name, peer=_peer(self._websocket))
            await self._websocket.close(TOO_SLOW, "you do not read what you are told: come again")
        else:
            await self._websocket.close(STOPPING if error is None else BROKEN)
            if error is not None:
                raise error

    async def _drop(self) -> None:
        await self._tab.dropped.wait()

    async def _write(self) -> None:
        while (text := await self._tab.waiting.get()) is not None:
            await self._send(text)

    async def _send(self, text: str) -> None:
        await self._websocket.send({"type": "websocket.send", "text": text})

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(HELLO_TIME):
                await self._hear_hello()
        except TimeoutError:
            raise _Over(POLICY_BROKEN, words.Error("you have not said hello", Code.REFUSED)) from None
        self._waiting_room.leave(self)
        while True:
            try:
                await obey(self._hall, self._tab, await self._hear())
                await self._hall.arena.room()
            except (words.Nonsense, Refusal) as error:
                self._limits.hit("refused words", player=self._tab.name, why=str(error)[:200])
                self._tab.say(error.word)

    async def _hear_hello(self) -> None:
        try:
            hello = await self._hear()
        except words.Nonsense as error:
            raise _Over(POLICY_BROKEN, error.word) from None
        if not isinstance(hello, words.Hello):
            raise _Over(POLICY_BROKEN, words.Error("say hello first", Code.REFUSED))
        name = None if hello.token is None else await self._name_of(hello.token)
        if hello.token is not None and name is None:
            why = "that token is nobody's: claim a name at /api/session"
            raise _Over(POLICY_BROKEN, words.Error(why, Code.UNKNOWN_TOKEN))
        try:
            self._hall.enter(self._tab, name, hello.look)
        except NoEntry as error:
            raise _Over(POLICY_BROKEN, words.Error(str(error), Code.NAME_TAKEN)) from None
        except Refusal as error:
            raise _Over(POLICY_BROKEN, error.word) from None

    async def _name_of(self, token: str) -> str | None:
        """Whose token it is; raises _Over when too many wrong tokens came from this address."""
        client = self._websocket.client
        try:
            return await self._guesses.name_of(token, limit_key(client.host) if client else "", self._people)
        except Problem as problem:
            word = words.Error(problem.detail, problem.code, problem.reason, problem.most)
            raise _Over(POLICY_BROKEN, word) from None

    async def _hear(self) -> words.ClientWord:
        """The next message; raises Nonsense, and _Over when there are too many."""
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        said = message.get("text") or message.get("bytes") or ""
        if not self._bucket.take():
            why = f"you say too much: {RATE:g} messages a second are the most"
            raise _Over(POLICY_BROKEN, words.Error(why, Code.TOO_MANY, Reason.MESSAGES, int(RATE)))
        if len(said) > words.LONGEST:
            raise _Over(TOO_BIG, words.Error(f"a message has {words.LONGEST} bytes at most", Code.TOO_LONG))
        return words.read_word(said)


def _peer(websocket: WebSocket) -> str:
    """Where a client is, for the log."""
    client = websocket.client
    return "unknown" if client is None else f"{client.host}:{client.port}"
