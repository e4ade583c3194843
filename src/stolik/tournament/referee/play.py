"""Plays an assignment: the one function that a thread, a process or a machine of a cluster is given."""

from __future__ import annotations

import contextlib
import select
import socket
import time
from contextlib import AbstractContextManager, ExitStack

from stolik.contract import Ending as TableEnding
from stolik.contract import Seat
from stolik.contract.registry import find_game
from stolik.service.doors.code_door import verdict
from stolik.table.events import Ended
from stolik.tournament.plan.assignment import Assignment, Ending, Result
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.bout import Bout
from stolik.tournament.referee.entry import entry, overtime_words
from stolik.tournament.referee.farewell import part, tell
from stolik.tournament.sandbox.bubblewrap import Sandbox, find_sandbox
from stolik.tournament.sandbox.program import CannotStart, Program
from stolik.wire.codes import Won

Gate = AbstractContextManager[object]
"""Held while a game is played; programs start and leave outside it."""


def play(assignment: Assignment, gate: Gate | None = None) -> Result:
    """Plays a game to its end; whatever the programs do, this returns."""
    programmed = any(entrant.builtin is None for entrant in assignment.seats.values())
    if programmed and find_game(assignment.game).protocol is not None:
        # Only tournaments of network clients need an event loop.
        from stolik.tournament.referee.network_referee import play_over_network

        with gate or contextlib.nullcontext():
            return play_over_network(assignment)
    return _play_codes(assignment, gate or contextlib.nullcontext())


def _play_codes(assignment: Assignment, gate: Gate) -> Result:
    terms = assignment.terms
    sandbox = find_sandbox(terms.memory, terms.sandbox)
    started = time.monotonic()
    with ExitStack() as stack:
        programs: dict[Seat, Program] = {}
        absent: dict[Seat, str] = {}
        for seat, entrant in assignment.seats.items():
            if entrant.builtin is None:
                try:
                    programs[seat] = _start(seat, entrant, sandbox, stack, started + terms.start_time)
                except CannotStart as error:
                    absent[seat] = str(error)
        bout = Bout(assignment, programs, started)
        if absent:
            return _not_begun(assignment, programs, absent)
        with gate:
            bout.play()
        outcome = bout.table.outcome
        assert outcome is not None, "play ends with an outcome"  # noqa: S101 - an invariant
        late = outcome.by if outcome.ending is TableEnding.OVERTIME else None
        last_words = {seat: verdict(outcome, seat).text() for seat in programs}
        tell(programs, last_words)
        transcript = bout.transcript(last_words)  # while they leave
        answered = part(programs, late)
        for program in programs.values():
            program.end()
        result = _result(assignment, bout, outcome, answered)
        result.transcript = transcript
        return result


def _start(seat: Seat, entrant: Entrant, sandbox: Sandbox, stack: ExitStack, until: float) -> Program:
    program = Program(seat, entrant, sandbox, networked=entrant.network)
    stack.callback(program.end)
    if entrant.network:
        with program.listen(until - time.monotonic()) as listening:
            if not _comes(program, listening, until):
                program.end()
                raise CannotStart(f"it did not connect to its table ({program.exit_words()})")
    return program


def _comes(program: Program, listening: socket.socket, until: float) -> bool:
    """Waits for a network client; False when it ends, or its time to start does, before it connects."""
    while (left := until - time.monotonic()) > 0:
        ready, _, _ = select.select([listening.fileno(), program.pidfd, program.errors], [], [], left)
        if listening.fileno() in ready:
            program.connect(listening.accept()[0])
            return True
        if program.errors in ready and program.read_notes():
            continue
        if program.pidfd in ready:
            return False
    return False


def _not_begun(assignment: Assignment, programs: dict[Seat, Program], absent: dict[Seat, str]) -> Result:
    """Those who could be started are told that they have won, unless there are none."""
    tell(programs, dict.fromkeys(programs, Won().text()))
    part(programs)
    for program in programs.values():
        program.end()
    why = "; ".join(f"{assignment.seats[seat].name} could not be started: {why}" for seat, why in absent.items())
    present = tuple(seat for seat in assignment.seats if seat not in absent)
    scores = {seat: int(seat in present) for seat in assignment.seats}
    return entry(assignment, Ending.START, why, next(iter(absent)), present, scores, programs)


def _result(assignment: Assignment, bout: Bout, outcome: Ended, answered: float | None) -> Result:
    ending, reason = _explained(assignment, bout, outcome, answered)
    scores = {seat: int(seat in outcome.winners) for seat in assignment.seats} if outcome.by else dict(outcome.scores)
    result = entry(assignment, ending, reason, outcome.by, outcome.winners, scores, bout.programs)
    result.moves, result.movers = bout.moves, bout.movers
    result.times = [round(seconds, 6) for seconds in bout.times]
    return result


def _explained(assignment: Assignment, bout: Bout, outcome: Ended, answered: float | None) -> tuple[Ending, str]:
    """How the game ended, and why, so that whoever lost it can mend the program."""
    if outcome.by is None:
        return Ending.RULES, outcome.reason
    name = assignment.seats[outcome.by].name
    program = bout.programs[outcome.by]
    if outcome.ending is TableEnding.OVERTIME:
        late = None if answered is None else answered - bout.asked_at
        return Ending.OVERTIME, overtime_words(assignment, outcome.by, bout.table, late)
    if outcome.ending is TableEnding.FOUL:
        return Ending.FOUL, f"{bout.why}: {name}: {outcome.reason}"
    if program.too_heavy:
        return Ending.FOUL, f"too much memory: {name}: {program.too_heavy}"
    if program.never_ran:
        return Ending.START, f"{name} could not be started: {program.first_note() or program.exit_words()}"
    if program.crashed:
        return Ending.CRASH, f"crash ({program.exit_words()}): {name}"
    return Ending.GONE, f"{name} {bout.why} ({program.exit_words()})"
