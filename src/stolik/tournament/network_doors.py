"""Who sits at a tournament's table of Kierki: programs behind doors, players of our own, and the scribe beside it."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from stolik.games.contract import Seat
from stolik.players.registry import AnyPlayer
from stolik.service.clock import Clock
from stolik.service.connections import Connections
from stolik.service.kierki_door import KierkiDoor
from stolik.service.live_table import LiveTable
from stolik.table.events import Asked, Ended, Event, Expelled, Played, Shown
from stolik.table.inputs import Play
from stolik.tournament.assignment import Result, Said
from stolik.wire.kierki import Iam
from stolik.wire.report import shown


class Scribe:
    """Writes down what happens at a table: every move, what it took, and every line."""

    def __init__(self, clock: Clock, changed: asyncio.Event) -> None:
        """`changed` is set when the game begins and when it ends."""
        self._clock = clock
        self._changed = changed
        self._started = self._asked = clock.now()
        self._moves: list[str] = []
        self._movers: list[Seat] = []
        self._times: list[float] = []
        self._transcript: list[Said] = []
        self.expelled: dict[Seat, str] = {}

    def hear(self, event: Event) -> None:
        """Something happened that everyone may know."""
        if isinstance(event, Played):
            self._moves.append(event.move)
            self._movers.append(event.seat)
            self._times.append(round(self._clock.now() - self._asked, 6))
        elif isinstance(event, Asked):
            self._asked = self._clock.now()
        if isinstance(event, Shown | Ended):
            self._changed.set()

    def note(self, seat: Seat, way: Literal["<", ">"], text: str) -> None:
        """A line went to a program, or came from it."""
        self._transcript.append(Said(round(self._clock.now() - self._started, 6), seat, way, text))

    def write(self, result: Result) -> None:
        """Adds all that was written down."""
        result.moves, result.movers, result.times = self._moves, self._movers, self._times
        result.transcript = self._transcript


class SeatDoor(KierkiDoor):
    """The door of one program, which may take its own seat and no other."""

    def __init__(self, table: LiveTable, connections: Connections, seat: Seat, scribe: Scribe) -> None:
        super().__init__(table, connections, None)
        self._own = seat
        self._scribe = scribe

    def line_received(self, line: bytes) -> None:
        """The program said something; a seat that is not its own is refused by closing, as any wrong greeting is."""
        self._scribe.note(self._own, ">", shown(line))
        if self._seat is None and line != Iam(self._own).text().encode():
            self.close()
        else:
            super().line_received(line)

    def send(self, *lines: str) -> None:
        """Sends lines, and writes them down."""
        if not self.closed:
            for line in lines:
                self._scribe.note(self._own, "<", line)
        super().send(*lines)

    def hear(self, event: Event) -> None:
        """Tells the program; that it is sent away, and why, is written down."""
        if isinstance(event, Expelled):
            self._scribe.expelled[event.to] = event.why
        super().hear(event)


class HouseDoor:
    """One of our own players at a seat."""

    def __init__(self, table: LiveTable, seat: Seat, player: AnyPlayer) -> None:
        self._table = table
        self._seat = seat
        self._player = player
        self._view: Any = None

    def sit(self, name: str) -> None:
        """Takes the seat."""
        self._table.sit(self._seat, name, self)

    def hear(self, event: Event) -> None:
        """Plays when asked, once the table has told everyone what it has to tell."""
        if isinstance(event, Shown | Played):
            self._view = event.view
        elif isinstance(event, Asked) and event.seat == self._seat:
            asyncio.get_running_loop().call_soon(self._move)

    def _move(self) -> None:
        move = self._player.choose(self._view)
        self._table.take(Play(self._seat, self._table.table.game.write_move(move)))
