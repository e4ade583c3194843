"""When a program counts as started."""

from __future__ import annotations

import sys

import pytest
from tests.support.tournaments import sandbox_or_skip

from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.program import Program

POLLS = "import select; select.select([0], [], [])"
READS_IN_A_THREAD = (
    "import sys, threading; threading.Thread(target=sys.stdin.readline).start(); threading.Event().wait()"
)
FLOODS = "import os\nwhile True: os.write(1, b'x' * 9999)"
WAITS = ["import sys; sys.stdin.readline()", POLLS, READS_IN_A_THREAD, FLOODS, "raise SystemExit"]


@pytest.mark.parametrize("sandboxed", [True, False])
@pytest.mark.parametrize("code", WAITS, ids=["reads", "polls", "reads in a thread", "floods", "exits"])
def test_a_program_is_up_when_it_waits_or_has_ended(code: str, sandboxed: bool) -> None:
    if sandboxed:
        sandbox_or_skip()
    program = Program("b", Entrant("Waits", (sys.executable, "-c", code), "/"), find_sandbox(256, sandboxed))
    try:
        while not program.is_up():
            program.has_died(wait=0.01)
    finally:
        program.end()


@pytest.mark.parametrize("code", ["import time; time.sleep(99)", "while True: pass"], ids=["sleeps", "runs"])
def test_one_that_does_something_else_is_not_up(code: str) -> None:
    ready = f"import sys; print('here', file=sys.stderr, flush=True); {code}" if "while" not in code else code
    program = Program("b", Entrant("Busy", (sys.executable, "-c", ready), "/"), find_sandbox(256, False))
    try:
        while "while" not in code and not program.notes.text():
            program.read_notes()
        assert not any(program.is_up() for _ in range(20))
    finally:
        program.end()
