"""Control groups, of version 1 or 2: they hold all processes of a program, where this machine lets us make them.

A group can freeze its processes, limit their memory (files in memory included) and their number, and say how much
processor time they have used, those that have ended included. Which of these a machine offers is found by trying.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

from msgspec import Struct

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
_NAME: Final = "stolik"
# Seconds to wait until the system has buried a group's processes, so that it can be removed.
_BURIAL: Final = 1.0
# Seconds to wait until a group of version 1 is frozen. One that forks all the time takes longest.
_FREEZING: Final = 0.05
_numbers = count()


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
    trial = f"{folder}/{_NAME}-{os.getpid()}-trial"
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
    """The control groups of one program, one in each hierarchy."""

    def __init__(self, memory: int, processes: int) -> None:
        """Makes them, with limits in bytes and in processes; raises OSError."""
        name = f"{_NAME}-{os.getpid()}-{next(_numbers)}"
        self._folders: list[str] = []
        self._files: dict[str, str] = {}
        limits = {"memory.max": memory, "memory.limit_in_bytes": memory, "pids.max": processes}
        try:
            for hierarchy in hierarchies():
                folder = f"{hierarchy.folder}/{name}"
                os.mkdir(folder)
                self._folders.append(folder)
                for file in hierarchy.used:
                    self._files[file] = f"{folder}/{file}"
                    if file in limits:
                        _write(self._files[file], str(limits[file]))
                        _no_swap(folder, file, limits[file])
        except OSError:
            self.remove()
            raise

    @property
    def abilities(self) -> set[str]:
        """What it does: freeze, memory, processes, processor."""
        return {_ABILITIES[file] for file in self._files}

    def add(self, pids: Iterable[int]) -> None:
        """Puts processes into the group; their children will be in it too."""
        for pid in pids:
            for folder in self._folders:
                with contextlib.suppress(ProcessLookupError):
                    _write(f"{folder}/cgroup.procs", str(pid))

    def freeze(self) -> None:
        """Stops all processes, whatever they do."""
        with contextlib.suppress(OSError):  # the group is gone
            if "cgroup.freeze" in self._files:
                _write(self._files["cgroup.freeze"], "1")
            elif "freezer.state" in self._files:
                self._freeze_by_version_1(self._files["freezer.state"])

    def _freeze_by_version_1(self, state: str) -> None:
        """Version 1 can stay at FREEZING, and has to be told again."""
        until = time.monotonic() + _FREEZING
        while True:
            _write(state, "FROZEN")
            if _read(state).strip() == "FROZEN" or time.monotonic() > until:
                return
            os.sched_yield()

    def thaw(self) -> None:
        """Lets all processes run."""
        with contextlib.suppress(OSError):  # the group is gone
            if "cgroup.freeze" in self._files:
                _write(self._files["cgroup.freeze"], "0")
            elif "freezer.state" in self._files:
                _write(self._files["freezer.state"], "THAWED")

    def processor_time(self) -> float:
        """Seconds of processor time that all its processes have used."""
        if "cpu.stat" in self._files:
            found = re.search(r"usage_usec (\d+)", _read(self._files["cpu.stat"]))
            return int(found[1]) / 1e6 if found else 0.0
        return int(_read(self._files.get("cpuacct.usage", "")) or 0) / 1e9

    def ran_out_of_memory(self) -> bool:
        """Whether a process was killed because the group had no memory left."""
        text = "".join(
            _read(f"{folder}/{file}") for folder in self._folders for file in ("memory.events", "memory.oom_control")
        )
        found = re.search(r"oom_kill (\d+)", text)
        return bool(found and int(found[1]))

    def remove(self) -> None:
        """Removes the groups, whose processes must have been killed; waits until the system has buried them."""
        until = time.monotonic() + _BURIAL
        while self._folders:
            try:
                os.rmdir(self._folders[-1])
                self._folders.pop()
            except FileNotFoundError:
                self._folders.pop()
            except OSError:
                if time.monotonic() > until:
                    return
                time.sleep(0.0005)


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
    try:
        return Group(memory, processes)
    except OSError:
        return None


def remove_left_behind() -> None:
    """Removes the groups of referees that were killed."""
    for hierarchy in hierarchies():
        for folder in Path(hierarchy.folder).glob(f"{_NAME}-*-*"):
            referee = folder.name.split("-")[1]
            if not os.path.exists(f"/proc/{referee}"):
                with contextlib.suppress(OSError):
                    folder.rmdir()


def _write(file: str, text: str) -> None:
    descriptor = os.open(file, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _read(file: str) -> str:
    with contextlib.suppress(OSError):
        descriptor = os.open(file, os.O_RDONLY)
        try:
            return os.read(descriptor, 4096).decode()
        finally:
            os.close(descriptor)
    return ""
