"""Random histories: our own server passes them, and a fault is found and made short."""

from __future__ import annotations

import asyncio
import sys
from random import Random

import pytest
from tests.check.planted import ROOT, subject
from tests.check.test_own_programs import COMMANDS
from tests.support.programs import program

from stolik.check.fuzz import fuzz, history_suite, read_history, write_history
from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.suites import find_suite
from stolik.check.verdicts import Verdict

SUITE = find_suite("kierki-serwer")
OTHERS = {
    "kierki-klient": (
        (program("kierki-klient"),),
        ["deals 1 2", "ask 3", "again 1", "wrong 2", "bytes 0", "garbage 1"],
    ),
    "krazki": (
        (sys.executable, str(ROOT / "examples" / "krazki_random.py")),
        ["after 7 3", "reply 2", "split 1 4", "bytes 0", "wait", "reply 3", "end 231"],
    ),
    "othello-server": (
        COMMANDS["othello-server"],
        [
            *("players 3", "newcomer", "invite 0 1", "accept 1", "newcomer", "move 0 2", "split 1 3 4", "bytes 0 1"),
            *("joined 0 0", "lose 0", "return 0", "reset 1", "return 1", "move 1 0", "silent", "garbage", "ping 2"),
            *("come 3", "invite 2 3", "decline 3", "invite 3 2", "withdraw 3", "invite 2 3", "accept 3", "move 2 0"),
            *("wrong 2 1", "end 0", "invite 1 0", "accept 0", "early 1 0", "come 2", "come 3", "leave 3", "newcomer"),
        ],
    ),
    "othello-client": (
        COMMANDS["othello-client"],
        [*("guest", "move 2", "split 3 4", "bytes 0", "joined 1", "news 0", "garbage 2", "reset", "host", "move 1")],
    ),
}
"""Other programs of ours, and a history with every kind of step."""
PATIENCE = 3.0
GAME = ["invite 0 1", "accept 1"]


def test_our_own_server_passes_random_histories() -> None:
    found = asyncio.run(fuzz(SUITE, Subject((program("kierki-serwer"),)), 2, 1, PATIENCE, lambda _: None))
    assert found.histories > 0
    assert found.steps == (), found.result


def verdict_of(mutant: str, steps: list[str]) -> Verdict:
    suite = history_suite(SUITE, steps)
    settings = Settings(patience=PATIENCE, confirm=False)
    return asyncio.run(check(suite, suite.scenarios(), subject("kierki-serwer", mutant), settings, lambda _: None))[
        0
    ].verdict


def test_a_history_that_was_kept_can_be_played_again() -> None:
    steps = ["deals 1", "play 3", "wrong 2", "play 1", "play 0", "play 0", "leave S", "return S", "newcomer E"]
    assert read_history(write_history(SUITE, steps, 7)) == steps
    assert verdict_of("none", steps) is Verdict.PASS
    assert verdict_of("no-tricks-on-return", steps) is Verdict.FAIL


@pytest.mark.soak
def test_a_planted_fault_is_found_by_a_short_history() -> None:
    found = asyncio.run(fuzz(SUITE, subject("kierki-serwer", "no-tricks-on-return"), 60, 3, PATIENCE, lambda _: None))
    assert found.result is not None
    assert found.result.verdict is Verdict.FAIL
    assert len(found.steps) <= 12, found.steps
    assert any(step.startswith(("leave", "reset")) for step in found.steps)


def play(what: str, command: tuple[str, ...], steps: list[str]) -> Verdict:
    suite = history_suite(find_suite(what), steps)
    (result,) = asyncio.run(check(suite, suite.scenarios(), Subject(command), Settings(), lambda _: None))
    return result.verdict


@pytest.mark.parametrize("what", OTHERS)
def test_our_other_programs_pass_a_history_of_every_kind_of_step(what: str) -> None:
    assert play(what, *OTHERS[what]) is Verdict.PASS


@pytest.mark.parametrize("what", OTHERS)
def test_the_same_number_draws_the_same_history_and_every_part_of_it_can_be_played(what: str) -> None:
    drawn = [find_suite(what).fuzz.draw(Random(number)) for number in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert play(what, OTHERS[what][0], []) is Verdict.PASS


@pytest.mark.soak
@pytest.mark.parametrize("what", OTHERS)
def test_our_other_programs_pass_random_histories(what: str) -> None:
    found = asyncio.run(fuzz(find_suite(what), Subject(OTHERS[what][0]), 30, 1, PATIENCE, lambda _: None))
    assert found.histories > 0
    assert found.steps == (), found.result


@pytest.mark.parametrize(
    ("what", "fault", "steps"),
    [
        (
            "othello-server",
            "recovery-has-the-start-position",
            ["invite 0 1", "accept 1", "move 0 0", "lose 1", "return 1"],
        ),
        ("othello-server", "newcomers-are-not-told-who-is-busy", ["invite 0 1", "accept 1", "newcomer"]),
        ("othello-client", "recovery-is-ignored", ["guest", "move 0", "reset"]),
    ],
)
def test_a_history_fails_for_a_program_with_a_fault(what: str, fault: str, steps: list[str]) -> None:
    suite = history_suite(find_suite(what), steps)
    settings = Settings(patience=PATIENCE, confirm=False)
    (result,) = asyncio.run(check(suite, suite.scenarios(), subject(what, fault), settings, lambda _: None))
    assert result.verdict is Verdict.FAIL


@pytest.mark.soak
@pytest.mark.parametrize(
    ("what", "fault", "longest"),
    [
        ("krazki", "forgets-the-opponents-move", 4),
        ("othello-server", "recovery-has-the-start-position", 6),
        ("othello-server", "one-recv-is-one-message", 4),
        ("othello-client", "recovery-is-ignored", 5),
        ("othello-client", "rest-of-a-segment-is-lost", 4),
    ],
)
def test_a_fault_in_a_program_is_found_and_made_short(what: str, fault: str, longest: int) -> None:
    found = asyncio.run(fuzz(find_suite(what), subject(what, fault), 60, 3, PATIENCE, lambda _: None))
    assert found.result is not None
    assert found.result.verdict is Verdict.FAIL
    assert len(found.steps) <= longest, found.steps
