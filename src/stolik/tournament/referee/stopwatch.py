"""Watches one question of a game: who is not to move is stopped, and what the one to move uses is measured.

A program that answers within a moment is not measured, and the others are not stopped for it: that would take longer
than the moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

from stolik.tournament.referee.clock import ChargedClock
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.usage import Usage, own_wait

# Seconds. So much may a program that is not to move run with every question.
MOMENT: Final = 0.001


class Stopwatch:
    """Of one game."""

    def __init__(self, clock: ChargedClock, pondering: bool) -> None:
        """With `pondering`, nobody is stopped."""
        self._clock = clock
        self._pondering = pondering
        self._asked: Program | None = None
        self._before: Usage | None = None
        self._our_wait = 0.0
        self.due = inf
        """When `begin` is to be called."""

    def ask(self, program: Program, at: float) -> None:
        """A program is asked, from a moment on; it is let run."""
        program.processes.thaw()
        self._asked = program
        self._before = None
        self.due = at + MOMENT

    def stop(self) -> None:
        """No program is asked."""
        self._asked = self._before = None
        self.due = inf

    def begin(self, programs: Iterable[Program]) -> None:
        """The moment is over: stops the others, and begins to measure."""
        self.due = inf
        if self._asked is not None:
            self._before = self._asked.processes.usage()
            self.stop_others(programs)
            self.sleep()

    def sleep(self) -> None:
        """The referee is about to wait for an answer."""
        if self._before is not None:
            self._our_wait = own_wait()

    def stop_others(self, programs: Iterable[Program]) -> None:
        """Stops all programs but the one that is asked."""
        if not self._pondering:
            for program in programs:
                if program is not self._asked:
                    program.processes.freeze()

    def measure(self) -> None:
        """Tells the clock what the program that is asked has used and waited for.

        What the referee waited for a processor, once the answer was there, is not charged to the program either.
        """
        if self._asked is not None and self._before is not None:
            usage = self._asked.processes.usage()
            waited = usage.waited_since(self._before) + own_wait() - self._our_wait
            self._clock.measured(waited, usage.used_since(self._before))
