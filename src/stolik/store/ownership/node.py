"""A node: one process that may hold a lease. Another process of the same machine can see whether it still runs."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

_PROC: Final = Path("/proc")
_START_TIME: Final = 19
"""The index of a process's start time in `/proc/PID/stat`, after the name in brackets."""


class Node(Struct, frozen=True):
    """One process."""

    host: str
    machine: str
    """The machine since its last boot, and the space in which the process id counts: containers have their own."""
    pid: int
    started: str
    """When the process was started, in the system's own unit; empty where that is not known."""

    @property
    def words(self) -> str:
        """The process, in words."""
        return f"process {self.pid} on {self.host}"


def this_node() -> Node:
    """This process."""
    return Node(socket.gethostname(), _machine(), os.getpid(), _started(os.getpid()))


def is_dead(node: Node) -> bool:
    """Whether the process is known to have ended. False for other machines: nobody can tell from here."""
    if node.machine != _machine():
        return False
    try:
        os.kill(node.pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it runs as another user
        pass
    return _started(node.pid) != node.started


@cache
def _machine() -> str:
    """Where there is no `/proc`, the host's name: then only a process id that nobody has is known to be dead."""
    with suppress(OSError):
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot} {os.readlink(_PROC / 'self/ns/pid')}"
    return socket.gethostname()


def _started(pid: int) -> str:
    with suppress(OSError):
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[_START_TIME]
    return ""
