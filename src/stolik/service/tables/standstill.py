"""The clock of a table. It stands still while the store is away, so that nobody loses time by an outage."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from stolik.service.net.clock import Clock


class Standstill:
    """Whether all tables of a house stand still now, and for how long they have done so in total."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._since: float | None = None
        self._earlier = 0.0

    @property
    def is_on(self) -> bool:
        """Whether the tables stand still now."""
        return self._since is not None

    def total(self) -> float:
        """Seconds of standstill until now."""
        return self._earlier if self._since is None else self._earlier + self._clock.now() - self._since

    def begin(self) -> None:
        """All clocks stop."""
        if self._since is None:
            self._since = self._clock.now()

    def end(self) -> None:
        """All clocks go on."""
        self._earlier, self._since = self.total(), None


class TableClock:
    """The clock of one table. It shows the real time when the table is opened, and is late by every later pause."""

    __slots__ = ("_before", "_clock", "_standstill")

    def __init__(self, clock: Clock, standstill: Standstill) -> None:
        self._clock = clock
        self._standstill = standstill
        self._before = standstill.total()

    @property
    def is_still(self) -> bool:
        """Whether it stands still now."""
        return self._standstill.is_on

    def behind(self) -> float:
        """Seconds by which it is late."""
        return self._standstill.total() - self._before

    def now(self) -> float:
        """The time that it shows."""
        return self._clock.now() - self._standstill.total() + self._before

    def call_at(self, when: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Schedules the callback for a time of this clock. If the clock stops before, the callback comes too early."""
        return self._clock.call_at(when + self.behind(), callback)
