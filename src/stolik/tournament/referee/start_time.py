"""The time that the programs of one game have to start.

It begins for each when its sandbox is made, and passes neither while the program waits for a processor nor while the
referee does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import inf
from typing import Final

from stolik.tournament.referee.clock import MOST_WAITS
from stolik.tournament.referee.stopwatch import LOOK_AGAIN
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.usage import own_wait


class StartTime:
    """Of one game."""

    def __init__(self, started: float, limit: float) -> None:
        """`started` is when the game's programs are started."""
        self._started = started
        self._limit: Final = limit
        self._latest = started + limit * (1 + MOST_WAITS)
        self._our_wait = own_wait()

    def end(self, programs: Collection[Program], at: float) -> float:
        """When it is over for all programs, as far as is known at a moment: later, if it has to be looked again."""
        end = max(self._ends(programs, at), default=self._started + self._limit)
        return min(end, self._latest)

    def _ends(self, programs: Collection[Program], at: float) -> Iterator[float]:
        our_wait = own_wait() - self._our_wait
        for program in programs:
            if program.began == inf:
                yield at + LOOK_AGAIN
                continue
            ready = program.processes.are_ready()  # asked first: a wait is counted when it is over
            usage = program.processes.usage()
            if usage.used >= self._limit:
                yield program.began + self._limit
                continue
            end = program.began + self._limit + min(usage.waited + our_wait, MOST_WAITS * self._limit)
            yield max(end, at + LOOK_AGAIN) if ready else end
