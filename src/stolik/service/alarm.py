"""An alarm for players that think in the thread that calls them: it rings in another, when the time is up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final

# A player forgets, when it begins, that it was told to stop: one that began late must be told again.
AGAIN_AFTER: Final = 0.005


@contextmanager
def ring_after(seconds: float, ring: Callable[[], None]) -> Iterator[None]:
    """Calls `ring` after so many seconds, and again and again until the block is left."""
    left = Event()
    Thread(target=_ring, args=(seconds, ring, left), daemon=True).start()
    try:
        yield
    finally:
        left.set()


def _ring(seconds: float, ring: Callable[[], None], left: Event) -> None:
    while not left.wait(seconds):
        ring()
        seconds = AGAIN_AFTER
