"""The open connections of one listening socket, and those among them whose peer has not greeted yet."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from stolik.log import LogEntry
from stolik.service.net.clock import after_reading
from stolik.service.net.connection import LineConnection
from stolik.service.net.waiting_room import WaitingRoom

log = logging.getLogger(__name__)


class Connections:
    """Closes connections that do not greet in time, and the oldest silent one when too many are silent."""

    def __init__(self, greeting_time: float | None, waiting_room: WaitingRoom | None = None) -> None:
        """`greeting_time` is in seconds; None: clients need not greet. Several doors may share a waiting room."""
        self._greeting_time = greeting_time
        self._waiting_room = WaitingRoom() if waiting_room is None else waiting_room
        self._waiting: dict[LineConnection, asyncio.TimerHandle] = {}
        self._open: set[LineConnection] = set()
        self._all_gone = asyncio.Event()
        self._is_closed = False
        self.last_left: float | None = None
        """When a client that had greeted disconnected last, by the loop's time; None: none has."""

    def __len__(self) -> int:
        return len(self._open)

    def arrived(self, connection: LineConnection) -> None:
        """A peer has connected. Its time to greet begins now, and is not extended by what it sends."""
        self._open.add(connection)
        if self._is_closed:
            connection.drop()
            return
        if self._greeting_time is None:
            return
        self._waiting_room.enter(connection, partial(self._drop, connection), connection.peer)
        turn_away = partial(self._turn_away, connection)
        timer = asyncio.get_running_loop().call_later(self._greeting_time, after_reading, turn_away)
        self._waiting[connection] = timer

    def _drop(self, connection: LineConnection) -> None:
        self.greeted(connection)
        connection.drop()

    def _turn_away(self, connection: LineConnection) -> None:
        if connection in self._waiting:
            log.debug(LogEntry("drop", peer=connection.peer, why="it does not say who it is"))
            connection.close()

    def greeted(self, connection: LineConnection) -> None:
        """A peer has said who it is, and may stay."""
        self._waiting_room.leave(connection)
        timer = self._waiting.pop(connection, None)
        if timer is not None:
            timer.cancel()

    def left(self, connection: LineConnection) -> None:
        """A connection has ended."""
        if connection not in self._waiting:
            self.last_left = asyncio.get_running_loop().time()
        self.greeted(connection)
        self._open.discard(connection)
        if not self._open:
            self._all_gone.set()

    async def close(self) -> None:
        """Closes all connections and waits until they have ended; peers get a moment to read their last lines."""
        self._is_closed = True
        for connection in tuple(self._open):
            connection.close()
        while self._open:
            self._all_gone.clear()
            await self._all_gone.wait()
