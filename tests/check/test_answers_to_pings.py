"""The checker's clients ping beside a scenario, so that no server gives them up: no scenario may notice it."""

from __future__ import annotations

import asyncio

import pytest
from tests.check.test_own_programs import COMMANDS

from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.suites import find_suite
from stolik.check.verdicts import Verdict
from stolik.games.othello.check import server_lobby


@pytest.mark.parametrize(
    "name", ["another-invitation-after-a-declined-one", "move-split-after-3", "everything-byte-by-byte"]
)
def test_pings_at_any_time_change_no_verdict(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    # As on a machine so busy that each step takes longer than a client may be silent.
    monkeypatch.setattr(server_lobby, "PING_EVERY", 0.01)
    suite, subject = find_suite("othello-server"), Subject(COMMANDS["othello-server"])
    (result,) = asyncio.run(check(suite, [suite.find(name)], subject, Settings(confirm=False), lambda _: None))
    assert result.verdict is Verdict.PASS, (result.expected, result.came, result.remarks)
