"""A result as far as it is the same for every kind of game."""

from __future__ import annotations

from collections.abc import Mapping

from stolik.games.contract import Seat
from stolik.tournament.assignment import Assignment, Conduct, Ending, Result
from stolik.tournament.program import Program


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
