"""The one clock of the service: it never runs backwards, and reads as the time of day did when the service started."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


def after_reading(act: Callable[[], None]) -> None:
    """Acts when what has already arrived has been read: a busy service must not charge its own delay to others."""
    loop = asyncio.get_running_loop()
    # What is called soon may come before the sockets are looked at; what that calls soon comes after.
    loop.call_soon(loop.call_soon, act)


class Clock:
    """The running event loop's time, as seconds since the epoch."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._offset = time.time() - self._loop.time()

    def now(self) -> float:
        """The time."""
        return self._loop.time() + self._offset

    def call_at(self, when: float, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Calls back at a time of this clock."""
        return self._loop.call_at(when - self._offset, callback)
