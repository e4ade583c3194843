"""Network clients that do not come, or come late: they lose their own game, and the honest one does not."""

from __future__ import annotations

import sys

import pytest
from tests.support.tournaments import VILLAINS, game_of, sandbox_or_skip

from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.play import play
from stolik.tournament.sandbox.processes import Processes
from stolik.tournament.sandbox.usage import Usage

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


def test_clients_that_come_too_late_and_then_fail_were_late() -> None:
    late = [Entrant(name, ("/bin/sh", "-c", "sleep 0.6; exit 3"), str(VILLAINS)) for name in ("One", "Two")]
    result = play(game_of("kierki", late[0], late[1], Terms(start_time=0.2, sandbox=False)))
    assert (result.ending, result.by) == ("start", "N")
    assert "One could not be started: it did not take its seat in time" in result.reason
    assert {conduct.exit for seat, conduct in result.conduct.items() if seat in "NE"} == {"exit code 3"}


def test_waiting_for_a_processor_is_not_part_of_the_time_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Processes, "usage", lambda _: Usage(used=0.1, ticked=0.1, waited=60.0))
    slow = [Entrant(name, ("/bin/sh", "-c", "sleep 0.6; exit 3"), str(VILLAINS)) for name in ("One", "Two")]
    result = play(game_of("kierki", slow[0], slow[1], Terms(start_time=0.2, sandbox=False)))
    assert result.ending == "crash", result.reason  # it was waited for until it failed by itself


def test_nor_is_a_wait_that_is_not_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Processes, "usage", lambda _: Usage(used=0.1, ticked=0.1, waited=0.0))
    monkeypatch.setattr(Processes, "are_ready", lambda _: True)
    slow = [Entrant(name, ("/bin/sh", "-c", "sleep 0.6; exit 3"), str(VILLAINS)) for name in ("One", "Two")]
    result = play(game_of("kierki", slow[0], slow[1], Terms(start_time=0.2, sandbox=False)))
    assert result.ending == "crash", result.reason


def test_who_uses_up_the_time_to_start_has_had_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Processes, "usage", lambda _: Usage(used=0.3, ticked=0.3, waited=60.0))
    waits = [Entrant(name, ("/bin/sh", "-c", "sleep 60"), str(VILLAINS)) for name in ("One", "Two")]
    result = play(game_of("kierki", waits[0], waits[1], Terms(start_time=0.2, sandbox=False)))
    assert (result.ending, result.by) == ("start", "N")


def test_a_client_that_fails_in_time_is_blamed_and_not_one_that_was_waited_for() -> None:
    waits = Entrant("One", ("/bin/sh", "-c", "sleep 9"), str(VILLAINS))
    fails = Entrant("Two", ("/bin/sh", "-c", "exit 3"), str(VILLAINS))
    result = play(game_of("kierki", waits, fails, Terms(start_time=1.0, sandbox=False)))
    assert (result.ending, result.by, result.reason) == (
        "crash",
        "E",
        "Two ended with exit code 3 before the game began",
    )
