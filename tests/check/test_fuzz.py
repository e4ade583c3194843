"""Random histories: our own server passes them, and a fault is found and made short."""

from __future__ import annotations

import asyncio

import pytest
from tests.check.planted import subject
from tests.support.programs import program

from stolik.check.fuzz import fuzz, history_suite, read_history, write_history
from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.suites import find_suite
from stolik.check.verdicts import Verdict

SUITE = find_suite("kierki-serwer")
PATIENCE = 3.0


def test_our_own_server_passes_random_histories() -> None:
    found = asyncio.run(fuzz(SUITE, Subject((program("kierki-serwer"),)), 4, 1, PATIENCE, lambda _: None))
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
