"""The door of the code protocol: one client on a TCP connection, at a table of Krążki or of the graph game."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from stolik.contract import AnyGame, Ending, NotationError, Position, Seat
from stolik.service.net.connection import LineConnection
from stolik.service.net.report import Report
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Asked, Ended, Event, Expelled, Played, Shown
from stolik.table.inputs import Foul, Play
from stolik.wire.codes import CLIENT_LIMIT, END, Lost, LostOnTime, ServerSide, Verdict, Won, WonOnTime, Wrong


class Host(Protocol):
    """Whoever brings two doors together at a table."""

    def arrived(self, door: CodeDoor) -> None:
        """A client has come, and waits for an opponent."""

    def left(self, door: CodeDoor) -> None:
        """A client's connection has ended, whether it waited, played or had played."""

    def forget(self, door: CodeDoor) -> None:
        """A client no longer waits for an opponent."""


class CodeDoor(LineConnection):
    """One connection: waiting for an opponent, then whoever plays at a seat."""

    def __init__(self, game: AnyGame, host: Host, report: Report | None) -> None:
        super().__init__(END, CLIENT_LIMIT, report)
        self._host = host
        self._side = ServerSide(game)
        self._table: LiveTable | None = None
        self._seat: Seat = ""
        self._view: Position[Any] | None = None
        self._moved = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has come."""
        super().connection_made(transport)
        self._host.arrived(self)

    def lost(self) -> None:
        """The client is gone."""
        self._host.left(self)
        if self._table is not None:
            self._table.leave(self._seat, self)

    def sit(self, table: LiveTable, seat: Seat) -> None:
        """Brings the client to its seat at a table."""
        self._table, self._seat = table, seat
        table.sit(seat, self.peer, self)

    def line_received(self, line: bytes) -> None:
        """The client said something: its move, or something wrong."""
        if self._table is None:
            self._host.forget(self)
            self._part(Wrong("the game has not begun: wait for 200"))
            return
        try:
            self._table.take(Play(self._seat, self._side.read(line)))
        except NotationError as error:
            self._table.take(Foul(self._seat, str(error)))

    def hear(self, event: Event) -> None:
        """Tells the client what the table says, as far as the protocol has words for it."""
        match event:
            case Shown(view=view):
                self._view = view
            case Played(move=move, view=view):
                self._view, self._moved = view, move
            case Asked(seat=seat):
                if seat == self._seat and self._view is not None:
                    self.send(self._side.ask(self._view, self._moved).text())
            case Ended():
                self._part(verdict(event, self._seat))
            case Expelled(why=why):
                self._part(Wrong(why))

    def close(self) -> None:
        """Ends the connection when there is nothing more to play; a client that waits for a line gets one."""
        self._part(Wrong("no more games are played here"))

    def _part(self, last_word: Verdict) -> None:
        self.send(last_word.text())
        super().close()


def verdict(ended: Ended, seat: Seat) -> Verdict:
    """What the end of a game means for a seat, in a code."""
    if seat in ended.winners:
        return WonOnTime() if ended.ending is Ending.OVERTIME else Won()
    if ended.ending is Ending.OVERTIME:
        return LostOnTime()
    return Lost() if ended.ending is Ending.RULES else Wrong(ended.reason)
