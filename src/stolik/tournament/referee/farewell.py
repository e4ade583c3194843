"""The end of a game for its programs: once each is told, it has a moment to leave."""

from __future__ import annotations

import select
import time
from collections.abc import Collection, Iterable
from typing import Final

from stolik.contract import Seat
from stolik.tournament.referee.clock import MOST_WAITS
from stolik.tournament.referee.peer import Peer
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.stderr import MOST_STDERR

# Seconds of its own time that a program has to leave; waiting for a processor does not count. The course's document has
# a program leave when it is told how the game ended.
LEAVE_TIME: Final = 1.0
# Seconds. Most programs leave at once, and nothing is measured of them.
AT_ONCE: Final = 0.05
# Seconds between looks at a program that has had its time, and may be waiting for a processor.
LOOK_AGAIN: Final = 0.01


class _Leaving:
    """Counts the time that one program takes to leave."""

    def __init__(self, program: Program, now: float) -> None:
        self._processes = program.processes
        self._since = now
        self._before = self._processes.usage()
        self._seen = -1.0
        """The processor time that it had used when it was last looked at."""

    def look(self, now: float) -> float:
        """The seconds until it has to be looked at again; 0 when its time is over."""
        usage = self._processes.usage()
        waited = min(usage.waited_since(self._before), MOST_WAITS * LEAVE_TIME)
        elapsed = now - self._since
        left = LEAVE_TIME - max(elapsed - waited, usage.used_since(self._before))
        if left > 0:
            return left
        # The system counts a wait when it is over. So one that is ready, and has not run since the last look, waits.
        was_seen, self._seen = self._seen, usage.used
        is_in_doubt = elapsed < LEAVE_TIME * (1 + MOST_WAITS) and was_seen in (-1.0, usage.used)
        return LOOK_AGAIN if is_in_doubt and self._processes.are_ready() else 0.0


def see_out(programs: Iterable[Program], peers: Iterable[Peer], late: Seat | None) -> float | None:
    """Waits until all programs have left, a second of their own time at most.

    Says when, by the monotonic clock, the one that is `late` with an answer gave it after all, if it did.
    """
    leaving = _Farewell([program for program in programs if not program.has_died()], peers, late)
    leaving.take_all(0.0)  # also what one has said that has left already
    now = time.monotonic()
    leaving.wait_until(now + AT_ONCE)
    if leaving.waiting:
        now = time.monotonic()
        clocks = {number: _Leaving(program, now) for number, program in leaving.waiting.items()}
        left = LEAVE_TIME
        while left > 0:
            leaving.wait_until(now + left)
            now = time.monotonic()
            left = max((clocks[number].look(now) for number in leaving.waiting), default=0.0)
    return leaving.answered


class _Farewell:
    """The programs of one game that have not left yet."""

    def __init__(self, programs: Collection[Program], peers: Iterable[Peer], late: Seat | None) -> None:
        self.waiting = {program.pidfd: program for program in programs}
        self.answered: float | None = None
        """When the one that is late has answered, if it has."""
        self._late = late
        self._notes = {program.errors: program for program in programs}
        # A connection that is closed with something unread in it can destroy what was sent the other way.
        self._talking = {
            peer.reads: peer
            for peer in peers
            if not peer.ended and (peer.seat == late or (peer.over_network and peer.program in programs))
        }
        self._poll = select.poll()
        for descriptor in (*self.waiting, *self._notes, *self._talking):
            self._poll.register(descriptor, select.POLLIN)

    def wait_until(self, until: float) -> None:
        """Takes what programs say until all have left, or until a moment."""
        left = until - time.monotonic()
        while self.waiting and left > 0:
            self.take_all(left)
            left = until - time.monotonic()

    def take_all(self, wait: float) -> None:
        """Takes what has come, perhaps after a wait."""
        for descriptor, _ in self._poll.poll(wait * 1000):
            if not self._take(descriptor):
                self._poll.unregister(descriptor)

    def _take(self, descriptor: int) -> bool:
        """Something has come; whether more may come there."""
        if descriptor in self._talking:
            peer = self._talking[descriptor]
            if peer.receive() and peer.seat == self._late and self.answered is None:
                self.answered = time.monotonic()
            return not peer.ended and (peer.over_network or self.answered is None)
        if descriptor in self._notes:
            program = self._notes[descriptor]
            return program.read_notes() and program.notes.written <= MOST_STDERR
        del self.waiting[descriptor]
        return False
