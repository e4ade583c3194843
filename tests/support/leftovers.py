"""What games must not leave behind on a machine, where other people's programs come and go at the same time."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator
from pathlib import Path

# Places where everybody may write.
PUBLIC = ("/tmp", "/var/tmp", "/dev/shm")


def mounts() -> set[str]:
    """All that is mounted in our file system; numbers, which the system gives anew, are left out."""
    lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    return {" ".join(line.split()[3:]) for line in lines}


def left_behind(
    mark: str, referees: Collection[int], mounted: set[str], folder: Path, within: float = 5.0
) -> list[str]:
    """What is left, in words. `mark` is in the commands, variables and files of the programs; `folder` was empty.

    The system takes a moment to bury processes.
    """
    until = time.monotonic() + within
    while (left := list(_left(mark, referees, mounted, folder))) and time.monotonic() < until:
        time.sleep(0.05)
    return left


def _left(mark: str, referees: Collection[int], mounted: set[str], folder: Path) -> Iterator[str]:
    yield from (f"process {process}" for process in _processes(mark))
    yield from (f"mount {mount}" for mount in sorted(mounts() - mounted))
    yield from (f"control group {group}" for group in _groups(referees))
    yield from (f"file {file}" for place in PUBLIC for file in Path(place).glob(f"*{mark}*") if file != folder.parent)
    yield from (f"file {file}" for file in folder.rglob("*"))


def _processes(mark: str) -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = (process / "cmdline").read_bytes() + b"\0" + (process / "environ").read_bytes()
        except OSError:
            continue
        if mark.encode() in told and process.name != str(os.getpid()):
            yield f"{process.name}: {told[:200]!r}"


def _groups(referees: Collection[int]) -> Iterator[str]:
    for place, folders, _ in os.walk("/sys/fs/cgroup"):
        for name in folders:
            if any(name.startswith(f"stolik-{referee}-") for referee in referees):
                yield os.path.join(place, name)
