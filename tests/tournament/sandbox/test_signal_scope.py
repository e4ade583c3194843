"""A program without a sandbox signals and traces nobody but itself, where the system can see to that."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.support.tournaments import VILLAINS

from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox import signal_scope
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.program import CannotStart, Program
from stolik.tournament.sandbox.signal_scope import can_be_scoped, start_in_scope

# Signal 0 asks whether a signal could be sent, and sends none.
TRIES = """
import os, sys
for pid in map(int, sys.argv[1:]):
    try: os.kill(pid, 0)
    except PermissionError: print("refused", file=sys.stderr)
    else: print("allowed", file=sys.stderr)
child = os.fork()
if child == 0: os.kill(os.getppid(), 0); os._exit(0)
os.kill(child, 0); os.kill(os.getpid(), 0); os.waitpid(child, 0)
"""


def tried(*pids: int) -> Program:
    """A program that has tried to signal processes, its parent among them, and its own family."""
    command = (sys.executable, "-c", TRIES, *map(str, pids))
    program = Program("b", Entrant("Tries", command, str(VILLAINS)), find_sandbox(512, False))
    try:
        assert program.has_died(wait=60)
    finally:
        program.end()
    return program


@pytest.mark.skipif(not can_be_scoped(), reason="Landlock is older than its version 6 here")
def test_a_program_cannot_signal_its_referee_or_another_process_of_its_user() -> None:
    other = subprocess.Popen(["/bin/sleep", "99"])
    try:
        program = tried(os.getpid(), os.getppid(), other.pid)
    finally:
        other.kill()
        other.wait()
    assert program.notes.text().split() == ["refused"] * 3
    assert str(program.how_ended()) == "exit code 0", "its own family can be signalled"
    assert program.processes.held_by.startswith("no sandbox; no signals to others")


def test_where_the_system_cannot_it_is_started_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal_scope, "can_be_scoped", lambda: False)
    assert str(tried().how_ended()) == "exit code 0"


def test_why_a_program_could_not_be_started_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        start_in_scope(lambda: 1 // 0)
    with pytest.raises(CannotStart):
        Program("b", Entrant("None", ("/no/such",), str(VILLAINS)), find_sandbox(512, False))
