"""A server of the code protocol: it brings clients to tables as they come, the earliest one moves first."""

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
"""The start position of the next game; whoever came first sits where it is the turn."""
OpenTable = Callable[[], LiveTable]
"""The table of the next game."""


class CodeServer:
    """Brings clients together, as many as the game has seats, and counts the games."""

    def __init__(self, game: AnyGame, open_table: OpenTable, games: int | None = None) -> None:
        """Plays that many games; None: as many as there are clients for."""
        self._game = game
        self._open_table = open_table
        self._games = games
        self.connections = Connections(greeting_time=None)
        self._waiting: list[TableDriver] = []
        self._begun = self._ended = 0
        self._over = asyncio.Event()

    @property
    def played_all(self) -> bool:
        """Whether no game is left to play."""
        return self._games is not None and self._ended >= self._games

    def arrived(self, driver: TableDriver) -> None:
        """A client has come: it waits, or plays with those who do."""
        self.connections.arrived(driver)
        if driver.closed:  # it went before it was greeted
            return
        if self._begun == self._games:
            driver.close()
            return
        self._waiting = [*(earlier for earlier in self._waiting if not earlier.closed), driver]
        if len(self._waiting) == len(self._game.seats):
            together, self._waiting = self._waiting, []
            self._begin(together)

    def claimed(self, driver: TableDriver, seat: Seat) -> None:
        """Nobody chooses a seat here."""
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
        """A door for a client that comes, and what runs it."""
        return TableDriver(CodeDoor(self._game), self, report)

    async def serve(self, listening: socket.socket, report_to: BinaryIO) -> bool:
        """Plays until all games are played, or until a signal stops it; says whether none was left to play."""
        allow_many_connections()
        report = Report(report_to)
        on_stop_signal(self._over.set)
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: self.new_door(report), sock=listening, backlog=BACKLOG)
        await self._over.wait()
        played_all = self.played_all  # games that end because their clients are closed were not played
        server.close()
        await self.connections.close()
        report.flush()
        return played_all


def tables_of(game: AnyGame, start: Start, rules: HouseRules) -> OpenTable:
    """Tables that are kept nowhere."""
    clock = Clock()
    return lambda: LiveTable(Table(game, start(), rules), clock)


def _in_order_of_play(live: LiveTable) -> tuple[Seat, ...]:
    """The seats from the one whose turn it is; in a position that is already over, from one that has not won."""
    seats = live.game.seats
    first = live.turn or next((seat for seat in seats if seat not in live.winners), seats[0])
    at = seats.index(first)
    return seats[at:] + seats[:at]


async def serve_codes(
    listening: socket.socket, game: AnyGame, start: Start, rules: HouseRules, games: int | None, report_to: BinaryIO
) -> bool:
    """Hosts games for whoever comes; says whether it played as many as it was to play."""
    tables = tables_of(game, start, rules)
    return await CodeServer(game, tables, games).serve(listening, report_to) or games is None
