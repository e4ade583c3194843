"""A person types again what had no effect: on a busy machine the client may read both, and do it twice."""

from __future__ import annotations

import asyncio

from tests.support.programs import program

from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.suites import find_suite
from stolik.check.verdicts import Verdict

# What is typed reaches the client so late that it was typed again before.
LATE = 'while read -r line; do sleep 0.5; echo "$line"; done | "$0" join othello "$@"'


def test_what_is_done_twice_because_it_was_typed_twice_is_no_fault() -> None:
    suite, subject = find_suite("othello-client"), Subject(("/bin/sh", "-c", LATE, program("stolik")))
    scenario = suite.find("invites-again-after-a-declined-invitation")
    settings = Settings(patience=1.2, confirm=False)
    (result,) = asyncio.run(check(suite, [scenario], subject, settings, lambda _: None))
    assert result.verdict is Verdict.PASS, (result.expected, result.came, result.exchange)
