"""Measures the memory of whole programs: the system limits single processes only, and a program can fork."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from stolik.tournament.sandbox.process_tree import family, memory

# Seconds. Often enough that a program cannot fill the memory in between, and rare enough to cost nothing.
MEASURE_EVERY: Final = 0.1

_lock = threading.Lock()
_watched: dict[int, tuple[int, Callable[[int], None]]] = {}
_is_running = False


def watch_memory(pid: int, most: int, on_excess: Callable[[int], None]) -> None:
    """Calls `on_excess`, in another thread, when a process and its descendants use more than `most` bytes."""
    global _is_running
    with _lock:
        _watched[pid] = most, on_excess
        if not _is_running:
            _is_running = True
            threading.Thread(target=_measure_all, daemon=True).start()


def forget_memory(pid: int) -> None:
    """Stops watching a process; its `on_excess` is not called after this returns."""
    with _lock:
        _watched.pop(pid, None)


def _measure_all() -> None:
    while True:
        time.sleep(MEASURE_EVERY)
        with _lock:
            for pid, (most, on_excess) in _watched.items():
                used = memory(family(pid), most)
                if used > most:
                    on_excess(used)
