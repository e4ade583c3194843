"""Desks. A desk is a listening port for one table, where programs join the table in its game's protocol.

A table has a desk only when a program is to come to it. All games share one range of ports. When every port is taken,
a desk that no program uses gives its port to the new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections import Counter
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from ssl import SSLContext
from typing import Final

from stolik.contract import AnyGame
from stolik.log import LogEntry
from stolik.service.doors.driver import SeatHost, TableDriver
from stolik.service.doors.makers import make_door
from stolik.service.net.connections import Connections
from stolik.service.net.listen import BACKLOG, listen
from stolik.service.net.waiting_room import WaitingRoom
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended, Event

log = logging.getLogger(__name__)

RETURN_TIME: Final = 60.0
"""Seconds that a desk keeps its port for a program that has disconnected and may come back."""


class NoPort(ValueError):
    """Programs use every port that tables may have; the message says so in words."""


def may_have_desk(game: AnyGame) -> bool:
    """Whether programs come to the tables of the game, and not to its lobby."""
    return game.protocol is None or game.protocol.entrance == "seats"


class Desks:
    """The desks of all tables, on ports from one range."""

    def __init__(
        self,
        host: str,
        ports: tuple[int, int],
        waiting_room: WaitingRoom | None = None,
        tls: SSLContext | None = None,
    ) -> None:
        self._waiting_room = waiting_room
        self._tls = tls
        self._host = host
        self._ports = ports
        self._free = list(range(ports[0], ports[1] + 1))
        """The ports that no desk has, as a heap."""
        heapify(self._free)
        self._open: dict[str, _Desk] = {}
        """By the id of the table, the oldest first."""
        self.lost_port: Callable[[LiveTable], None] = lambda _: None
        """Called with a table whose port was given to another table."""

    @property
    def connections(self) -> dict[str, int]:
        """How many clients are connected, by game."""
        counts: Counter[str] = Counter()
        for desk in self._open.values():
            counts[desk.live.game.name] += len(desk.connections)
        return counts

    def reserve(self, before: int | None = None, holder: str = "") -> socket.socket:
        """Opens a listening socket for one more table; raises NoPort when every port is in use.

        `before` is the port that the table had before a restart; it is used again if it is free.
        `holder` is who asks.
        """
        if before is not None:
            with contextlib.suppress(OSError):
                again = listen(before, self._host)
                if before in self._free:
                    self._free.remove(before)
                    heapify(self._free)
                return again
        return self._first_free() or self._take_away(holder) or self._refuse()

    def _first_free(self) -> socket.socket | None:
        used_by_others = []
        found: socket.socket | None = None
        while self._free and found is None:
            port = heappop(self._free)
            try:
                found = listen(port, self._host)
            except OSError:
                used_by_others.append(port)
            if port == 0:  # any free port, as often as it is asked for
                used_by_others.append(port)
        for port in used_by_others:
            heappush(self._free, port)
        return found

    def _take_away(self, holder: str) -> socket.socket | None:
        """Closes a desk that no program uses: the oldest of whoever has most of them."""
        unused = [desk for desk in self._open.values() if desk.is_unused]
        if not unused:
            return None
        held = Counter([holder, *(desk.holder for desk in unused)])
        desk = max(unused, key=lambda desk: held[desk.holder])  # the first of them, which is the oldest
        log.info(LogEntry("desk taken away", table=desk.live.id, port=desk.live.port))
        desk.stop()
        desk.live.port = None
        self.lost_port(desk.live)
        return self._first_free()

    def _refuse(self) -> socket.socket:
        first, last = self._ports
        raise NoPort(f"no port is free for one more table: programs use all ports from {first} to {last}")

    async def open(self, live: LiveTable, listening: socket.socket, holder: str = "") -> None:
        """Lets programs join the table until its game ends. `holder` is who asked for it."""
        live.port = listening.getsockname()[1]
        desk = self._open[live.id] = _Desk(live, holder, self._closed, self._waiting_room)
        await desk.listen(listening, self._tls)
        log.info(LogEntry("desk", table=live.id, port=live.port))

    def release(self, listening: socket.socket) -> None:
        """Gives back a reserved port that no desk will use."""
        self._give_back(listening.getsockname()[1])
        listening.close()

    def _closed(self, desk: _Desk) -> None:
        if self._open.get(desk.live.id) is desk:
            del self._open[desk.live.id]
        self._give_back(desk.port)

    def _give_back(self, port: int) -> None:
        if self._ports[0] <= port <= self._ports[1]:
            heappush(self._free, port)

    async def close(self) -> None:
        """Closes every desk."""
        desks = tuple(self._open.values())
        for desk in desks:
            desk.stop()
        await asyncio.gather(*(desk.connections.close() for desk in desks))


class _Desk:
    """The desk of one table."""

    def __init__(
        self, live: LiveTable, holder: str, closed: Callable[[_Desk], None], waiting_room: WaitingRoom | None
    ) -> None:
        protocol = live.game.protocol
        self.connections = Connections(None if protocol is None else protocol.greeting_time, waiting_room)
        self.live = live
        self.holder = holder
        self.port = live.port or 0
        self._host = SeatHost(live, self.connections)
        self._closed = closed
        self._server: asyncio.Server | None = None
        self._closing: asyncio.Task[None] | None = None
        live.on_change.append(self._hear_of)

    @property
    def is_unused(self) -> bool:
        """Whether no program is connected, and none has left a moment ago."""
        left = self.connections.last_left
        now = asyncio.get_running_loop().time()
        return not self.connections and (left is None or now - left >= RETURN_TIME)

    async def listen(self, listening: socket.socket, tls: SSLContext | None) -> None:
        """Starts to accept clients."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._new_door, sock=listening, backlog=BACKLOG, ssl=tls)

    def _new_door(self) -> TableDriver:
        return TableDriver(make_door(self.live.game), self._host)

    def _hear_of(self, event: Event) -> None:
        if isinstance(event, Ended):
            # The table tells the players of the end. This closes the clients that are connected without a seat.
            self._closing = asyncio.get_running_loop().create_task(self._close())

    async def _close(self) -> None:
        self.stop()
        await self.connections.close()

    def stop(self) -> None:
        """Stops accepting clients."""
        if self._server is not None:
            self._server.close()
            self._server = None
            self.live.on_change.remove(self._hear_of)
            self._closed(self)
