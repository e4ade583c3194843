"""Users that no account has. Root runs programs as such users, who own nothing and cannot signal or trace a referee."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import stat
import subprocess
from collections.abc import Iterable, Mapping
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from stolik.tournament.sandbox.process_tree import target
from stolik.tournament.sandbox.signal_scope import start_in_scope, this_system

# Each program has a number of its own, so that its processes are not counted with another's, and it cannot signal them.
_FIRST: Final = 1_900_000_000
_SEATS_OF_A_REFEREE: Final = 8
_strangers = count()


class _Calls(NamedTuple):
    """Numbers of system calls. Called directly, they change one thread; the library's functions change all."""

    setgroups: int
    setresgid: int
    setresuid: int


_CALLS: Final[Mapping[str, _Calls]] = {"x86_64": _Calls(116, 119, 117), "aarch64": _Calls(159, 149, 147)}


def next_stranger() -> int:
    """The number of a user, and of a group, that no account and no other program has."""
    return _FIRST + os.getpid() * _SEATS_OF_A_REFEREE + next(_strangers) % _SEATS_OF_A_REFEREE


def become(user: int) -> None:
    """Makes this thread another user, for ever; raises OSError. What it starts then is that user too."""
    calls = _CALLS[platform.machine()]
    system = this_system()
    if (
        system.syscall(calls.setgroups, 0, None)
        or system.syscall(calls.setresgid, user, user, user)
        or system.syscall(calls.setresuid, user, user, user)
    ):
        raise OSError(ctypes.get_errno(), "cannot become another user")


@cache
def can_be_used() -> bool:
    """Whether this process can start programs as strangers, and look at what they do; it is tried once."""
    if os.getuid() != 0 or platform.machine() not in _CALLS:
        return False
    start = partial(subprocess.Popen[bytes], [shutil.which("cat") or "/bin/cat"], stdin=subprocess.PIPE)
    try:
        with start_in_scope(start, partial(become, next_stranger())) as program:
            return bool(target(f"/proc/{program.pid}/exe"))
    except OSError:  # root in a container may have too few users, or too few capabilities
        return False


def everybody_may_read(paths: Iterable[str]) -> bool:
    """Whether every user may read these files and enter these folders, by their permissions."""
    return all(_may_read(Path(path)) and _may_read(Path(os.path.realpath(path))) for path in paths)


def _may_read(path: Path) -> bool:
    try:
        needed = stat.S_IROTH | (stat.S_IXOTH if path.is_dir() else 0)
        if path.stat().st_mode & needed != needed:
            return False
        return all(folder.stat().st_mode & stat.S_IXOTH for folder in path.absolute().parents)
    except OSError:
        return False
