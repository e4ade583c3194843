"""Keeps a program without a sandbox from signalling and tracing others: by Landlock, where Linux is 6.12 or later.

A thread that has entered a scope of its own cannot leave it, and whatever it starts is in it too. So each program is
started by a new thread, which then ends.
"""

from __future__ import annotations

import ctypes
import os
import struct
import threading
from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

Started = TypeVar("Started")

# From the system's <linux/landlock.h> and <linux/prctl.h>; these calls have the same numbers on every processor.
_CREATE_RULESET: Final = 444
_RESTRICT_SELF: Final = 446
_ASK_FOR_VERSION: Final = 1
_WITH_SIGNALS: Final = 6
_SCOPE_SIGNAL: Final = 2
_PR_SET_NO_NEW_PRIVS: Final = 38


@cache
def can_be_scoped() -> bool:
    """Whether this system can keep a program from signalling others."""
    return int(this_system().syscall(_CREATE_RULESET, None, 0, _ASK_FOR_VERSION)) >= _WITH_SIGNALS


def start_in_scope(start: Callable[[], Started], become: Callable[[], None] | None = None) -> Started:
    """Calls `start` so that the process that it starts can signal and trace only itself and its descendants.

    Where the system cannot do that, it is just called. `become` is called before, in the same thread: it may change
    what that thread is. Raises what they raise.
    """
    if become is None and not can_be_scoped():
        return start()
    started: list[Started] = []
    failed: list[BaseException] = []

    def enter_and_start() -> None:
        try:
            if can_be_scoped():
                _enter()
            if become is not None:
                become()
            started.append(start())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=enter_and_start)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
    return started[0]


def _enter() -> None:
    """Puts this thread into a scope of its own; raises OSError."""
    system = this_system()
    # struct landlock_ruleset_attr: no limits on files, none on the network, and one on signals.
    rules = ctypes.create_string_buffer(struct.pack("3Q", 0, 0, _SCOPE_SIGNAL), 24)
    descriptor = int(system.syscall(_CREATE_RULESET, rules, 24, 0))
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), "no scope for signals")
    try:
        if system.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or system.syscall(_RESTRICT_SELF, descriptor, 0):
            raise OSError(ctypes.get_errno(), "no scope for signals")
    finally:
        os.close(descriptor)


@cache
def this_system() -> ctypes.CDLL:
    """The system's own functions, with their errors."""
    return ctypes.CDLL(None, use_errno=True)
