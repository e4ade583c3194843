"""A table in real time: it is told of inputs and of the clock, and what it answers goes to the doors at its seats."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

from stolik.games.contract import Seat
from stolik.service.clock import Clock
from stolik.table.events import WATCHERS, Event, Left
from stolik.table.inputs import Input, Leave, Sit, Tick
from stolik.table.table import Table


class Door(Protocol):
    """A protocol's way to a table."""

    def hear(self, event: Event) -> None:
        """Tells whoever sits behind the door, in its own language."""


class LiveTable:
    """One table, the doors at its seats, and its timer."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table = table
        self._clock = clock
        self._doors: dict[Seat, Door] = {}
        self._watchers: list[Door] = []
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0

    def sit(self, seat: Seat, player: str, door: Door) -> None:
        """Gives a seat to a player behind a door; raises SeatTaken."""
        events = self.table.take(Sit(seat, player), self._clock.now())
        self._doors[seat] = door
        self._tell(events)

    def leave(self, seat: Seat, door: Door) -> None:
        """The player behind the door is gone; nothing happens when somebody else has the seat by now."""
        if self._doors.get(seat) is door:
            self.take(Leave(seat))

    def watch(self, door: Door) -> None:
        """Lets someone without a seat hear what everyone may know."""
        self._watchers.append(door)

    def take(self, input_: Input) -> None:
        """Something happens at the table now."""
        self._tell(self.table.take(input_, self._clock.now()))

    def _tell(self, events: Iterable[Event]) -> None:
        doors = self._doors
        for event in events:
            if event.to in doors:
                doors[event.to].hear(event)
                continue
            if type(event) is Left:
                doors.pop(event.seat, None)
            if event.to is None:
                for door in tuple(doors.values()):
                    door.hear(event)
            if event.to is None or event.to == WATCHERS:
                for door in self._watchers:
                    door.hear(event)
        self._arm()

    def _arm(self) -> None:
        """Makes sure that a tick comes by the deadline. A deadline that moves on leaves the timer as it is."""
        deadline = self.table.deadline
        if deadline is not None and self._timer is not None and self._timer_at <= deadline:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if deadline is None:
            return
        self._timer_at = deadline
        self._timer = self._clock.call_at(deadline, self._time_is_up)

    def _time_is_up(self) -> None:
        """Lets what has already arrived be read first: a busy service must not charge its own delay to a player."""
        loop = asyncio.get_running_loop()
        # What is called soon may come before the sockets are looked at; what that calls soon comes after.
        loop.call_soon(loop.call_soon, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.take(Tick())
