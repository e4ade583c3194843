"""Stops all processes of a program by signals, where there is no control group to freeze."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable
from typing import Final

from stolik.tournament.sandbox.process_tree import state

# Stopped, traced, a zombie. One that has vanished since it was listed may have forked another, which was not.
_AT_REST: Final = "TtZ"
# Seconds. A program that forks as fast as it can is stopped when it has as many processes as it may.
_PATIENCE: Final = 0.05


def stop(processes: Callable[[], Iterable[int]]) -> bool:
    """Stops processes, those that they fork meanwhile too, until none of them runs.

    False if that takes too long, or if there are none.
    """
    until = time.monotonic() + _PATIENCE
    told: set[int] = set()
    while True:
        pids = list(processes())
        for pid in pids:
            if pid not in told:
                told.add(pid)
                _send(pid, signal.SIGSTOP)
        running = not_stopped(pids)
        # One that was forked while the others were looked at is not among them.
        if not running and set(processes()) <= set(pids):
            return bool(pids)
        if time.monotonic() > until:
            return False
        told.difference_update(running)  # another process may have let it go on
        os.sched_yield()


def not_stopped(processes: Iterable[int]) -> list[int]:
    """Those of the processes that are not stopped; one that sleeps may run the next moment."""
    return [pid for pid in processes if state(pid) not in _AT_REST]


def go_on(processes: Iterable[int]) -> None:
    """Lets processes run again."""
    for pid in processes:
        _send(pid, signal.SIGCONT)


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
