"""Reads from the system how much memory a process and its descendants use, and which pipes they have open."""

from __future__ import annotations

import contextlib
import os
import platform
import re
from collections.abc import Iterable, Iterator
from typing import Final

# The numbers of the system calls read, readv, recvfrom and recvmsg, on x86-64 and on everything else that is common.
_READS: Final = {b"0", b"19", b"45", b"47"} if platform.machine() == "x86_64" else {b"63", b"65", b"207", b"212"}
# What of /proc/PID/status is memory: in RAM, swapped out, and the page tables, which can be larger than both.
_OWN: Final = re.compile(rb"^Vm(?:RSS|Swap|PTE):\s+(\d+) kB", re.MULTILINE)
_PAGE_TABLES: Final = re.compile(rb"^VmPTE:\s+(\d+) kB", re.MULTILINE)
_SOCKETS: Final = re.compile(rb"^sockets: used (\d+)")
_PROPORTIONAL: Final = re.compile(rb"^(?:Pss|SwapPss):\s+(\d+) kB", re.MULTILINE)
# The unit of `st_blocks`.
_BLOCK: Final = 512
# About what the system needs for a file that is kept in memory, beside its contents.
_FILE: Final = 1024
_SHARED: Final = re.compile(rb"^Shmem:\s+(\d+) kB", re.MULTILINE)
# A line of /proc/PID/maps for memory that processes share and that is in no file: its place, device and number.
_SHARED_MAP: Final = re.compile(rb"^([0-9a-f]+)-([0-9a-f]+) ...s \S+ (\S+ \d+) +/dev/zero \(deleted\)$", re.MULTILINE)
# Folders that are kept in memory in a sandbox.
_IN_MEMORY: Final = ("/tmp", "/dev/shm")  # noqa: S108 - places to measure, not to write


def threads(pid: int) -> list[str]:
    """The numbers of a process's threads; none when it has ended."""
    return _listed(f"/proc/{pid}/task")


def state(pid: int) -> str:
    """The letter that the system has for what a process does, such as R for running; X when it has ended."""
    return _letter(f"{place(pid)}/stat")


def place(pid: int) -> str:
    """Where the system tells of a process: of another thread when the first one has ended, which says nothing then."""
    if _letter(f"/proc/{pid}/stat") == "Z":
        for thread in threads(pid):
            task = f"/proc/{pid}/task/{thread}"
            if _letter(f"{task}/stat") not in "XZ":
                return task
    return f"/proc/{pid}"


def _letter(file: str) -> str:
    return read_proc(file).rpartition(b")")[2][1:2].decode() or "X"


def is_ready(pid: int) -> bool:
    """Whether a thread of a process runs, or waits for nothing but a processor."""
    return any(_letter(f"/proc/{pid}/task/{thread}/stat") == "R" for thread in threads(pid))


def children(pid: int) -> Iterator[int]:
    """The children of a process; none when it has ended."""
    for task in threads(pid):
        yield from map(int, read_proc(f"/proc/{pid}/task/{task}/children").split())


def family(pid: int) -> Iterator[int]:
    """The process and all its descendants, in generations of any number."""
    found = [pid]
    while found:
        one = found.pop()
        yield one
        found += children(one)


def memory(pids: Iterable[int], most: int) -> int:
    """The bytes of memory that processes use, with the files that they keep in memory.

    If that is more than `most`, what processes share is counted only once. What is mapped of files counts twice.
    """
    places = [place(pid) for pid in pids]
    files = _files_in_memory(places)
    statuses = [read_proc(f"{where}/status") for where in places]
    used = _kibibytes(_OWN, statuses) + files
    if used <= most:
        return used
    shared_once = _kibibytes(_PROPORTIONAL, (read_proc(f"{where}/smaps_rollup") for where in places))
    return shared_once + _kibibytes(_PAGE_TABLES, statuses) + files


def _kibibytes(what: re.Pattern[bytes], texts: Iterable[bytes]) -> int:
    """The sum of what is found in texts, in bytes."""
    return sum(int(found) for text in texts for found in what.findall(text)) * 1024


def sockets(pid: int) -> int:
    """How many sockets there are in the network of a process, those on their way to another process among them."""
    found = _SOCKETS.search(read_proc(f"{place(pid)}/net/sockstat"))
    return int(found[1]) if found else 0


def _files_in_memory(places: Iterable[str]) -> int:
    """The bytes of files that are kept in memory: in the private /tmp and /dev/shm of processes, and without a name."""
    sizes: dict[object, int] = {}
    seen: set[str] = set()
    for where in places:
        for number in _listed(f"{where}/fd"):
            file = f"{where}/fd/{number}"
            if target(file).startswith("/memfd:"):
                with contextlib.suppress(OSError):
                    found = os.stat(file)
                    sizes[found.st_dev, found.st_ino] = found.st_blocks * _BLOCK
        mounts = target(f"{where}/ns/mnt")
        if mounts in seen:
            continue
        seen |= {mounts} - {""}
        for folder in _IN_MEMORY:
            with contextlib.suppress(OSError):
                own, room = f"{where}/root{folder}", os.statvfs(f"{where}/root{folder}")
                if os.stat(own).st_dev != os.stat(folder).st_dev:  # its own, and not the machine's
                    contents = (room.f_blocks - room.f_bfree) * room.f_frsize
                    sizes[os.stat(own).st_dev] = contents + (room.f_files - room.f_ffree) * _FILE
    return sum(sizes.values())


def shared_memory_of_all() -> int:
    """The bytes of shared memory, and of files in memory, that all processes of the machine use."""
    found = _SHARED.search(read_proc("/proc/meminfo"))
    return int(found[1]) * 1024 if found else 0


def shared_mappings(pids: Iterable[int]) -> int:
    """The bytes of shared memory that processes have mapped. What was written there is kept, resident or not."""
    sizes: dict[bytes, int] = {}
    for pid in pids:
        for begin, end, name in _SHARED_MAP.findall(_whole(f"{place(pid)}/maps")):
            sizes[name] = max(sizes.get(name, 0), int(end, 16) - int(begin, 16))
    return sum(sizes.values())


def _whole(file: str) -> bytes:
    with contextlib.suppress(OSError), open(file, "rb") as opened:
        return opened.read()
    return b""


def threads_of_all(pids: Iterable[int]) -> int:
    """How many threads processes have together; a process has at least one."""
    return sum(len(threads(pid)) for pid in pids)


def nobody_holds(pids: Iterable[int], descriptor: int) -> bool:
    """Whether none of these processes has the other end of our pipe open; False if their files cannot be read."""
    places = [place(pid) for pid in pids]
    if not any(os.access(f"{where}/fd", os.R_OK) for where in places):
        return False
    held = {target(f"{where}/fd/{number}") for where in places for number in _listed(f"{where}/fd")}
    return os.readlink(f"/proc/self/fd/{descriptor}") not in held


def reads_input(pids: Iterable[int], descriptor: int | None) -> bool:
    """Whether one of these processes is blocked in a read of our pipe, or of any connection if there is no pipe."""
    ours = "socket:" if descriptor is None else os.readlink(f"/proc/self/fd/{descriptor}")
    for pid in pids:
        for task in _listed(f"/proc/{pid}/task"):
            call, *arguments = read_proc(f"/proc/{pid}/task/{task}/syscall").split() or [b""]
            if (
                call in _READS
                and arguments
                and target(f"/proc/{pid}/task/{task}/fd/{int(arguments[0], 16)}").startswith(ours)
            ):
                return True
    return False


def _listed(folder: str) -> list[str]:
    with contextlib.suppress(OSError):
        return os.listdir(folder)
    return []


def read_proc(file: str) -> bytes:
    """Reads a short file of the system. Not with `open`: many are read after every game, and it costs more."""
    with contextlib.suppress(OSError):
        descriptor = os.open(file, os.O_RDONLY)
        try:
            return os.read(descriptor, 64 * 1024)
        finally:
            os.close(descriptor)
    return b""


def target(link: str) -> str:
    """Where a symbolic link leads; empty when it cannot be read."""
    with contextlib.suppress(OSError):
        return os.readlink(link)
    return ""
