"""Network clients that do not come, or come late: they lose their own game, and the honest one does not."""

from __future__ import annotations

import sys

import pytest
from tests.support.tournaments import VILLAINS, game_of

from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.play import play
from stolik.tournament.sandbox.bubblewrap import find_sandbox

TERMS = Terms(move_time=0.3, start_time=1.0)
HONEST = Entrant("Honest", (sys.executable, "honest.py"), str(VILLAINS))


def client(villain: str, *arguments: str) -> Entrant:
    return Entrant("Villain", (sys.executable, villain, "{host}", "{port}", *arguments), str(VILLAINS), network=True)


@pytest.mark.parametrize(
    ("villain", "ending", "first", "sandbox"),
    [
        (client("network/never_connects.py"), "start", True, True),
        (client("network/never_connects.py"), "start", False, False),
        (client("network/connects_late.py", "0.2"), "overtime", False, True),
        (client("network/connects_late.py", "30"), "start", True, False),
    ],
)
def test_a_client_that_stays_away_or_comes_late_loses_alone(
    villain: Entrant, ending: str, first: bool, sandbox: bool
) -> None:
    if sandbox and find_sandbox(64, True).bwrap is None:
        pytest.skip("bubblewrap is not here, or may not make namespaces")
    pair = (villain, HONEST) if first else (HONEST, villain)
    terms = Terms(TERMS.move_time, TERMS.start_time, sandbox=sandbox)
    result = play(game_of("graph", *pair, terms))
    assert (result.winner, result.ending) == ("Honest", ending), result.reason
