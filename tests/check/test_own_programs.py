"""Our own programs pass every scenario. The whole lists are long: the quick part plays a share, `make soak` all."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.programs import program

from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.suites import find_suite
from stolik.check.verdicts import Verdict

COMMANDS = {
    "kierki-serwer": (program("kierki-serwer"),),
    "kierki-klient": (program("kierki-klient"),),
    "krazki": (program("stolik"), "bot", "krazki", "--strength", "random"),
    "krazki-client": (program("stolik"), "bot", "krazki", "--strength", "random"),
    "graph": (program("stolik"), "bot", "graph", "--strength", "random"),
    "graph-client": (program("stolik"), "bot", "graph", "--strength", "random"),
    "othello-server": (
        program("stolik"),
        "host",
        "othello",
        "--port",
        "{port}",
        "--max-clients",
        "{clients}",
        "--grace",
        "{grace}",
    ),
    "othello-client": (program("stolik"), "join", "othello"),
}
SHARES = {
    "kierki-serwer": 2,
    "kierki-klient": 2,
    "krazki": 2,
    "krazki-client": 16,
    "graph": 16,
    "graph-client": 4,
    "othello-server": 1,
    "othello-client": 2,
}
"""One scenario of so many is played in the quick part."""
RUNS = 100
"""Of each suite, in `make soak`: not one false fail, however busy the machine is."""


def verdicts(what: str, share: int = 1) -> dict[str, tuple[Verdict, str]]:
    """The verdicts that are not pass, with what is known of each."""
    suite = find_suite(what)
    scenarios = [scenario for number, scenario in enumerate(suite.scenarios()) if number % share == 0]
    settings = Settings()
    results = asyncio.run(check(suite, scenarios, Subject(COMMANDS[what]), settings, lambda _: None))
    return {
        result.scenario: (result.verdict, f"expected {result.expected}, {result.came} {result.remarks}")
        for result in results
        if result.verdict is not Verdict.PASS
    }


@pytest.mark.parametrize("what", COMMANDS)
def test_our_own_programs_pass(what: str) -> None:
    assert verdicts(what, SHARES[what]) == {}


@pytest.mark.soak
@pytest.mark.parametrize("what", COMMANDS)
@pytest.mark.parametrize("run", range(RUNS))
def test_our_own_programs_pass_everything_again_and_again(what: str, run: int) -> None:
    assert verdicts(what) == {}
