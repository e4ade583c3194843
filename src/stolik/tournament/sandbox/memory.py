"""Measures the memory of whole programs: the system limits single processes only, and a program can fork."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

# Seconds. Often enough that a program cannot fill the memory in between, and rare enough to cost nothing.
MEASURE_EVERY: Final = 0.1
# The pause after a measurement that took longer, as a multiple of how long it took: programs with many processes.
REST: Final = 4

_lock = threading.Lock()
_watched: dict[int, Callable[[], None]] = {}
_is_running = False


def watch_memory(pid: int, look: Callable[[], None]) -> None:
    """Calls `look` again and again, in another thread, to measure a program and to end it if it is too big."""
    global _is_running
    with _lock:
        _watched[pid] = look
        if not _is_running:
            _is_running = True
            threading.Thread(target=_measure_all, daemon=True).start()


def forget_memory(pid: int) -> None:
    """Stops watching a process; its `look` is not called after this returns."""
    with _lock:
        _watched.pop(pid, None)


def _measure_all() -> None:
    pause = MEASURE_EVERY
    while True:
        time.sleep(pause)
        began = time.monotonic()
        with _lock:
            for look in _watched.values():
                look()
        pause = pause_after(time.monotonic() - began)


def pause_after(took: float) -> float:
    """Seconds to wait after a measurement that took so long."""
    return max(MEASURE_EVERY, REST * took)
