"""The end of a game for its programs: each is told, given a moment to leave, and then made to."""

from __future__ import annotations

import select
import time
from collections.abc import Mapping
from typing import Final

from stolik.contract import Seat
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.stderr import MOST_STDERR

# The course's document has a program leave when it is told how the game ended.
LEAVE_TIME: Final = 1.0


def tell(programs: Mapping[Seat, Program], last_words: Mapping[Seat, str]) -> None:
    """Tells every program that still runs how the game ended, and that nothing more comes."""
    for program in programs.values():
        if not program.has_died():
            program.send(last_words[program.seat])
            program.hang_up()


def part(programs: Mapping[Seat, Program], late: Seat | None = None) -> float | None:
    """Waits until all who were told have left, a second at most.

    Says when, by the monotonic clock, the one who is `late` with an answer gave it after all, if it did.
    """
    waiting = {program.pidfd: program for program in programs.values() if not program.has_died()}
    answered: float | None = None
    poll = select.poll()
    descriptors: dict[int, Program] = dict(waiting)
    for program in waiting.values():
        descriptors[program.errors] = program
        if program.seat == late:
            descriptors[program.reads] = program
    for descriptor in descriptors:
        poll.register(descriptor, select.POLLIN)
    until = time.monotonic() + LEAVE_TIME
    while waiting and (left := until - time.monotonic()) > 0:
        for descriptor, _ in poll.poll(left * 1000):
            program = descriptors[descriptor]
            if descriptor == program.reads:
                program.read()
                if program.line() is not None and answered is None:
                    answered = time.monotonic()
                more = answered is None and not program.ended_output
            elif descriptor == program.errors:
                more = program.read_notes() and program.notes.written <= MOST_STDERR
            else:
                del waiting[descriptor]
                more = False
            if not more:
                poll.unregister(descriptor)
    return answered
