"""Weighs whole programs while they run: the system bounds the memory of single processes, and a program can fork."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from stolik.tournament.sandbox.process_tree import family, memory

# Often enough that a machine is not filled in between, and seldom enough to cost nothing.
WEIGH_EVERY: Final = 0.1

_lock = threading.Lock()
_weighed: dict[int, tuple[int, Callable[[int], None]]] = {}
_at_work = False


def watch_memory(pid: int, most: int, too_heavy: Callable[[int], None]) -> None:
    """From now on, tells when a process and all below it use more than so many bytes, from a thread of its own."""
    global _at_work
    with _lock:
        _weighed[pid] = most, too_heavy
        if not _at_work:
            _at_work = True
            threading.Thread(target=_weigh_all, daemon=True).start()


def forget_memory(pid: int) -> None:
    """When this returns, nothing more is told of that process."""
    with _lock:
        _weighed.pop(pid, None)


def _weigh_all() -> None:
    while True:
        time.sleep(WEIGH_EVERY)
        with _lock:
            for pid, (most, too_heavy) in _weighed.items():
                used = memory(family(pid), most)
                if used > most:
                    too_heavy(used)
