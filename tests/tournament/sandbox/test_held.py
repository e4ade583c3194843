"""A program in a sandbox does not run before it is limited."""

from __future__ import annotations

import select
import sys
from collections.abc import Iterator

import pytest
from tests.support.tournaments import sandbox_or_skip

from stolik.tournament.plan.players import Entrant
from stolik.tournament.sandbox import processes
from stolik.tournament.sandbox.bubblewrap import MEBI, MOST_OPEN_FILES, MOST_PROCESSES, NoSandbox, Sandbox, find_sandbox
from stolik.tournament.sandbox.places import MOST_FILE
from stolik.tournament.sandbox.process_tree import children
from stolik.tournament.sandbox.program import Program

MEMORY = 256
LIMITS = {"DATA": MEMORY * MEBI, "FSIZE": MOST_FILE, "CORE": 0, "NPROC": MOST_PROCESSES, "NOFILE": MOST_OPEN_FILES}
TELLS = (
    f"import resource, sys; print({{name: resource.getrlimit(getattr(resource, 'RLIMIT_' + name)) "
    f"for name in {[*LIMITS]}}}, file=sys.stderr)"
)
WAIT = 20.0


@pytest.fixture
def program() -> Iterator[Program]:
    sandbox_or_skip()
    made = Program("b", Entrant("Tells", (sys.executable, "-c", TELLS), "/"), find_sandbox(MEMORY, True))
    try:
        yield made
    finally:
        made.end()


def test_it_has_its_limits_when_it_starts(program: Program) -> None:
    assert program.has_died(wait=WAIT)
    program.end()
    assert program.notes.text() == f"{ ({name: (most, most) for name, most in LIMITS.items()}) }\n"


def test_it_does_not_run_before_it_is_let_go(program: Program) -> None:
    held = program.held
    assert held is not None
    assert program.processes.numbers() == []
    parent = held.process(WAIT)
    assert parent is not None
    assert list(children(parent)) == []
    assert not held.is_over
    program.processes.enter(parent)
    held.let_go()
    poll = select.poll()
    poll.register(held.lets_go, 0)
    assert poll.poll(WAIT * 1000), "the sandbox says that it starts the program"
    assert program.let_go()
    assert program.has_died(wait=WAIT)


def test_while_its_sandbox_waits_for_a_processor_it_is_ready(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    held = program.held
    assert held is not None
    parent = held.process(WAIT)
    assert parent is not None
    monkeypatch.setattr(processes, "is_ready", lambda pid: pid == parent)
    assert not program.processes.are_ready()
    program.processes.enter(parent)
    assert program.processes.are_ready()


def test_one_that_is_stopped_meanwhile_does_not_run_then(program: Program) -> None:
    program.processes.freeze()
    assert program.let_go(WAIT)
    assert program.processes.frozen
    program.processes.thaw()
    assert program.has_died(wait=WAIT)


def test_one_that_never_starts_is_not_waited_for_for_ever(program: Program) -> None:
    program.end()
    sleeper = Program("b", Entrant("Sleeps", ("/bin/true",), "/"), Sandbox(MEMORY, "/bin/cat"))
    try:
        sleeper.process.wait()  # it does not know bubblewrap's options
        assert sleeper.is_up()
        assert sleeper.processes.numbers() == []
    finally:
        sleeper.end()


def test_a_bubblewrap_whose_programs_cannot_be_limited_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox_or_skip()

    def refuse(_sandbox: Sandbox, _pid: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Sandbox, "limit", refuse)
    with pytest.raises(NoSandbox, match="Operation not permitted"):
        find_sandbox(MEMORY + 1, True)
