"""Desks: a port for one table alone, where programs join it in the protocol of its game."""

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
    """The own doors of one game's tables, on ports of one range."""

    def __init__(
        self, host: str, ports: tuple[int, int], greeting_time: float | None = None, *, always: bool = False
    ) -> None:
        """`always`: every table has a desk, not only those where a program is wanted from the beginning."""
        self.always = always
        self._greeting_time = greeting_time
        self._host = host
        self._ports = range(ports[0], ports[1] + 1)
        self._open: set[_Desk] = set()

    @property
    def connections(self) -> int:
        """How many clients there are."""
        return sum(len(desk.connections) for desk in self._open)

    def reserve(self, before: int | None = None) -> socket.socket:
        """A socket for one more table, where it was before if it can be; raises ValueError when no port is free."""
        wanted = self._ports if before is None else (before, *self._ports)
        for port in wanted:
            with contextlib.suppress(OSError):
                return listen(port, self._host)
        raise ValueError(f"no port is free for one more table: {self._ports[0]} to {self._ports[-1]} are all taken")

    async def open(self, live: LiveTable, listening: socket.socket) -> None:
        """Lets programs come to the table, until its game ends."""
        desk = _Desk(live, self._greeting_time, self._open.discard)
        self._open.add(desk)
        await desk.listen(listening)
        log.info(LogEntry("desk", table=live.id, port=listening.getsockname()[1]))

    async def close(self) -> None:
        """Closes every desk."""
        for desk in tuple(self._open):
            await desk.close()


class _Desk:
    """One table's door."""

    def __init__(self, live: LiveTable, greeting_time: float | None, closed: Callable[[_Desk], None]) -> None:
        self.connections = Connections(greeting_time)
        self._host = SeatHost(live, self.connections)
        self._live = live
        self._closed = closed
        self._server: asyncio.Server | None = None
        self._closing: asyncio.Task[None] | None = None
        live.on_change.append(self._hear_of)

    async def listen(self, listening: socket.socket) -> None:
        """Lets clients come."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._new_door, sock=listening, backlog=BACKLOG)

    def _new_door(self) -> TableDriver:
        return TableDriver(make_door(self._live.game), self._host)

    def _hear_of(self, event: Event) -> None:
        if isinstance(event, Ended):
            # Those who play hear of the end by themselves; this is for those who only wait at the door.
            self._closing = asyncio.get_running_loop().create_task(self.close())

    async def close(self) -> None:
        """Lets nobody in, and everybody go."""
        if self._server is not None:
            self._server.close()
        await self.connections.close()
        self._closed(self)
