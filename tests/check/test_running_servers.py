"""`--at`: servers that are already running are checked, and go on afterwards."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest
from tests.support.programs import Server

from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.suites import find_suite, suite_names
from stolik.check.verdicts import Result, Verdict, is_machines_fault

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
MATCH = "1N\n" + "\n".join("".join(rank + suit for rank in RANKS) for suit in "CDHS")
COMMANDS = {
    "kierki-serwer": ("kierki-serwer", "-f", "{match}", "-t", "1"),
    "othello-server": ("stolik", "host", "othello", "--port", "0"),
}
"""One command for each suite of a server; a new one has to be added here."""
SHARES = {"kierki-serwer": 4, "othello-server": 6}
"""One scenario of so many is played in the quick part."""


def results_of(what: str, folder: Path, share: int) -> tuple[Result, ...]:
    """Checks one of our servers while it runs; it has to be there afterwards."""
    suite = find_suite(what)
    match = folder / "match.txt"
    match.write_text(MATCH + "\n")
    with Server(folder, *(word.replace("{match}", str(match)) for word in COMMANDS[what])) as server:
        scenarios = [scenario for scenario in suite.scenarios() if scenario.lone]
        chosen = [scenario for number, scenario in enumerate(scenarios) if number % share == 0 and not scenario.slow]
        subject = Subject(at=("127.0.0.1", server.port))
        results = asyncio.run(check(suite, chosen, subject, Settings(at_once=2), lambda _: None))
        socket.create_connection(("127.0.0.1", server.port)).close()
        assert server.process.poll() is None
    return results


def bad(results: tuple[Result, ...]) -> dict[str, str]:
    """The scenarios that did not pass."""
    return {one.scenario: f"{one.expected} {one.came} {one.remarks}" for one in results if one.verdict != Verdict.PASS}


def test_there_is_a_command_for_every_server_suite() -> None:
    assert {name for name in suite_names() if find_suite(name).role == "server"} == {*COMMANDS}


@pytest.mark.parametrize("what", COMMANDS)
def test_a_running_server_passes_what_can_be_checked_without_a_restart(what: str, tmp_path: Path) -> None:
    results = results_of(what, tmp_path, SHARES[what])
    assert len(results) > 2
    assert bad(results) == {}


@pytest.mark.soak
@pytest.mark.parametrize("what", COMMANDS)
def test_a_running_server_passes_everything_that_can_be_checked_so(what: str, tmp_path: Path) -> None:
    assert bad(results_of(what, tmp_path, 1)) == {}


def test_a_scenario_that_needs_a_restart_is_not_reached_at_a_running_server() -> None:
    suite = find_suite("kierki-serwer")
    scenario = suite.find("port-zero")
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        subject = Subject(at=("127.0.0.1", nobody.getsockname()[1]))
        (result,) = asyncio.run(check(suite, [scenario], subject, Settings(patience=0.5), lambda _: None))
    assert (result.verdict, result.blames_program) == (Verdict.NOT_REACHED, False)


def test_the_timeout_of_a_running_server_is_not_known(tmp_path: Path) -> None:
    match = tmp_path / "match.txt"
    match.write_text(MATCH + "\n")
    suite = find_suite("kierki-serwer")
    with Server(tmp_path, "kierki-serwer", "-f", str(match), "-t", "100") as server:
        subject = Subject(at=("127.0.0.1", server.port))
        settings = Settings(patience=0.5, confirm=False)
        (result,) = asyncio.run(check(suite, [suite.find("no-iam-in-time")], subject, settings, lambda _: None))
    assert is_machines_fault(result), (result.verdict, result.expected, result.came)
