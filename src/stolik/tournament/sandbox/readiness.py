"""Whether a program has started: the protocol has no word for that, so we look whether it waits for its input."""

from __future__ import annotations

import os
import platform
from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from stolik.tournament.sandbox.process_tree import read_proc, state, target, threads


class _Calls(NamedTuple):
    """Numbers of system calls that can wait."""

    transfers: frozenset[int]
    """On one descriptor, the first argument: read, readv, recvfrom, recvmsg, write."""
    polls: frozenset[int]
    """On several: poll, select, pselect6, ppoll, epoll_wait, epoll_pwait, epoll_pwait2."""


_CALLS: Final[Mapping[str, _Calls]] = {
    "x86_64": _Calls(frozenset({0, 19, 45, 47, 1}), frozenset({7, 23, 270, 271, 232, 281, 441})),
    "aarch64": _Calls(frozenset({63, 65, 207, 212, 64}), frozenset({72, 73, 22, 441})),
}


def is_up(pids: Iterable[int], pipes: Collection[str]) -> bool:
    """Whether a thread of these processes waits for one of our pipes (as /proc names them) or for any connection.

    One that waits until somebody reads what it writes has started too.
    """
    return any(_waits(pid, thread, pipes) for pid in pids for thread in threads(pid))


def _waits(pid: int, thread: str, pipes: Collection[str]) -> bool:
    calls = _CALLS.get(platform.machine())
    words = read_proc(f"/proc/{pid}/task/{thread}/syscall").split()
    if calls is None or not words:  # another processor, or we may not look: asleep is all that can be known
        return state(pid) == "S"
    if len(words) < 2 or words[0].startswith(b"-"):
        return False  # it runs
    number = int(words[0])
    if number in calls.polls:
        return True
    held = target(f"/proc/{pid}/task/{thread}/fd/{int(words[1], 16)}") if number in calls.transfers else ""
    return held in pipes or held.startswith("socket:")


def name_of_pipe(descriptor: int) -> str:
    """How /proc names the pipe behind one of our own descriptors."""
    return os.readlink(f"/proc/self/fd/{descriptor}")
