"""A server of the code protocol: it pairs the clients that come, the earlier one moves first, any number at once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, BinaryIO

from stolik.contract import AnyGame, HouseRules, Position, Seat
from stolik.service.doors.code_door import CodeDoor
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
    """Brings clients together in twos, and counts the games."""

    def __init__(self, game: AnyGame, open_table: OpenTable, games: int | None = None) -> None:
        """Plays that many games; None: as many as there are clients for."""
        self._game = game
        self._open_table = open_table
        self._games = games
        self.connections = Connections(greeting_time=None)
        self._waiting: CodeDoor | None = None
        self._begun = self._ended = 0
        self._over = asyncio.Event()

    @property
    def played_all(self) -> bool:
        """Whether no game is left to play."""
        return self._games is not None and self._ended >= self._games

    def arrived(self, door: CodeDoor) -> None:
        """A client has come: it waits, or plays with the one that does."""
        self.connections.arrived(door)
        if door.closed:  # it went before it was greeted
            return
        if self._begun == self._games:
            door.close()
        elif self._waiting is None:
            self._waiting = door
        else:
            earlier, self._waiting = self._waiting, None
            self._begin(earlier, door)

    def left(self, door: CodeDoor) -> None:
        """A client's connection has ended."""
        self.forget(door)
        self.connections.left(door)

    def forget(self, door: CodeDoor) -> None:
        """A client waits no longer; its place is free."""
        if self._waiting is door:
            self._waiting = None

    def _count(self, event: Event) -> None:
        """Counts the games that have ended."""
        if isinstance(event, Ended):
            self._ended += 1
            if self.played_all:
                self._over.set()

    def _begin(self, earlier: CodeDoor, later: CodeDoor) -> None:
        self._begun += 1
        live = self._open_table()
        live.on_change.append(self._count)
        first = _moves_first(live.table.position, self._game.seats)
        (second,) = (seat for seat in self._game.seats if seat != first)
        earlier.sit(live, first)
        later.sit(live, second)

    def new_door(self, report: Report | None = None) -> CodeDoor:
        """A door for a client that comes."""
        return CodeDoor(self._game, self, report)

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


def _moves_first(position: Position[Any], seats: tuple[Seat, ...]) -> Seat:
    """The seat whose turn it is; in a position that is already over, the one that cannot move."""
    return position.turn or next(seat for seat in seats if seat not in position.winners)


async def serve_codes(
    listening: socket.socket, game: AnyGame, start: Start, rules: HouseRules, games: int | None, report_to: BinaryIO
) -> bool:
    """Hosts games for whoever comes; says whether it played as many as it was to play."""
    tables = tables_of(game, start, rules)
    return await CodeServer(game, tables, games).serve(listening, report_to) or games is None
