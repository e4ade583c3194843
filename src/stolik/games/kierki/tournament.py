"""A tournament's table of Kierki: Kierki's own doors for programs, and seats for players of our own."""

from __future__ import annotations

from stolik.contract import Seat
from stolik.games.kierki.door import KierkiDoor
from stolik.games.kierki.wire import Iam
from stolik.players.registry import AnyPlayer
from stolik.service.doors.driver import SeatHost, TableDriver
from stolik.service.net.clock import Clock
from stolik.service.net.connection import LineConnection
from stolik.service.net.connections import Connections
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Event, Expelled
from stolik.table.table import Table
from stolik.tournament.referee.house_player import HousePlayer
from stolik.tournament.referee.noted_door import NotedDoor
from stolik.tournament.referee.scribe import Scribe


class KierkiTable:
    """One table, each of whose programs has a port of its own."""

    def __init__(self, table: Table, clock: Clock, scribe: Scribe, start_time: float) -> None:
        self._live = LiveTable(table, clock)
        self._scribe = scribe
        self._connections = Connections(greeting_time=start_time)

    def seat(self, seat: Seat, player: AnyPlayer) -> None:
        """Brings a player of ours to its seat."""
        self._live.sit(seat, "house", HousePlayer(self._live, seat, player))

    def door(self, seat: Seat) -> LineConnection:
        """A door for a program that connects."""
        return NotedDriver(self._live, self._connections, seat, self._scribe)

    def missing(self) -> dict[Seat, str]:
        """Who has not come to play, and what it did not do."""
        return dict.fromkeys(self._live.empty_seats, "it did not take its seat in time")

    async def close(self) -> None:
        """Closes all doors."""
        await self._connections.close()


class NotedDriver(NotedDoor, TableDriver):
    """Runs the door of one program."""

    def __init__(self, live: LiveTable, connections: Connections, seat: Seat, scribe: Scribe) -> None:
        super().__init__(KierkiDoor(live.game), SeatHost(live, connections))
        self.belongs_to(seat, scribe)

    def objection(self, line: bytes) -> str | None:
        """A seat that is not its own is refused by closing, as any wrong greeting is."""
        right = Iam(self._own).text()
        return f"it did not begin with {right}" if not self.door.seat and line != right.encode() else None

    def hear(self, event: Event) -> None:
        """Tells the program; that it is sent away, and why, is written down."""
        if isinstance(event, Expelled):
            self._scribe.send_away(event.to, event.why)
        super().hear(event)
