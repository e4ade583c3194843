"""Runs a door on asyncio: connects one TCP connection to a seat at a live table."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final, Protocol

from stolik.contract import Kind, Player, Seat
from stolik.service.doors.door import Claim, Door, Goodbye, Reply
from stolik.service.net.connection import LineConnection
from stolik.service.net.connections import Connections
from stolik.service.net.report import Report
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Event
from stolik.table.inputs import Cancel, Foul, Play
from stolik.table.table import SeatTaken

NO_MORE_GAMES: Final = "no more games are played here"


class Host(Protocol):
    """Decides where each client sits."""

    def arrived(self, driver: TableDriver) -> None:
        """A client has connected."""

    def claimed(self, driver: TableDriver, seat: Seat) -> None:
        """A client asks for a seat."""

    def left(self, driver: TableDriver) -> None:
        """A client's connection has ended."""


class TableDriver(LineConnection):
    """One connection and its door, first without a seat, then at a seat of a table."""

    def __init__(self, door: Door, host: Host, report: Report | None = None) -> None:
        super().__init__(door.end, door.limit, report)
        self.door = door
        self._host = host
        self._live: LiveTable | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected."""
        super().connection_made(transport)
        self._host.arrived(self)

    def lost(self) -> None:
        """The client has disconnected."""
        self._host.left(self)
        if self._live is not None:
            self._live.leave(self.door.seat, self)

    def sit(self, live: LiveTable, seat: Seat) -> None:
        """Seats the client; when the seat is taken, tells the client so and closes."""
        if live.is_clogged():
            self.hold()
            live.when_clear(partial(self._sit_later, live, seat))
            return
        self.door.sit(seat)
        try:
            live.sit(seat, self.peer, self)
        except SeatTaken:
            me = Player(self.peer, Kind.PROGRAM)
            self.part(self.door.refuse([seat for seat in live.game.seats if not live.is_free_for(seat, me)]))
        else:
            self._live = live

    def _sit_later(self, live: LiveTable, seat: Seat) -> None:
        self.sit(live, seat)
        if self.closed:  # the client has disconnected in the meantime: for the table it comes and goes
            live.leave(seat, self)
        elif self._live is live:
            self.go_on()

    def line_received(self, line: bytes) -> None:
        """Gives the client's line to the door, and does what the door returns."""
        request = self.door.read(line)
        if type(request) is Play or isinstance(request, Foul | Cancel):
            if self._live is not None:
                self._live.take(request)
                if self._live.is_clogged():
                    self.hold()
                    self._live.when_clear(self.go_on)
        elif isinstance(request, Claim):
            self._host.claimed(self, request.seat)
        elif isinstance(request, Reply):
            self.send(*request.lines)
        elif isinstance(request, Goodbye):
            self.part(request)

    def hear(self, event: Event) -> None:
        """Sends the client the lines for an event of its table."""
        lines = self.door.tell(event)
        if lines:
            self.send(*lines)
        if self.door.over:
            super().close()

    def part(self, goodbye: Goodbye) -> None:
        """Sends the last lines and closes."""
        if goodbye.lines:
            self.send(*goodbye.lines)
        super().close()

    def close(self) -> None:
        """Tells the client that there are no more games, and closes."""
        if not self.closed:
            self.part(self.door.dismiss(NO_MORE_GAMES))


class SeatHost:
    """Seats clients at one table, on the seats that programs may have."""

    def __init__(self, live: LiveTable, connections: Connections) -> None:
        self._live = live
        self._connections = connections

    def arrived(self, driver: TableDriver) -> None:
        """A client has connected. It gets the first free seat, unless its protocol lets it claim one."""
        self._connections.arrived(driver)
        if driver.closed or driver.door.claims:  # closed: the client has already disconnected
            return
        seat = next((seat for seat in self._live.empty_seats if self._is_for_programs(seat)), None)
        if seat is None or self._live.is_over:
            driver.close()
        else:
            driver.sit(self._live, seat)

    def claimed(self, driver: TableDriver, seat: Seat) -> None:
        """A client asks for a seat, which is its greeting."""
        self._connections.greeted(driver)
        driver.sit(self._live, seat)

    def left(self, driver: TableDriver) -> None:
        """A client's connection has ended."""
        self._connections.left(driver)

    def _is_for_programs(self, seat: Seat) -> bool:
        owner = self._live.owner(seat)
        return owner is None or owner.kind is Kind.PROGRAM
