"""Ends sandboxes whose referee was killed.

Bubblewrap ends with the process that has started it, but not while it makes a sandbox: it consists of two processes
then, and if the first is killed, the second can wait for it for ever. So the name of a sandbox's processes says which
referee they belong to.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Sequence
from typing import Final

from stolik.tournament.sandbox.owners import Owner, is_dead, owner_of, this_process
from stolik.tournament.sandbox.process_tree import read_proc

_MARK: Final = "sandbox"


def marked(command: Sequence[str]) -> list[str]:
    """The arguments that start a sandbox, with a mark of this process instead of the program's name."""
    return [this_process().name(_MARK), *command[1:]]


def end_abandoned() -> None:
    """Kills the sandboxes of referees that are dead, with everything inside."""
    dead: dict[Owner, bool] = {}
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        name = read_proc(f"/proc/{pid}/cmdline").partition(b"\0")[0].decode("utf-8", "replace")
        owner = owner_of(name)
        if owner is not None and dead.setdefault(owner, is_dead(owner)):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(int(pid), signal.SIGKILL)
