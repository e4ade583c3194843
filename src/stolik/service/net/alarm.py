"""Alarms: a second thread calls a function when the time is up, while the first thread computes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Thread
from typing import Final

# Seconds between two calls. A player clears an earlier `cancel` when it begins, so one call may come too early.
AGAIN_AFTER: Final = 0.005

# Seconds between two checks of the time and of how busy the machine is.
POLL_INTERVAL: Final = 0.002
# Processor time, in seconds, that a player needs to stop and to return its move.
STOPPING_TIME: Final = 0.006
# The share of the time that a player may use; the rest is a reserve for other delays.
THINKING_SHARE: Final = 0.95

Ring = Callable[[], None]


def ring_after(seconds: float, ring: Ring) -> AbstractContextManager[None]:
    """Calls `ring` after `seconds`, and then repeatedly until the block ends."""
    return _in_thread(_ring_after, seconds, ring)


def ring_in_time(seconds: float, ring: Ring) -> AbstractContextManager[None]:
    """Calls `ring` before `seconds` are over, early enough for a player to stop and return its move in time."""
    return _in_thread(_ring_in_time, seconds, ring)


@contextmanager
def _in_thread(alarm: Callable[[float, Ring, Event], None], seconds: float, ring: Ring) -> Iterator[None]:
    ended = Event()
    Thread(target=alarm, args=(seconds, ring, ended), daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def _ring_after(seconds: float, ring: Ring, ended: Event) -> None:
    while not ended.wait(seconds):
        ring()
        seconds = AGAIN_AFTER


def _ring_in_time(seconds: float, ring: Ring, ended: Event) -> None:
    began, cpu_began = time.monotonic(), time.process_time()
    while not ended.wait(POLL_INTERVAL):
        spent = time.monotonic() - began
        # A process that gets a third of a core takes three times as long to stop.
        slowness = max(1.0, spent / max(time.process_time() - cpu_began, POLL_INTERVAL))
        if spent >= THINKING_SHARE * seconds - STOPPING_TIME * slowness:
            ring()
