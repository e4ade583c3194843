"""Watches one question of a game: who is not to move is stopped, and what the one to move uses is measured.

A program that answers within a moment is not measured, and the others are not stopped for it: that would take longer
than the moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from math import inf
from typing import Final

from stolik.tournament.referee.clock import ChargedClock
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.usage import Samples, Usage, own_wait

# Seconds. So much may a program that is not to move run with every question.
MOMENT: Final = 0.001
# Seconds by which the referee may be late without being kept from a processor: timers are that rough.
PUNCTUAL: Final = 0.002
# Seconds between looks whether a program that was stopped by signals was woken. What it uses then is charged to it. As
# often one is looked at that says to have waited for a processor.
LOOK_AGAIN: Final = 0.02
# Seconds between looks whether a program whose time seems to be over was let run.
DOUBT: Final = 0.005
# The pause after such a look, as a multiple of how long it took: a fork bomb has hundreds of processes to look at.
REST: Final = 4


class Stopwatch:
    """Of one game."""

    def __init__(self, clock: ChargedClock, pondering: bool, now: Callable[[], float] = time.monotonic) -> None:
        """With `pondering`, nobody is stopped."""
        self._clock = clock
        self._pondering = pondering
        self._now = now
        self._asked: Program | None = None
        self._before: Usage | None = None
        self._seen = 0.0
        """The processor time that the one that is asked had used at the last look."""
        self._looked_at = 0.0
        self._ran_after = 0.0
        """It has run since this moment, so what it waited before is counted."""
        self._our_wait = self._our_latest_wait = 0.0
        """What the referee had waited for a processor before it waited for an answer the last time but one."""
        self._used_when_asked = inf
        """The processor time that the one that is asked had used before, if that is known."""
        self._late = 0.0
        """Seconds by which the one that is asked was measured later than it should have been."""
        self._samples: Samples | None = None
        """Of the one that is asked, once its time by the clock on the wall is over."""
        self.due = inf
        """When `go_on` is to be called."""

    def ask(self, program: Program, at: float) -> None:
        """A program is asked, from a moment on; it is let run."""
        program.processes.thaw()
        self._asked = program
        self._before = self._samples = None
        self._used_when_asked = program.processes.take_used_when_stopped()
        self.due = at + MOMENT
        charge = program.processes.take_charge()
        if charge:
            self._clock.owe(charge)

    def stop(self) -> None:
        """No program is asked."""
        self._asked = self._before = self._samples = None
        self.due = inf

    def go_on(self, programs: Collection[Program], at: float) -> None:
        """The moment is over: stops the others, and begins to measure. Later: stops those again that were woken."""
        if self._asked is not None and self._before is None:
            usage = self._asked.processes.usage()
            # Not up to `at`: the referee may have lost its processor since, and what is waited for now is in `usage`.
            self._late = self._lateness(self._now())
            self._before = usage._replace(used=min(usage.used, self._used_when_asked))
            self._seen, self._looked_at, self._ran_after = usage.used, at, at
            self.stop_others(programs)
            self._our_wait = self._our_latest_wait = own_wait()
        else:
            for program in programs:
                program.processes.stop_again()
            self._sample(at)
        can_be_woken = any(program.processes.can_be_woken for program in programs)
        again = self._later(at, LOOK_AGAIN)
        self.due = again if can_be_woken else inf
        if self._asked is not None:
            self.due = min(self.due, max(again, self._clock.asked_at + self._clock.limit + LOOK_AGAIN))

    def _later(self, began: float, pause: float) -> float:
        """When to look again after a look that began at a moment and is over."""
        took = self._now() - began
        return began + max(pause, (1 + REST) * took)

    def _lateness(self, at: float) -> float:
        """By how many seconds a moment is later than the first look should be.

        Then others had the processors, and what the program has waited for one since it was asked is not known.
        """
        late = at - self.due
        return late if late > PUNCTUAL else 0.0

    def is_late(self, at: float) -> bool:
        """Whether somebody is asked, and its time by the clock on the wall is over."""
        return self._asked is not None and at >= self._clock.asked_at + self._clock.limit

    def _sample(self, at: float) -> None:
        """Looks at the one that is asked if it is late, and may have computed unseen."""
        if self._asked is None or self._before is None or not self.is_late(at):
            return
        processes = self._asked.processes
        if self._samples is not None:
            self._samples.look(at, processes.numbers())
        elif processes.can_hide:
            used = processes.usage().used_since(self._before)
            self._samples = Samples(used, at, processes.numbers())

    def sleep(self) -> None:
        """The referee is about to wait for an answer.

        One that it sees then may have come while it did not run since it looked the time before.
        """
        if self._before is not None:
            self._our_wait, self._our_latest_wait = self._our_latest_wait, own_wait()

    def stop_others(self, programs: Iterable[Program]) -> None:
        """Stops all programs but the one that is asked."""
        if not self._pondering:
            for program in programs:
                if program is not self._asked:
                    program.processes.freeze()

    def is_over(self, at: float) -> bool:
        """Whether the one that is asked has had its time, unless it may wait for a processor just now.

        Whether it is ready is asked before it is measured. The referee may lose its processor between the two: if the
        program runs meanwhile, what it had waited is counted.
        """
        ready = self._is_ready(at)
        usage = self.measure(at)
        if not self._clock.is_used_up:
            if self._clock.until > at:
                return False
            if usage is not None and self._in_doubt(usage.used, at, ready):
                self._clock.until = self._later(at, DOUBT)
                return False
        return True

    def _is_ready(self, at: float) -> bool:
        """Nobody is in doubt for longer than it may wait."""
        if self._asked is None or self._before is None or at > self._clock.latest:
            return False
        return self._asked.processes.are_ready()

    def _in_doubt(self, used: float, at: float, ready: bool) -> bool:
        """Whether the one that is asked may have had less time than it seems.

        The system counts a wait when it is over. So one that is ready to run has had its time only if it had it at the
        last look before it ran.
        """
        if used != self._seen:  # less, where a thread has ended
            self._seen, self._ran_after = used, self._looked_at
        self._looked_at = at
        return ready and self._clock.until >= self._ran_after

    def measure(self, at: float) -> Usage | None:
        """Tells the clock what the program that is asked has used and waited for, at a moment; None before `go_on`.

        What the referee waited for a processor is not charged to the program either: before it could measure the
        program, and once the answer was there.
        """
        if self._asked is None:
            return None
        usage = None
        if self._before is None:
            late = self._lateness(at)
            if late:
                self._clock.measured(late, max(0.0, self._asked.processes.usage().used - self._used_when_asked))
        else:
            usage = self._asked.processes.usage()
            waited = usage.waited_since(self._before) + self._late + own_wait() - self._our_wait
            sampled = self._samples.used if self._samples is not None else 0.0
            self._clock.measured(waited, max(usage.used_since(self._before), sampled))
        return usage
