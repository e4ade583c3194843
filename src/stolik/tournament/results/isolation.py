"""What a reader of a report must know of how the programs were kept apart."""

from __future__ import annotations

from typing import Final

from stolik.tournament.plan.tournament import Tournament

NO_SANDBOX: Final = (
    "NO SANDBOX: the programs could read and change the operator's files, use the network and stop each other. "
    "The results count only if everybody's program is trusted."
)


def isolation_notes(tournament: Tournament) -> list[str]:
    """The lines for the report; none when every program saw its own files and a runtime alone."""
    programs = [player for player in tournament.players if player.builtin is None]
    if not programs:
        return []
    if not tournament.terms.sandbox:
        return [NO_SANDBOX]
    return [f"{player.name} could also read {', '.join(player.paths)}." for player in programs if player.paths]
