"""Writes down what happens at a table that programs come to over the network: every move and every line."""

from __future__ import annotations

import asyncio

from stolik.contract import Seat
from stolik.service.net.clock import Clock
from stolik.table.inputs import Input, Play, Tick
from stolik.tournament.plan.assignment import Result, Said, Way


class Scribe:
    """Sits beside a table, and wakes the referee when something has changed there."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._started = self._asked = clock.now()
        self._moves: list[str] = []
        self._movers: list[Seat] = []
        self._times: list[float] = []
        self._transcript: list[Said] = []
        self._changed = asyncio.Event()
        self.sent_away: dict[Seat, str] = {}
        """Who was sent away in play, and why."""
        self.late: dict[Seat, float] = {}
        """Who answered after the game had ended, and how long after the last question."""
        self.done = False
        """Whether nothing that happens now belongs to the game."""

    def accepted(self, input_: Input, now: float) -> None:
        """The table has taken an input; if it asks anyone, it asks from now on."""
        if isinstance(input_, Play):
            self._moves.append(input_.move)
            self._movers.append(input_.seat)
            self._times.append(round(now - self._asked, 6))
        if not isinstance(input_, Tick):  # what was not answered in time may still be, too late
            self._asked = now
        self._changed.set()

    def late_line(self, seat: Seat) -> None:
        """A program that is no longer listened to has said something."""
        self.late.setdefault(seat, self._clock.now() - self._asked)

    def note(self, seat: Seat, way: Way, text: str) -> None:
        """A line went to a program, or came from it."""
        self._transcript.append(Said(round(self._clock.now() - self._started, 6), seat, way, text))

    def send_away(self, seat: Seat, why: str) -> None:
        """A program must go, and its game with it."""
        if not self.done:
            self.sent_away.setdefault(seat, why)

    def wake(self) -> None:
        """Something else has changed."""
        self._changed.set()

    async def change(self) -> None:
        """Waits until something changes."""
        await self._changed.wait()
        self._changed.clear()

    def write(self, result: Result) -> None:
        """Adds all that was written down."""
        result.moves, result.movers, result.times = self._moves, self._movers, self._times
        result.transcript = self._transcript
