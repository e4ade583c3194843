"""Control groups, of version 1 or 2: they hold all processes of a program, where this machine lets us make them.

A group can freeze its processes, limit their memory (files in memory included) and their number, and say how much
processor time they have used, those that have ended included. Which of these a machine offers is found by trying.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Final

from msgspec import Struct

from stolik.tournament.sandbox.owners import PREFIX, Owner, is_dead, owner_of, this_process

# A file of a group, and what the group can do if it has the file. The first hierarchy that can do a thing does it.
_ABILITIES: Final = {
    "cgroup.freeze": "freeze",
    "freezer.state": "freeze",
    "memory.max": "memory",
    "memory.limit_in_bytes": "memory",
    "pids.max": "processes",
    "cpu.stat": "processor",
    "cpuacct.usage": "processor",
}
_MOUNT: Final = re.compile(r"(\S+) (\S+) \S+(?: \S+)*? - (cgroup2?) \S+ (\S+)$")
# Seconds to wait until the system has buried a group's processes, so that it can be removed. One that has filled its
# /tmp with files takes longest.
_BURIAL: Final = 10.0
_USAGE: Final = b"usage_usec "
_KILLS: Final = re.compile(rb"oom_kill (\d+)")
# What is kept open for a file that a group has: its name, and how it is opened.
_OPENED: Final = {
    "cgroup.freeze": ("cgroup.freeze", os.O_WRONLY),
    "freezer.state": ("freezer.state", os.O_RDWR),
    "memory.max": ("memory.events", os.O_RDONLY),
    "memory.limit_in_bytes": ("memory.oom_control", os.O_RDONLY),
    "cpu.stat": ("cpu.stat", os.O_RDONLY),
    "cpuacct.usage": ("cpuacct.usage", os.O_RDONLY),
}
# What is written to let processes run, and to stop them.
_FROZEN: Final = b"FROZEN"
_WORDS: Final = {"cgroup.freeze": (b"0", b"1"), "freezer.state": (b"THAWED", _FROZEN)}
# Seconds to wait until a group of version 1 is frozen. One that forks all the time takes longest.
_FREEZING: Final = 0.05
_numbers = count()
_kept: list[Group] | None = None
"""Groups that were released and can be used again; None in a process that removes them."""
_made: list[Group] = []
"""All groups of this process that have not been removed."""


class Hierarchy(Struct, frozen=True):
    """A folder where groups can be made, and which files of theirs are used."""

    folder: str
    used: tuple[str, ...]


@cache
def hierarchies() -> tuple[Hierarchy, ...]:
    """Where groups can be made here; none for most normal users."""
    found: list[Hierarchy] = []
    able: set[str] = set()
    for folder in _own_folders():
        used = [file for file in _files_of_a_trial(folder) if _ABILITIES[file] not in able]
        # The processor's time is not worth a hierarchy of its own.
        if used and {_ABILITIES[file] for file in used} != {"processor"}:
            able |= {_ABILITIES[file] for file in used}
            found.append(Hierarchy(folder, tuple(used)))
    return tuple(found)


def _own_folders() -> Iterator[str]:
    """The folders of the groups that this process is in, version 2 first."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
        memberships = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    mounted = [match.groups() for line in mounts if (match := _MOUNT.search(line.split(" ", 3)[-1]))]
    for membership in sorted(memberships, key=lambda line: not line.startswith("0::")):
        _, controllers, path = membership.split(":", 2)
        for root, place, kind, options in mounted:
            fits = kind == "cgroup2" if not controllers else {*controllers.split(",")} <= {*options.split(",")}
            if fits and f"{path}/".startswith(root.rstrip("/") + "/"):
                yield place + path.removeprefix(root.rstrip("/")).rstrip("/")
                break


def _files_of_a_trial(folder: str) -> list[str]:
    """Which files a new group has there; none if it cannot be made."""
    trial = f"{folder}/{this_process().name('trial')}"
    with contextlib.suppress(OSError):  # only where no process is in the folder's own group
        _write(f"{folder}/cgroup.subtree_control", "+memory +pids")
    try:
        os.mkdir(trial)
    except OSError:
        return []
    try:
        return [
            file for file in _ABILITIES if os.access(f"{trial}/{file}", os.R_OK | os.W_OK) or _is_readable(trial, file)
        ]
    finally:
        os.rmdir(trial)


def _is_readable(folder: str, file: str) -> bool:
    return _ABILITIES[file] == "processor" and os.access(f"{folder}/{file}", os.R_OK)


class Group:
    """The control groups of one program, one in each hierarchy. Whoever makes one must call `release`.

    Their files are kept open: they are used many times in a game, and in one game after another.
    """

    def __init__(self, memory: int, processes: int) -> None:
        """Makes them, with limits in bytes and in processes; raises OSError."""
        name = this_process().name(next(_numbers))
        self.limits = memory, processes
        self._folders: list[str] = []
        self._members: list[int] = []
        """Descriptors of the files that list the processes."""
        self._files: dict[str, int] = {}
        """By ability, the descriptor of the file that is written or read for it."""
        self._words = (b"", b"")
        self._kills_before = 0
        _made.append(self)
        try:
            for hierarchy in hierarchies():
                self._make(hierarchy, f"{hierarchy.folder}/{name}")
        except OSError:
            self.remove()
            raise
        self.abilities = {_ABILITIES[file] for hierarchy in hierarchies() for file in hierarchy.used}
        """What it does: freeze, memory, processes, processor."""

    def _make(self, hierarchy: Hierarchy, folder: str) -> None:
        os.mkdir(folder)
        self._folders.append(folder)
        self._members.append(os.open(f"{folder}/cgroup.procs", os.O_WRONLY))
        memory, processes = self.limits
        limits = {"memory.max": memory, "memory.limit_in_bytes": memory, "pids.max": processes}
        for file in hierarchy.used:
            if file in limits:
                _write(f"{folder}/{file}", str(limits[file]))
                _no_swap(folder, file, limits[file])
            if file in _OPENED:
                name, flags = _OPENED[file]
                self._files[_ABILITIES[file]] = os.open(f"{folder}/{name}", flags)
            if file in _WORDS:
                self._words = _WORDS[file]

    def add(self, pids: Iterable[int]) -> None:
        """Puts processes into the group; their children will be in it too."""
        for pid in pids:
            for members in self._members:
                with contextlib.suppress(ProcessLookupError):
                    os.pwrite(members, str(pid).encode(), 0)

    def members(self) -> set[int]:
        """The processes in the group."""
        return {int(pid) for pid in _whole(f"{self._folders[0]}/cgroup.procs").split()}

    def freeze(self) -> None:
        """Stops all processes, whatever they do."""
        with contextlib.suppress(OSError):  # the group is gone
            _tell(self._files["freeze"], self._words[True])
            if self._words[True] == _FROZEN:
                self._freeze_by_version_1(self._files["freeze"])

    def _freeze_by_version_1(self, state: int) -> None:
        """Version 1 can stay at FREEZING, and has to be told again."""
        until = time.monotonic() + _FREEZING
        while os.pread(state, 16, 0).strip() != _FROZEN and time.monotonic() < until:
            os.sched_yield()
            _tell(state, _FROZEN)

    def thaw(self) -> None:
        """Lets all processes run."""
        with contextlib.suppress(OSError):  # the group is gone
            _tell(self._files["freeze"], self._words[False])

    def kill(self) -> None:
        """Kills all processes."""
        _kill_all(f"{self._folders[0]}/cgroup.procs")

    def processor_time(self) -> float:
        """Seconds of processor time that all its processes have used."""
        text = self._read("processor")
        if text.startswith(_USAGE):
            return int(text[len(_USAGE) : text.index(b"\n")]) / 1e6
        return int(text or 0) / 1e9

    def ran_out_of_memory(self) -> bool:
        """Whether a process was killed because the group had no memory left."""
        return self._kills() > self._kills_before

    def _kills(self) -> int:
        found = _KILLS.search(self._read("memory"))
        return int(found[1]) if found else 0

    def _read(self, ability: str) -> bytes:
        with contextlib.suppress(OSError, KeyError):
            return os.pread(self._files[ability], 4096, 0)
        return b""

    def release(self) -> None:
        """The program is over, and its processes have been killed: the group is kept for another, or removed."""
        if _kept is None:
            self.remove()
        else:
            _kept.append(self)

    def renew(self) -> bool:
        """Makes the group ready for another program; False while there are still processes in it, or if it is gone."""
        # A tournament that cannot see our process may have taken them for leftovers.
        if not all(map(os.path.isdir, self._folders)):
            return False
        # Opened anew: version 1 shows an open file the processes that there were when it was first read.
        if _read(f"{self._folders[0]}/cgroup.procs"):
            return False
        self._kills_before = self._kills()
        return True

    def remove(self) -> None:
        """Removes the groups, whose processes must have been killed; waits until the system has buried them."""
        for descriptor in (*self._members, *self._files.values()):
            os.close(descriptor)
        self._members, self._files = [], {}
        until = time.monotonic() + _BURIAL
        while self._folders:
            try:
                os.rmdir(self._folders[-1])
                self._folders.pop()
            except FileNotFoundError:
                self._folders.pop()
            except OSError:
                if time.monotonic() > until:
                    return  # `remove_groups` tries again
                time.sleep(0.0005)
        with contextlib.suppress(ValueError):
            _made.remove(self)


def _no_swap(folder: str, file: str, memory: int) -> None:
    """Counts swapped memory too, where the system can."""
    other = {"memory.max": ("memory.swap.max", 0), "memory.limit_in_bytes": ("memory.memsw.limit_in_bytes", memory)}
    if file in other:
        name, most = other[file]
        with contextlib.suppress(OSError):
            _write(f"{folder}/{name}", str(most))


def make_group(memory: int, processes: int) -> Group | None:
    """A group for a program; None where there are no groups."""
    if not hierarchies():
        return None
    kept = _kept or []
    for group in kept:
        if group.limits == (memory, processes) and group.renew():
            kept.remove(group)
            return group
    try:
        return Group(memory, processes)
    except OSError:
        return None


def keep_groups() -> None:
    """Has this process use groups again, from one game to the next: to make one takes as long as many moves.

    They are removed when the process ends.
    """
    global _kept
    _kept = []
    Finalize(None, remove_groups, exitpriority=0)


def remove_groups() -> None:
    """Removes all groups of this process, whose programs must have been killed, and keeps no more."""
    global _kept
    _kept = None
    for group in tuple(_made):
        group.remove()


def remove_left_behind() -> None:
    """Removes the groups of referees that were killed, and kills the processes that are left in them."""
    dead: dict[Owner, bool] = {}
    for hierarchy in hierarchies():
        for folder in Path(hierarchy.folder).glob(f"{PREFIX}-*"):
            owner = owner_of(folder.name)
            if owner is not None and dead.setdefault(owner, is_dead(owner)):
                _clear(str(folder), hierarchy.used)


def _clear(folder: str, used: Iterable[str]) -> None:
    """Removes a group of somebody who is dead."""
    with contextlib.suppress(OSError):  # somebody else clears it, or may and we may not
        for file in {*used} & {*_WORDS}:
            _write(f"{folder}/{file}", _WORDS[file][False].decode())
        _kill_all(f"{folder}/cgroup.procs")
    until = time.monotonic() + _BURIAL
    while os.path.isdir(folder) and time.monotonic() < until:
        try:
            os.rmdir(folder)
        except OSError:
            if not _read(f"{folder}/cgroup.procs"):
                return
            time.sleep(0.0005)


def _kill_all(members: str) -> None:
    """Kills the processes that a file lists."""
    for pid in map(int, _read(members).split()):
        if pid:  # 0 is one of another namespace
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


def _write(file: str, text: str) -> None:
    descriptor = os.open(file, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _tell(descriptor: int, word: bytes) -> None:
    os.pwrite(descriptor, word, 0)


def _whole(file: str) -> str:
    """A file of any length."""
    with contextlib.suppress(OSError), open(file, encoding="ascii") as opened:
        return opened.read()
    return ""


def _read(file: str) -> str:
    with contextlib.suppress(OSError):
        descriptor = os.open(file, os.O_RDONLY)
        try:
            return os.read(descriptor, 4096).decode()
        finally:
            os.close(descriptor)
    return ""
