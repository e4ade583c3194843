"""Network clients that do not come, or come late: they lose their own game, and the honest one does not."""

from __future__ import annotations

import sys

import pytest
from tests.support.tournaments import VILLAINS, game_of, sandbox_or_skip

from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.play import play

TERMS = Terms(move_time=0.3, start_time=1.0)
OWN = (str(VILLAINS),)
HONEST = Entrant("Honest", (sys.executable, "honest.py"), str(VILLAINS), own=OWN)


def client(villain: str, *arguments: str) -> Entrant:
    command = (sys.executable, villain, "{host}", "{port}", *arguments)
    return Entrant("Villain", command, str(VILLAINS), network=True, own=OWN)


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
    if sandbox:
        sandbox_or_skip()
    pair = (villain, HONEST) if first else (HONEST, villain)
    terms = Terms(TERMS.move_time, TERMS.start_time, sandbox=sandbox)
    result = play(game_of("graph", *pair, terms))
    assert (result.winner, result.ending) == ("Honest", ending), result.reason
