"""Faults of the real databases: a full disk, and a server that does not answer."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.postgres import Cluster


@contextmanager
def full_disk(pid: int, database: str) -> Iterator[None]:
    """The process can make no file longer than the database's own log of changes is now, as on a full disk."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    longest = Path(f"{database}-wal").stat().st_size
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (longest, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def frozen(cluster: Cluster) -> Iterator[None]:
    """The server keeps its connections and answers nothing, as on a disk that hangs."""
    pids = _processes(cluster.pid)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def _processes(pid: int) -> list[int]:
    """A process, then its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]
