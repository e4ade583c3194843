"""What a reader of a report must know of how the programs were kept apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stolik.tournament.plan.assignment import Result
from stolik.tournament.plan.tournament import Tournament
from stolik.tournament.sandbox.processes import ANOTHER_USER, NO_SIGNALS

NO_SANDBOX: Final = (
    "NO SANDBOX: the programs could read and change the operator's files, use the network and stop each other. "
    "The results count only if everybody's program is trusted."
)
COULD_NOT_KILL: Final = "The system kept the programs from sending signals to the referee and to each other."
COULD_KILL: Final = (
    "could also kill the referee. A game whose referee was killed was played again; one whose referee was killed "
    "every time is annulled, or lost by the program that did it if that is known."
)


def isolation_notes(tournament: Tournament, results: Iterable[Result]) -> list[str]:
    """The lines for the report; none when every program saw its own files and a runtime alone."""
    programs = [player for player in tournament.players if player.builtin is None]
    if not programs:
        return []
    if not tournament.terms.sandbox:
        return [NO_SANDBOX, *_about_signals(results)]
    return [f"{player.name} could also read {', '.join(player.paths)}." for player in programs if player.paths]


def _about_signals(results: Iterable[Result]) -> list[str]:
    """Who could kill the referee, as the games that were played say."""
    held: dict[str, bool] = {}
    for result in results:
        for seat, conduct in result.conduct.items():
            held[result.seats[seat]] = ANOTHER_USER in conduct.held_by or NO_SIGNALS in conduct.held_by
    able = sorted(name for name, is_held in held.items() if not is_held)
    if able:
        return [f"{', '.join(able)} {COULD_KILL}"]
    return [COULD_NOT_KILL] if held else []
