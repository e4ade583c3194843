"""What is said of a game that is over: its result, and why whoever lost it did, so that its program can be mended."""

from __future__ import annotations

import math
import signal

from stolik.contract import Ending as TableEnding
from stolik.contract import Seat
from stolik.table.events import Ended
from stolik.tournament.plan.assignment import Conduct, Ending, Result, Said
from stolik.tournament.referee.diagnosis import why_not_started
from stolik.tournament.referee.driver import Driver
from stolik.tournament.referee.transcript import to_the_microsecond
from stolik.tournament.sandbox.program import Program

Cause = tuple[Ending, str]


def result_of(driver: Driver, transcript: list[Said], answered: float | None) -> Result:
    """The result of a game whose programs have ended; `answered` is when one whose time was up did answer, if so."""
    assignment, outcome = driver.assignment, driver.table.outcome
    own_protocol = driver.game.protocol is not None
    if driver.absent:
        by: Seat | None
        by, (ending, reason) = _absence(driver)
        winners = tuple(seat for seat in assignment.seats if seat not in driver.absent)
        scores = dict.fromkeys(assignment.seats, 0)
    elif outcome is None:
        by, winners, scores = None, (), dict.fromkeys(assignment.seats, 0)
        ending, reason = Ending.RULES, f"stopped after {len(driver.moves)} moves"
    else:
        by, winners, scores = outcome.by, outcome.winners, dict(outcome.scores)
        ending, reason = _cause(driver, outcome, answered)
    if by is not None and not own_protocol:
        scores = {seat: int(seat in winners) for seat in assignment.seats}
    return Result(
        number=assignment.number,
        round=assignment.round,
        seats={seat: entrant.name for seat, entrant in assignment.seats.items()},
        setup=assignment.setup,
        ending=ending,
        reason=reason,
        winners=winners,
        scores=scores,
        moves=driver.moves,
        times=[to_the_microsecond(seconds) for seconds in driver.times],
        by=by,
        movers=driver.movers,
        elapsed=[to_the_microsecond(seconds) for seconds in driver.elapsed],
        conduct={seat: _conduct(program) for seat, program in driver.programs.items()},
        transcript=transcript,
    )


def _conduct(program: Program) -> Conduct:
    processes = program.processes
    return Conduct(
        program.exit_words(),
        program.notes.text(),
        processes.held_by,
        processes.woken,
        to_the_microsecond(processes.ran_stopped),
    )


def _could_not_start(driver: Driver, seat: Seat, why: str) -> str:
    entrant = driver.assignment.seats[seat]
    seen = why_not_started(entrant.command, entrant.cwd) if entrant.command else ""
    return f"{entrant.name} could not be started: {seen or why}"


def _absence(driver: Driver) -> tuple[Seat, Cause]:
    """Who kept a game from beginning, and why: as far as it is known, what a program did before it was too late."""
    absent = driver.absent
    for seat in (seat for seat in absent if seat in driver.programs):
        program, name = driver.programs[seat], driver.assignment.seats[seat].name
        if program.too_heavy:
            return seat, (Ending.FOUL, f"{name} used too much before the game began: {program.too_heavy}")
        if seat in driver.sent_away:
            return seat, (Ending.FOUL, f"{name} was sent away before the game began: {driver.sent_away[seat]}")
        if program.crashed and seat in driver.died:
            ending, words = _crash(driver, seat)
            return seat, (ending, words if ending is Ending.START else f"{words} before the game began")
    reasons = "; ".join(_could_not_start(driver, seat, why) for seat, why in absent.items())
    return next(iter(absent)), (Ending.START, reasons)


def _cause(driver: Driver, outcome: Ended, answered: float | None) -> Cause:
    """How the game ended, and why."""
    seat = outcome.by
    if seat is None:
        return Ending.RULES, outcome.reason
    name = driver.assignment.seats[seat].name
    if outcome.ending is TableEnding.OVERTIME:
        return Ending.OVERTIME, _overtime(driver, seat, answered)
    if outcome.ending is TableEnding.FOUL:
        return Ending.FOUL, f"{name} {driver.foul}: {outcome.reason}"
    if seat in driver.sent_away:
        return Ending.FOUL, f"{name} was sent away: {driver.sent_away[seat]}"
    program = driver.programs[seat]
    if program.too_heavy:
        return Ending.FOUL, f"{name} used too much: {program.too_heavy}"
    if program.crashed:
        return _crash(driver, seat)
    how = "left without an answer" if driver.how_left == "left" else driver.how_left
    return Ending.GONE, f"{name} {how} ({program.exit_words()})"


def _crash(driver: Driver, seat: Seat) -> Cause:
    """How a program ended that did not end well; if it never spoke, what kept it from starting."""
    program, entrant = driver.programs[seat], driver.assignment.seats[seat]
    seen = "" if program.spoke else why_not_started(entrant.command, entrant.cwd)
    if seen or program.never_ran:
        why = seen or program.first_note() or program.exit_words()
        return Ending.START, f"{entrant.name} could not be started: {why}"
    number = program.signal
    if number is None:
        return Ending.CRASH, f"{entrant.name} ended with {program.exit_words()}"
    return Ending.CRASH, f"{entrant.name} was killed by signal {number}{_signal_name(number)}"


def _signal_name(number: int) -> str:
    try:
        return f" ({signal.Signals(number).name})"
    except ValueError:
        return ""


def _overtime(driver: Driver, seat: Seat, answered: float | None) -> str:
    """What a seat did when its time ran out, and whether it did answer, later."""
    name, terms, clock = driver.assignment.seats[seat].name, driver.assignment.terms, driver.clock
    if driver.table.time_left.get(seat, math.inf) <= 0:
        return f"{name} has used up its {terms.game_time:g} s for the game"
    took = None if answered is None else answered - clock.asked_at
    return driver.silence.words(name, clock.limit, took, (took or 0.0) - clock.limit)
