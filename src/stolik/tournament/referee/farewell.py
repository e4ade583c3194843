"""The end of a game for its programs: once each is told, it has a moment to leave."""

from __future__ import annotations

import select
import time
from collections.abc import Iterable
from typing import Final

from stolik.contract import Seat
from stolik.tournament.referee.peer import Peer
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.stderr import MOST_STDERR

# The course's document has a program leave when it is told how the game ended.
LEAVE_TIME: Final = 1.0


def see_out(programs: Iterable[Program], peers: Iterable[Peer], late: Seat | None) -> float | None:
    """Waits until all programs have left, a second at most.

    Says when, by the monotonic clock, the one that is `late` with an answer gave it after all, if it did.
    """
    waiting = {program.pidfd: program for program in programs if not program.has_died()}
    notes = {program.errors: program for program in waiting.values()}
    # A connection that is closed with something unread in it can destroy what was sent the other way.
    talking = {
        peer.reads: peer
        for peer in peers
        if peer.program in waiting.values() and not peer.ended and (peer.over_network or peer.seat == late)
    }
    answered: float | None = None
    poll = select.poll()
    for descriptor in (*waiting, *notes, *talking):
        poll.register(descriptor, select.POLLIN)
    until = time.monotonic() + LEAVE_TIME
    while waiting and (left := until - time.monotonic()) > 0:
        for descriptor, _ in poll.poll(left * 1000):
            if descriptor in talking:
                peer = talking[descriptor]
                if peer.receive() and peer.seat == late and answered is None:
                    answered = time.monotonic()
                more = not peer.ended and (peer.over_network or answered is None)
            elif descriptor in notes:
                program = notes[descriptor]
                more = program.read_notes() and program.notes.written <= MOST_STDERR
            else:
                del waiting[descriptor]
                more = False
            if not more:
                poll.unregister(descriptor)
    return answered
