"""What the system tells of a process and of all below it: how much memory they use, and what they hold open."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterable, Iterator
from typing import Final

_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_PROPORTIONAL: Final = re.compile(rb"^Pss:\s+(\d+) kB", re.MULTILINE)


def children(pid: int) -> Iterator[int]:
    """The children of a process; none when it is gone."""
    for task in _listed(f"/proc/{pid}/task"):
        yield from map(int, _read(f"/proc/{pid}/task/{task}/children").split())


def family(pid: int) -> Iterator[int]:
    """The process and all below it."""
    yield pid
    for child in children(pid):
        yield from family(child)


def memory(pids: Iterable[int], most: int) -> int:
    """The bytes of memory that processes use; what they share is counted once if it would be too much otherwise."""
    pids = list(pids)
    resident = sum(int(read.split()[1]) for pid in pids if (read := _read(f"/proc/{pid}/statm"))) * _PAGE
    if resident <= most:
        return resident
    rolled_up = (_PROPORTIONAL.search(_read(f"/proc/{pid}/smaps_rollup")) for pid in pids)
    return sum(int(found[1]) for found in rolled_up if found) * 1024


def nobody_holds(pids: Iterable[int], descriptor: int) -> bool:
    """Whether none of the processes, as far as they can be seen, has the pipe open whose other end is this one."""
    held = {_target(f"/proc/{pid}/fd/{number}") for pid in pids for number in _listed(f"/proc/{pid}/fd")}
    return bool(held) and os.readlink(f"/proc/self/fd/{descriptor}") not in held


def _listed(folder: str) -> list[str]:
    with contextlib.suppress(OSError):
        return os.listdir(folder)
    return []


def _read(file: str) -> bytes:
    """A short file of the system's; after every game some are read, and the comfort of `open` would cost more."""
    with contextlib.suppress(OSError):
        descriptor = os.open(file, os.O_RDONLY)
        try:
            return os.read(descriptor, 64 * 1024)
        finally:
            os.close(descriptor)
    return b""


def _target(link: str) -> str:
    with contextlib.suppress(OSError):
        return os.readlink(link)
    return ""
