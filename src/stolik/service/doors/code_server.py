"""A server of the code protocol: seats clients in the order in which they connect; the first one moves first."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, BinaryIO

from stolik.contract import AnyGame, HouseRules, Position, Seat
from stolik.service.doors.code_door import CodeDoor
from stolik.service.doors.driver import TableDriver
from stolik.service.net.clock import Clock
from stolik.service.net.connections import Connections
from stolik.service.net.listen import BACKLOG, allow_many_connections
from stolik.service.net.loop import on_stop_signal
from stolik.service.net.report import Report
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended, Event
from stolik.table.table import Table

Start = Callable[[], Position[Any]]
"""Makes the start position of the next game; the first client gets the seat whose turn it is."""
OpenTable = Callable[[], LiveTable]
"""Opens the table of the next game."""


class CodeServer:
    """Starts a game when as many clients wait as the game has seats, and counts the games."""

    def __init__(self, game: AnyGame, open_table: OpenTable, games: int | None = None) -> None:
        """`games` is how many games to play; None: no limit."""
        self._game = game
        self._open_table = open_table
        self._games = games
        self.connections = Connections(greeting_time=None)
        self._waiting: list[TableDriver] = []
        self._begun = self._ended = 0
        self._over = asyncio.Event()

    @property
    def played_all(self) -> bool:
        """Whether all games have been played."""
        return self._games is not None and self._ended >= self._games

    def arrived(self, driver: TableDriver) -> None:
        """A client has connected: it waits, or starts a game with the clients that wait."""
        self.connections.arrived(driver)
        if driver.closed:  # the client has already disconnected
            return
        if self._begun == self._games:
            driver.close()
            return
        self._waiting = [*(earlier for earlier in self._waiting if not earlier.closed), driver]
        if len(self._waiting) == len(self._game.seats):
            together, self._waiting = self._waiting, []
            self._begin(together)

    def claimed(self, driver: TableDriver, seat: Seat) -> None:
        """Closes the connection: in the code protocol a client does not choose its seat."""
        driver.close()

    def left(self, driver: TableDriver) -> None:
        """A client's connection has ended."""
        self.connections.left(driver)

    def _count(self, event: Event) -> None:
        """Counts the games that have ended."""
        if isinstance(event, Ended):
            self._ended += 1
            if self.played_all:
                self._over.set()

    def _begin(self, together: list[TableDriver]) -> None:
        self._begun += 1
        live = self._open_table()
        live.on_change.append(self._count)
        for driver, seat in zip(together, _in_order_of_play(live), strict=True):
            driver.sit(live, seat)

    def new_door(self, report: Report | None = None) -> TableDriver:
        """Makes a door for a new client, and the driver that runs it."""
        return TableDriver(CodeDoor(self._game), self, report)

    async def serve(self, listening: socket.socket, report_to: BinaryIO) -> bool:
        """Plays until all games are played or a signal comes; returns whether all games were played."""
        allow_many_connections()
        report = Report(report_to)
        on_stop_signal(self._over.set)
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: self.new_door(report), sock=listening, backlog=BACKLOG)
        await self._over.wait()
        played_all = self.played_all  # read now: closing the clients ends their games, which must not be counted
        server.close()
        await self.connections.close()
        await report.close()
        return played_all


def tables_of(game: AnyGame, start: Start, rules: HouseRules) -> OpenTable:
    """Opens tables whose records are not stored."""
    clock = Clock()
    return lambda: LiveTable(Table(game, start(), rules), clock)


def _in_order_of_play(live: LiveTable) -> tuple[Seat, ...]:
    """The seats, beginning with the one whose turn it is; if the game is already over, with one that has not won."""
    seats = live.game.seats
    first = live.turn or next((seat for seat in seats if seat not in live.winners), seats[0])
    at = seats.index(first)
    return seats[at:] + seats[:at]


async def serve_codes(
    listening: socket.socket, game: AnyGame, start: Start, rules: HouseRules, games: int | None, report_to: BinaryIO
) -> bool:
    """Plays games with all clients that connect; returns False when a signal came before `games` were played."""
    tables = tables_of(game, start, rules)
    return await CodeServer(game, tables, games).serve(listening, report_to) or games is None
