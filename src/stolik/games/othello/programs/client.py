"""A person's stay at an Othello server: one or more connections under the same name, until the person leaves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol

from stolik.games.othello.told import PlayerKnowledge
from stolik.games.othello.wire import END, LIMIT, ClientMessage, Exit, Notice, Ping, ServerMessage
from stolik.service.net.clock import Clock
from stolik.service.net.connection import LineConnection
from stolik.service.net.pulse import Pulse
from stolik.service.net.reach import CannotConnect, Server, connect

# Seconds between pings: a third of the time after which a server drops a silent client, so two pings may be late.
PING_EVERY: Final = 5.0
# How long a server may leave pings unanswered: as long as it waits for a client.
SILENCE: Final = 15.0
# How long to try to come back: a game waits as long for a lost player.
PATIENCE: Final = 60.0
TRY_EVERY: Final = 1.0
# One attempt to connect must not use up all the time, at an address that never answers.
TRY_FOR: Final = 5.0


class Refused(Exception):
    """The server closed the connection before it let the client in."""


class Outcome(Enum):
    """How a stay ended."""

    LEFT = "the person left"
    LOST = "the server is gone for good"


class Audience(Protocol):
    """Receives the events of a stay."""

    def heard(self, message: ServerMessage) -> None:
        """A message of the server was read, and `known` was updated."""

    def entered(self, again: bool) -> None:
        """The server has accepted the client: for the first time, or again after the connection was lost."""

    def lost(self) -> None:
        """The connection is lost; the client will try to come back."""

    def waiting(self, seconds: float) -> None:
        """The client will try to come back for so many more seconds."""


class OthelloConnection(LineConnection):
    """One connection: sends the client's name, and pings the server regularly."""

    def __init__(self, known: PlayerKnowledge, heard: Callable[[ServerMessage], None]) -> None:
        super().__init__(END, LIMIT)
        self._told = known
        self._heard = heard
        self._pulse: Pulse | None = None
        self._next_ping: asyncio.TimerHandle | None = None
        self.entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the server has accepted the client; Refused when the server closed before that."""
        self.ended = asyncio.Event()
        """Set when the connection has ended, on either side."""

    def say(self, message: ClientMessage) -> None:
        """Sends a message."""
        self.send(message.text())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the name and a ping; the answer to the ping comes after the list of players."""
        super().connection_made(transport)
        self._pulse = Pulse(Clock(), SILENCE, self.drop)
        self.say(self._told.login())
        self._ping()

    def _ping(self) -> None:
        self.say(Ping())
        self._next_ping = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    def line_received(self, line: bytes) -> None:
        """Reads a line; a wrong line is ignored, but it shows that the server is there."""
        if self._pulse is not None:
            self._pulse.beat()
        message = self._told.hear(line)
        if message is not None:
            self._heard(message)
        if self._told.welcomed and not self.entered.done():
            self.entered.set_result(None)

    def abandon(self) -> None:
        """Closes the connection if it was made; nobody waits for it any more."""
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

    def __init__(self, known: PlayerKnowledge, server: Server, audience: Audience, patience: float = PATIENCE) -> None:
        """`patience` is how many seconds to try to come back when the connection is lost."""
        self.known = known
        self._server = server
        self._audience = audience
        self._patience = patience
        self._connection: OthelloConnection | None = None
        self._staying: asyncio.Future[Outcome] | None = None
        self._left = False
        self._entered_before = False
        self.connected = False
        """Whether the server has accepted the client, and can still be reached."""
        self.last_words = ""
        """The server's last notice before it accepted the client: perhaps why it refused."""

    def say(self, *messages: ClientMessage) -> None:
        """Sends messages, if there is a connection."""
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
        """Runs until the person leaves or the server cannot be reached any more; raises CannotConnect and Refused."""
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
        self._connection = connection = OthelloConnection(self.known, self._heard)
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
        if not self.known.welcomed:
            if isinstance(message, Notice):
                self.last_words = message.words
            return
        if not self.connected:
            self.connected = True
            self._audience.entered(again=self._entered_before)
            self._entered_before = True
        self._audience.heard(message)
        if self._connection is not None and self.known.game is not None and self.known.game.astray:
            # The boards differ: connect again, because the server sends its board to a player who comes back.
            self._connection.drop()
