"""What is said of a game that is over: its result, and why whoever lost it did, so that its program can be mended."""

from __future__ import annotations

import math
import signal

from stolik.contract import Ending as TableEnding
from stolik.contract import NotationError, Seat
from stolik.table.events import Ended
from stolik.tournament.plan.assignment import Conduct, Ending, Result, Said
from stolik.tournament.plan.causes import Cause, cause, told
from stolik.tournament.referee.diagnosis import why_not_started
from stolik.tournament.referee.driver import Driver
from stolik.tournament.referee.transcript import to_the_microsecond
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.stderr import MOST_STDERR
from stolik.wire.codes import client_limit, read_client_message
from stolik.wire.report import is_cut

How = tuple[Ending, Cause]


def result_of(driver: Driver, transcript: list[Said], answered: float | None) -> Result:
    """The result of a game whose programs have ended; `answered` is when one whose time was up did answer, if so."""
    assignment, outcome = driver.assignment, driver.table.outcome
    own_protocol = driver.game.protocol is not None
    if driver.absent:
        by: Seat | None
        by, (ending, why) = _absence(driver)
        winners = tuple(seat for seat in assignment.seats if seat not in driver.absent)
        scores = dict.fromkeys(assignment.seats, 0)
    elif outcome is None:
        by, winners, scores = None, (), dict.fromkeys(assignment.seats, 0)
        ending, why = Ending.RULES, told(f"stopped after {len(driver.moves)} moves")
    else:
        by, winners, scores = outcome.by, outcome.winners, dict(outcome.scores)
        ending, why = _how(driver, outcome, answered)
    if by is not None and not own_protocol:
        scores = {seat: int(seat in winners) for seat in assignment.seats}
    return Result(
        number=assignment.number,
        round=assignment.round,
        seats={seat: entrant.name for seat, entrant in assignment.seats.items()},
        setup=assignment.setup,
        ending=ending,
        reason=str(why),
        winners=winners,
        scores=scores,
        moves=driver.moves,
        times=[to_the_microsecond(seconds) for seconds in driver.times],
        by=by,
        movers=driver.movers,
        elapsed=[to_the_microsecond(seconds) for seconds in driver.elapsed],
        conduct={seat: _conduct(program) for seat, program in driver.programs.items()},
        transcript=transcript,
        cause=None if ending is Ending.RULES else why,
    )


def _conduct(program: Program) -> Conduct:
    processes = program.processes
    ended = program.how_ended()
    return Conduct(
        str(ended),
        program.notes.text(),
        processes.held_by,
        processes.woken,
        to_the_microsecond(processes.ran_stopped),
        ended,
    )


def _could_not_start(driver: Driver, seat: Seat, why: Cause) -> Cause:
    entrant = driver.assignment.seats[seat]
    seen = why_not_started(entrant.command, entrant.cwd) if entrant.command else None
    return cause("start", seen or why, name=entrant.name)


def _absence(driver: Driver) -> tuple[Seat, How]:
    """Who kept a game from beginning, and why: as far as it is known, what a program did before it was too late."""
    absent = driver.absent
    for seat in (seat for seat in absent if seat in driver.programs):
        program, name = driver.programs[seat], driver.assignment.seats[seat].name
        if program.too_heavy:
            return seat, (Ending.FOUL, cause("heavy.before", program.too_heavy, name=name))
        if seat in driver.sent_away:
            return seat, (Ending.FOUL, cause("away.before", driver.sent_away[seat], name=name))
        if program.crashed and seat in driver.died:
            ending, why = _crash(driver, seat)
            return seat, (ending, why if ending is Ending.START else cause("before", why))
    reasons = [_could_not_start(driver, seat, why) for seat, why in absent.items()]
    return next(iter(absent)), (Ending.START, reasons[0] if len(reasons) == 1 else cause("several", *reasons))


def _how(driver: Driver, outcome: Ended, answered: float | None) -> How:
    """How the game ended, and why."""
    seat = outcome.by
    if seat is None:
        return Ending.RULES, told(outcome.reason)
    name = driver.assignment.seats[seat].name
    if outcome.ending is TableEnding.OVERTIME:
        return Ending.OVERTIME, _overtime(driver, seat, answered)
    if outcome.ending is TableEnding.FOUL:
        return Ending.FOUL, _foul(driver, name, outcome.reason)
    if seat in driver.sent_away:
        return Ending.FOUL, cause("away", driver.sent_away[seat], name=name)
    program = driver.programs[seat]
    if program.too_heavy:
        return Ending.FOUL, cause("heavy", program.too_heavy, name=name)
    if program.crashed:
        return _crash(driver, seat)
    return Ending.GONE, cause(driver.how_left, program.how_ended(), name=name)


def _foul(driver: Driver, name: str, why: str) -> Cause:
    """What a program did that it may not, with what it wrote."""
    if driver.foul == "foul.stderr":
        return cause("foul.stderr", name=name, most=MOST_STDERR)
    line = driver.last_foul.line if driver.last_foul else ""
    move = driver.last_foul.move if driver.last_foul else ""
    if driver.foul == "foul.turn":
        return cause("foul.turn", name=name, line=line)
    because = told(why)
    if is_cut(line):
        because = cause("foul.long", most=client_limit(driver.game))
    elif line:
        try:
            move = read_client_message(line).move
        except NotationError:
            because = cause("foul.noMove", line=line)
    return cause(driver.foul, because, name=name, move=move)


def _crash(driver: Driver, seat: Seat) -> How:
    """How a program ended that did not end well; if it never spoke, what kept it from starting."""
    program, entrant = driver.programs[seat], driver.assignment.seats[seat]
    seen = None if program.spoke else why_not_started(entrant.command, entrant.cwd)
    if seen or program.never_ran:
        note = program.first_note()
        why = seen or (told(note) if note else program.how_ended())
        return Ending.START, cause("start", why, name=entrant.name)
    number = program.signal
    if number is None:
        return Ending.CRASH, cause("crash.code", name=entrant.name, code=program.exit_code)
    return Ending.CRASH, cause("crash.signal", name=entrant.name, signal=f"{number}{_signal_name(number)}")


def _signal_name(number: int) -> str:
    try:
        return f" ({signal.Signals(number).name})"
    except ValueError:
        return ""


def _overtime(driver: Driver, seat: Seat, answered: float | None) -> Cause:
    """What a seat did when its time ran out, and whether it did answer, later."""
    name, terms, clock = driver.assignment.seats[seat].name, driver.assignment.terms, driver.clock
    if driver.table.time_left.get(seat, math.inf) <= 0:
        return cause("overtime.game", name=name, limit=terms.game_time or 0)
    took = None if answered is None else answered - clock.asked_at
    return driver.silence.cause(name, clock.limit, took, (took or 0.0) - clock.limit)
