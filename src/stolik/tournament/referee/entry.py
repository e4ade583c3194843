"""A result as far as it is the same for every kind of game."""

from __future__ import annotations

from collections.abc import Mapping

from stolik.contract import Seat
from stolik.table.table import Table
from stolik.tournament.plan.assignment import Assignment, Conduct, Ending, Result
from stolik.tournament.sandbox.program import Program


def entry(
    assignment: Assignment,
    ending: Ending,
    reason: str,
    by: Seat | None,
    winners: tuple[Seat, ...],
    scores: dict[Seat, int],
    programs: Mapping[Seat, Program],
) -> Result:
    """The result of an assignment, its moves still to be added; the programs have ended."""
    return Result(
        number=assignment.number,
        round=assignment.round,
        seats={seat: entrant.name for seat, entrant in assignment.seats.items()},
        setup=assignment.setup,
        ending=ending,
        reason=reason,
        winners=winners,
        scores=scores,
        moves=[],
        times=[],
        by=by,
        conduct={seat: Conduct(program.exit_words(), program.notes.text()) for seat, program in programs.items()},
    )


def overtime_words(assignment: Assignment, seat: Seat, table: Table, answered_after: float | None) -> str:
    """What a seat's time ran out for, and whether it did answer, later."""
    name, terms = assignment.seats[seat].name, assignment.terms
    if table.time_left[seat] <= 0:
        return f"timeout: {name} has used up its {terms.game_time:g} s for the game"
    how = "went silent" if answered_after is None else f"answered after {answered_after:.3f} s"
    return f"timeout: {name} {how}; it had {terms.move_time:g} s for its move"
