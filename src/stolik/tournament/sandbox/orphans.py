"""Kills orphans: the processes that are left when a program has forked and exited."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import threading
from collections.abc import Callable
from typing import Final

from stolik.tournament.sandbox.process_tree import children

# From the system's <linux/prctl.h>.
_PR_SET_CHILD_SUBREAPER: Final = 36

_ours: set[int] = set()
"""Children that are not orphans: programs of current games, and children from before `adopt_orphans`."""
_adopting = False
_may_start = threading.RLock()
"""Held while a program is started; after `kill_for_good`, held for ever."""


def adopt_orphans() -> None:
    """Makes orphans among this process's descendants its children from now on, so that it can kill them.

    Only for a process that does nothing but run a tournament: `kill_orphans` kills every child that it starts later and
    does not protect.
    """
    global _adopting
    _adopting = True
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    _ours.update(children(os.getpid()))


def protect_helpers() -> None:
    """Marks all children that there are as helpers of this process, which are no orphans."""
    if _adopting:
        _ours.update(children(os.getpid()))


def start_protected(start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Starts a program of a game, and marks its process so that `kill_orphans` does not kill it."""
    with _may_start:
        process = start()
        _ours.add(process.pid)
        return process


def unprotect(pid: int) -> None:
    """Removes the mark when the program's game is over."""
    _ours.discard(pid)


def kill_orphans() -> None:
    """Kills all children that are not protected, and their children, until none is left."""
    while _adopting and (orphans := [pid for pid in children(os.getpid()) if pid not in _ours]):
        for pid in orphans:
            _kill(pid)


def kill_children() -> None:
    """Kills all descendants of this process."""
    _ours.clear()
    kill_orphans()


def kill_for_good() -> None:
    """Kills all descendants of this process, and keeps its other threads from starting programs; then it must end."""
    _may_start.acquire()
    kill_children()


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)
