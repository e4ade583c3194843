"""The clock of the service: seconds since the epoch that never go backwards, even when the system's clock is set."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


def after_reading(act: Callable[[], None]) -> None:
    """Calls `act` after the data that has already arrived has been read.

    A move that arrived in time must count, even when a busy service reads it late.
    """
    loop = asyncio.get_running_loop()
    # The first callback may run before the loop polls the sockets; a callback that it schedules runs after.
    loop.call_soon(loop.call_soon, act)


class Clock:
    """The time of the running event loop, shifted once, at the start, to seconds since the epoch."""

    is_still = False
    """Whether it stands still now: only the clock of a table does (`service.tables.standstill`)."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._offset = time.time() - self._loop.time()

    def now(self) -> float:
        """The time now."""
        return self._loop.time() + self._offset

    def behind(self) -> float:
        """Seconds by which it is late."""
        return 0.0

    def call_at(self, when: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Schedules the callback for a time of this clock."""
        return self._loop.call_at(when - self._offset, callback)
