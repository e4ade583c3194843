"""How much processor time threads have used, and how long they were ready to run and were not let."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, NamedTuple

from stolik.tournament.sandbox.process_tree import is_ready, read_proc, threads

_NANO: Final = 1e-9
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")
# The fields of /proc/PID/stat that are the ticks of a process and of the children that it has waited for, counted after
# the name of the program.
_TICKS: Final = slice(11, 15)
# Ticks are counted whole, four counts for each process: a sum of differences can be so many seconds too high.
_ROUGH: Final = 0.05


class Usage(NamedTuple):
    """Seconds, up to one moment."""

    used: float
    """On a processor, exactly, by the threads that there are."""
    ticked: float
    """On a processor, roughly, by all that there have been."""
    waited: float
    """Ready to run, while others had the processor."""

    def used_since(self, before: Usage) -> float:
        """The processor time that has been added."""
        return max(0.0, self.used - before.used, self.ticked - before.ticked - _ROUGH)

    def waited_since(self, before: Usage) -> float:
        """The waiting time that has been added; a thread that has ended is not counted any more."""
        return max(0.0, self.waited - before.waited)


def usage_of(pids: Iterable[int]) -> Usage:
    """What processes have used so far, with the children that have ended."""
    used = waited = ticked = 0.0
    for pid in pids:
        for thread in threads(pid):
            on, ready = _schedule(f"/proc/{pid}/task/{thread}/schedstat")
            used += on
            waited += ready
        fields = read_proc(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        ticked += sum(map(int, fields[_TICKS])) * _TICK
    return Usage(used, ticked, waited)


class Samples:
    """Estimates the processor time of processes from looks at them, also of those that end between two looks.

    The system forgets the time of a process whose parent ignores its end. So each new process that is found running
    counts as if one like it had run since the look before.
    """

    def __init__(self, used: float, at: float, pids: Iterable[int]) -> None:
        """The first look; `used` is what is known to have been used before."""
        self.used = used
        self._at = at
        self._seen = {pid: _of_process(pid) for pid in pids}

    def look(self, at: float, pids: Iterable[int]) -> None:
        """Looks again."""
        seen = {pid: _of_process(pid) for pid in pids}
        for pid, (on, ready) in seen.items():
            if pid in self._seen:
                self.used += max(0.0, on - self._seen[pid][0])
            elif on and is_ready(pid):
                self.used += max(on, (at - self._at) * on / (on + ready))
        self._seen, self._at = seen, at


def _of_process(pid: int) -> tuple[float, float]:
    """The seconds that a process's threads have run, and that they were ready to run and were not let."""
    schedules = [_schedule(f"/proc/{pid}/task/{thread}/schedstat") for thread in threads(pid)]
    return sum(on for on, _ in schedules), sum(ready for _, ready in schedules)


def own_wait() -> float:
    """Seconds that this thread was ready to run, and was not let."""
    return _schedule("/proc/thread-self/schedstat")[1]


def _schedule(file: str) -> tuple[float, float]:
    fields = read_proc(file).split()
    return (int(fields[0]) * _NANO, int(fields[1]) * _NANO) if len(fields) > 1 else (0.0, 0.0)
