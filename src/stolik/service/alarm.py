"""An alarm for players that think in the thread that calls them: it rings in another, when the time is up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer


@contextmanager
def ring_after(seconds: float, ring: Callable[[], None]) -> Iterator[None]:
    """Calls `ring` after so many seconds, unless the block has been left by then."""
    timer = Timer(seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
