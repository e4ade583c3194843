"""What is said of a game that is over: its result, and why whoever lost it did, so that its program can be mended."""

from __future__ import annotations

from stolik.contract import Ending as TableEnding
from stolik.contract import Seat
from stolik.table.events import Ended
from stolik.tournament.plan.assignment import Conduct, Ending, Result, Said
from stolik.tournament.referee.driver import Driver
from stolik.tournament.referee.transcript import to_the_microsecond

Cause = tuple[Ending, str]


def result_of(driver: Driver, transcript: list[Said], answered: float | None) -> Result:
    """The result of a game whose programs have ended; `answered` is when one whose time was up did answer, if so."""
    assignment, outcome = driver.assignment, driver.table.outcome
    own_protocol = driver.game.protocol is not None
    if driver.absent:
        by: Seat | None = next(iter(driver.absent))
        ending, reason = _absence(driver) if own_protocol or driver.sent_away else _not_started(driver)
        winners = tuple(seat for seat in assignment.seats if seat not in driver.absent)
        scores = dict.fromkeys(assignment.seats, 0)
    else:
        assert outcome is not None, "play ends with an outcome"  # noqa: S101 - an invariant
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
        conduct={
            seat: Conduct(program.exit_words(), program.notes.text()) for seat, program in driver.programs.items()
        },
        transcript=transcript,
    )


def _not_started(driver: Driver) -> Cause:
    names = driver.assignment.seats
    return Ending.START, "; ".join(
        f"{names[seat].name} could not be started: {why}" for seat, why in driver.absent.items()
    )


def _absence(driver: Driver) -> Cause:
    """Why a game of network clients has not begun: as far as it is known, what a program did."""
    absent = dict(driver.absent)
    names = {seat: driver.assignment.seats[seat].name for seat in absent}
    for seat in absent.keys() & driver.programs.keys():
        program = driver.programs[seat]
        if program.too_heavy:
            return Ending.FOUL, f"too much memory: {names[seat]}: {program.too_heavy}, before the game began"
        if seat in driver.sent_away:
            return Ending.FOUL, f"sent away: {names[seat]}: {driver.sent_away[seat]}, before the game began"
        if program.never_ran:
            absent[seat] = program.first_note()
        elif program.crashed:
            return Ending.CRASH, f"crash ({program.exit_words()}): {names[seat]}, before the game began"
    return Ending.START, "; ".join(f"{names[seat]} did not start: {why}" for seat, why in absent.items())


def _cause(driver: Driver, outcome: Ended, answered: float | None) -> Cause:
    """How the game ended, and why."""
    seat = outcome.by
    if seat is None:
        return Ending.RULES, outcome.reason
    name = driver.assignment.seats[seat].name
    if outcome.ending is TableEnding.OVERTIME:
        return Ending.OVERTIME, _overtime(driver, seat, answered)
    if outcome.ending is TableEnding.FOUL:
        return Ending.FOUL, f"{driver.foul}: {name}: {outcome.reason}"
    if seat in driver.sent_away:
        return Ending.FOUL, f"sent away: {name}: {driver.sent_away[seat]}"
    program = driver.programs[seat]
    if program.too_heavy:
        return Ending.FOUL, f"too much memory: {name}: {program.too_heavy}"
    if program.never_ran:
        return Ending.START, f"{name} could not be started: {program.first_note() or program.exit_words()}"
    if program.crashed:
        return Ending.CRASH, f"crash ({program.exit_words()}): {name}"
    return Ending.GONE, f"{name} {driver.how_left} ({program.exit_words()})"


def _overtime(driver: Driver, seat: Seat, answered: float | None) -> str:
    """What a seat's time ran out for, and whether it did answer, later."""
    name, terms = driver.assignment.seats[seat].name, driver.assignment.terms
    if driver.table.time_left[seat] <= 0:
        return f"timeout: {name} has used up its {terms.game_time:g} s for the game"
    how = "went silent" if answered is None else f"answered after {answered - driver.clock.asked_at:.3f} s"
    return f"timeout: {name} {how}; it had {driver.clock.limit:g} s for its move"
