"""Processes whose parents have died: a program that forks and leaves must not leave anything behind."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from typing import Final

from stolik.tournament.sandbox.process_tree import children

# From the system's <linux/prctl.h>.
_PR_SET_CHILD_SUBREAPER: Final = 36

_ours: set[int] = set()
"""The children of this process that are not orphans: programs of games that are on, and what was here before."""
_adopting = False


def adopt_orphans() -> None:
    """From now on, orphans among this process's descendants become its children, so that it can end them.

    For a process that does nothing but referee: no other child that it starts later is safe.
    """
    global _adopting
    _adopting = True
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    _ours.update(children(os.getpid()))


def leave_alone(pid: int) -> None:
    """The process is a program of a game that is on."""
    _ours.add(pid)


def no_longer_leave_alone(pid: int) -> None:
    """The program's game is over."""
    _ours.discard(pid)


def kill_orphans() -> None:
    """Kills the children that nobody looks after, and theirs, until there are none."""
    while _adopting and (orphans := [pid for pid in children(os.getpid()) if pid not in _ours]):
        for pid in orphans:
            _kill(pid)


def kill_children() -> None:
    """Kills everything below this process."""
    _ours.clear()
    kill_orphans()


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)
