"""Alarms for players that think in the thread that calls them: they ring in another, when the time is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Thread
from typing import Final

# A player forgets, when it begins, that it was told to stop: one that began late must be told again.
AGAIN_AFTER: Final = 0.005

# How often it is looked at how busy the machine is.
GLANCE: Final = 0.002
# To stop and to answer takes a moment too: so much of the processor's time, and a share for whatever else there is.
STOPPING_TIME: Final = 0.006
THINKING_SHARE: Final = 0.95

Ring = Callable[[], None]


def ring_after(seconds: float, ring: Ring) -> AbstractContextManager[None]:
    """Calls `ring` after so many seconds, and again and again until the block is left."""
    return _beside(_ring_after, seconds, ring)


def ring_in_time(seconds: float, ring: Ring) -> AbstractContextManager[None]:
    """Calls `ring` so early that a player that needs a moment to stop has done so after so many seconds."""
    return _beside(_ring_in_time, seconds, ring)


@contextmanager
def _beside(bell: Callable[[float, Ring, Event], None], seconds: float, ring: Ring) -> Iterator[None]:
    left = Event()
    Thread(target=bell, args=(seconds, ring, left), daemon=True).start()
    try:
        yield
    finally:
        left.set()


def _ring_after(seconds: float, ring: Ring, left: Event) -> None:
    while not left.wait(seconds):
        ring()
        seconds = AGAIN_AFTER


def _ring_in_time(seconds: float, ring: Ring, left: Event) -> None:
    began, worked = time.monotonic(), time.process_time()
    while not left.wait(GLANCE):
        spent = time.monotonic() - began
        # Who gets a third of a processor takes three times as long to stop.
        slowness = max(1.0, spent / max(time.process_time() - worked, GLANCE))
        if spent >= THINKING_SHARE * seconds - STOPPING_TIME * slowness:
            ring()
