"""Who owns a control group: its name says which process has made it, and whether that is dead can be found out.

A number alone would not do. In a process namespace of its own a tournament has other numbers for processes, and does
not see those outside; and a number is given to another process when the first one has ended.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import Final, NamedTuple

from stolik.tournament.sandbox.process_tree import read_proc, state, target

PREFIX: Final = "stolik"
# The name that /proc has for the outermost process namespace: whoever is there sees all processes.
_OUTERMOST: Final = "4026531836"
_NAMESPACE: Final = re.compile(r"pid:\[(\d+)\]")
_NAME: Final = re.compile(rf"{PREFIX}-(\d+)-(\d+)-(\d+)-\w+")
# Where the moment of a process's start is among the fields of /proc/PID/stat, counted after its name.
_STARTED: Final = 19


class Owner(NamedTuple):
    """A process that has made control groups. No two have ever been equal since the machine was started."""

    pid: int
    namespace: str
    """The process namespace where it has its number."""
    started: int
    """When it was started, in ticks since the machine was."""

    def name(self, what: object) -> str:
        """The name of one of its groups."""
        return f"{PREFIX}-{self.pid}-{self.namespace}-{self.started}-{what}"


def this_process() -> Owner:
    """This process as an owner of groups."""
    return _owner(os.getpid())  # asked for each time: after a fork it is another one


@cache
def _owner(pid: int) -> Owner:
    return Owner(pid, _namespace("self"), _started(pid) or 0)


def owner_of(name: str) -> Owner | None:
    """Whose group has this name; None if it is not one of ours."""
    found = _NAME.fullmatch(name)
    return Owner(int(found[1]), found[2], int(found[3])) if found else None


def is_dead(owner: Owner) -> bool:
    """Whether an owner has ended; False if that cannot be known."""
    ours = _namespace("self")
    if owner.namespace == ours:
        return _started(owner.pid) != owner.started
    if ours != _OUTERMOST:
        return False
    return not any(_may_be_in(int(name), owner.namespace) for name in os.listdir("/proc") if name.isdecimal())


def _may_be_in(pid: int, namespace: str) -> bool:
    """Whether a process that runs is in a process namespace, or may be."""
    found = _namespace(str(pid))
    return found == namespace or (not found and state(pid) not in "XZ")


def _namespace(process: str) -> str:
    """The process namespace of a process; empty if we may not know."""
    found = _NAMESPACE.match(target(f"/proc/{process}/ns/pid"))
    return found[1] if found else ""


def _started(pid: int) -> int | None:
    fields = read_proc(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return int(fields[_STARTED]) if len(fields) > _STARTED else None
