"""Desks. A desk is a listening port for one table, where programs join the table in its game's protocol."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable

from stolik.log import LogEntry
from stolik.service.doors.driver import SeatHost, TableDriver
from stolik.service.doors.makers import make_door
from stolik.service.net.connections import Connections
from stolik.service.net.listen import BACKLOG, listen
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended, Event

log = logging.getLogger(__name__)


class Desks:
    """The desks of one game's tables, on ports from one range."""

    def __init__(
        self, host: str, ports: tuple[int, int], greeting_time: float | None = None, *, always: bool = False
    ) -> None:
        """`always`: every table gets a desk. Otherwise only tables that are made with a seat for a program do."""
        self.always = always
        self._greeting_time = greeting_time
        self._host = host
        self._ports = range(ports[0], ports[1] + 1)
        self._open: set[_Desk] = set()

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return sum(len(desk.connections) for desk in self._open)

    def reserve(self, before: int | None = None) -> socket.socket:
        """Opens a listening socket for one more table; raises ValueError when no port is free.

        `before` is the port that the table had before a restart; it is used again if it is free.
        """
        wanted = self._ports if before is None else (before, *self._ports)
        for port in wanted:
            with contextlib.suppress(OSError):
                return listen(port, self._host)
        raise ValueError(f"no port is free for one more table: {self._ports[0]} to {self._ports[-1]} are all taken")

    async def open(self, live: LiveTable, listening: socket.socket) -> None:
        """Lets programs join the table until its game ends."""
        desk = _Desk(live, self._greeting_time, self._open.discard)
        self._open.add(desk)
        await desk.listen(listening)
        log.info(LogEntry("desk", table=live.id, port=listening.getsockname()[1]))

    async def close(self) -> None:
        """Closes every desk."""
        for desk in tuple(self._open):
            await desk.close()


class _Desk:
    """The desk of one table."""

    def __init__(self, live: LiveTable, greeting_time: float | None, closed: Callable[[_Desk], None]) -> None:
        self.connections = Connections(greeting_time)
        self._host = SeatHost(live, self.connections)
        self._live = live
        self._closed = closed
        self._server: asyncio.Server | None = None
        self._closing: asyncio.Task[None] | None = None
        live.on_change.append(self._hear_of)

    async def listen(self, listening: socket.socket) -> None:
        """Starts to accept clients."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._new_door, sock=listening, backlog=BACKLOG)

    def _new_door(self) -> TableDriver:
        return TableDriver(make_door(self._live.game), self._host)

    def _hear_of(self, event: Event) -> None:
        if isinstance(event, Ended):
            # The table tells the players of the end. This closes the clients that are connected without a seat.
            self._closing = asyncio.get_running_loop().create_task(self.close())

    async def close(self) -> None:
        """Stops accepting clients and closes all connections."""
        if self._server is not None:
            self._server.close()
        await self.connections.close()
        self._closed(self)
