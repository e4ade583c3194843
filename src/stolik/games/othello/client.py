"""A person's stay at an Othello server: one connection after another under the same name, until they leave."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol

from stolik.games.othello.told import Told
from stolik.games.othello.wire import END, LIMIT, ClientMessage, Exit, Notice, Ping, ServerMessage
from stolik.service.net.clock import Clock
from stolik.service.net.connection import LineConnection
from stolik.service.net.pulse import Pulse
from stolik.service.net.reach import CannotConnect, Server, connect

# A third of the time after which a server takes a silent client for gone: two pings may be late.
PING_EVERY: Final = 5.0
# How long a server that is asked all the time may say nothing: as long as it would wait for a client.
SILENCE: Final = 15.0
# How long a game waits for a player who is gone, so it is how long coming back makes sense.
PATIENCE: Final = 60.0
TRY_EVERY: Final = 1.0
# An address that swallows everything must not use up the whole time.
TRY_FOR: Final = 5.0


class Refused(Exception):
    """The server closed the connection before it let the client in."""


class Outcome(Enum):
    """How a stay ended."""

    LEFT = "the person left"
    LOST = "the server is gone for good"


class Audience(Protocol):
    """Whoever follows the stay."""

    def heard(self, message: ServerMessage) -> None:
        """A message of the server has been taken in."""

    def entered(self, again: bool) -> None:
        """The server has let the client in: for the first time, or again after the connection was lost."""

    def lost(self) -> None:
        """The connection is lost; the client will try to come back."""

    def waiting(self, seconds: float) -> None:
        """For so many more seconds the client will try to come back."""


class OthelloConnection(LineConnection):
    """One connection: says who it is, and asks all the time whether the server is there."""

    def __init__(self, told: Told, heard: Callable[[ServerMessage], None]) -> None:
        super().__init__(END, LIMIT)
        self._told = told
        self._heard = heard
        self._pulse: Pulse | None = None
        self._next_ping: asyncio.TimerHandle | None = None
        self.entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the server has let the client in; Refused when it never will."""
        self.ended = asyncio.Event()
        """Set when the connection has ended, whoever ended it."""

    def say(self, message: ClientMessage) -> None:
        """Sends a message."""
        self.send(message.text())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Says who the client is; the answer to the first ping comes when everyone here has been named."""
        super().connection_made(transport)
        self._pulse = Pulse(Clock(), SILENCE, self.drop)
        self.say(self._told.login())
        self._ping()

    def _ping(self) -> None:
        self.say(Ping())
        self._next_ping = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    def line_received(self, line: bytes) -> None:
        """Ignores a wrong line; any line shows that the server is there."""
        if self._pulse is not None:
            self._pulse.beat()
        message = self._told.hear(line)
        if message is not None:
            self._heard(message)
        if self._told.welcomed and not self.entered.done():
            self.entered.set_result(None)

    def abandon(self) -> None:
        """Nobody waits for this connection any more, if it was ever made."""
        self.entered.cancel()
        if self._pulse is not None:
            self.drop()

    def lost(self) -> None:
        """The connection has ended."""
        if self._pulse is not None:
            self._pulse.stop()
        if self._next_ping is not None:
            self._next_ping.cancel()
        if not self.entered.done():
            self.entered.set_exception(Refused())
        self.ended.set()


class Stay:
    """Keeps a player connected."""

    def __init__(self, told: Told, server: Server, audience: Audience, patience: float = PATIENCE) -> None:
        """`patience` is how many seconds to try to come back when the connection is lost."""
        self.told = told
        self._server = server
        self._audience = audience
        self._patience = patience
        self._connection: OthelloConnection | None = None
        self._staying: asyncio.Future[Outcome] | None = None
        self._left = False
        self._entered_before = False
        self.connected = False
        """Whether the server has let the client in, and can still be reached."""
        self.last_words = ""
        """What the server said last before it let the client in: perhaps why it did not."""

    def say(self, *messages: ClientMessage) -> None:
        """Sends messages, if there is a connection to send them by."""
        if self._connection is not None and self.connected:
            for message in messages:
                self._connection.say(message)

    def leave(self) -> None:
        """Says goodbye to the server, and ends the stay."""
        self.say(Exit())
        self._left = True
        if self._staying is not None:
            self._staying.cancel()

    async def until_its_end(self) -> Outcome:
        """Stays until the person leaves or the server is gone for good; raises CannotConnect and Refused."""
        self._staying = asyncio.ensure_future(self._stay())
        try:
            return await self._staying
        except asyncio.CancelledError:
            if not self._left:
                raise
            return Outcome.LEFT
        finally:
            if self._connection is not None:
                self._connection.close()
                await self._connection.ended.wait()

    async def _stay(self) -> Outcome:
        connection = await self._come_in()
        while True:
            await connection.ended.wait()
            self.connected = False
            self._audience.lost()
            returned = await self._come_back()
            if returned is None:
                return Outcome.LOST
            connection = returned

    async def _come_in(self) -> OthelloConnection:
        self.last_words = ""
        self._connection = connection = OthelloConnection(self.told, self._heard)
        try:
            await connect(connection, self._server)
            await connection.entered
        except BaseException:
            self._connection = None
            connection.abandon()
            raise
        return connection

    async def _come_back(self) -> OthelloConnection | None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        while (left := deadline - loop.time()) > 0:
            self._audience.waiting(left)
            with contextlib.suppress(CannotConnect, Refused, TimeoutError):
                async with asyncio.timeout(min(left, TRY_FOR)):
                    return await self._come_in()
            await asyncio.sleep(min(left, TRY_EVERY))
        return None

    def _heard(self, message: ServerMessage) -> None:
        if not self.told.welcomed:
            if isinstance(message, Notice):
                self.last_words = message.words
            return
        if not self.connected:
            self.connected = True
            self._audience.entered(again=self._entered_before)
            self._entered_before = True
        self._audience.heard(message)
        if self._connection is not None and self.told.game is not None and self.told.game.astray:
            # A server that finds its player gone shows the board to it when it is back.
            self._connection.drop()
