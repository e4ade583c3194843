"""Our own programs pass every scenario. The whole lists are long: the quick part plays a share, `make soak` all."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from tests.support.programs import program

from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.scenario import Scenario
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
    "krazki": 1,
    "krazki-client": 10,
    "graph": 10,
    "graph-client": 5,
    "othello-server": 1,
    "othello-client": 1,
}
"""One of so many is played in the quick part, of the scenarios with scripts of their own."""
WAITS = ("silent-client-is-given-up", "notices-a-silent-server")
"""They wait twenty seconds and more for a timeout of the program, and are left to `make soak`."""
RUNS = 100
"""Of each suite, in `make soak`: not one false fail, however busy the machine is."""


def scripts(what: str) -> list[Scenario]:
    """One scenario of each script: the others differ in what is sent, and are played in `make soak`."""
    found: dict[tuple[object, ...], Scenario] = {}
    for scenario in find_suite(what).scenarios():
        if scenario.name in WAITS:
            continue
        parts = getattr(scenario.script, "keywords", {}).values()
        own = getattr(scenario.script, "func", scenario.script)
        found.setdefault((own, *(getattr(part, "func", part) for part in parts if callable(part))), scenario)
    return list(found.values())


def verdicts(what: str, scenarios: Iterable[Scenario]) -> dict[str, tuple[Verdict, str]]:
    """The verdicts that are not pass, with what is known of each."""
    suite = find_suite(what)
    settings = Settings()
    results = asyncio.run(check(suite, scenarios, Subject(COMMANDS[what]), settings, lambda _: None))
    return {
        result.scenario: (result.verdict, f"expected {result.expected}, {result.came} {result.remarks}")
        for result in results
        if result.verdict is not Verdict.PASS
    }


@pytest.mark.parametrize("what", COMMANDS)
def test_our_own_programs_pass(what: str) -> None:
    assert verdicts(what, scripts(what)[:: SHARES[what]]) == {}


@pytest.mark.soak
@pytest.mark.parametrize("what", COMMANDS)
@pytest.mark.parametrize("run", range(RUNS))
def test_our_own_programs_pass_everything_again_and_again(what: str, run: int) -> None:
    assert verdicts(what, find_suite(what).scenarios()) == {}
