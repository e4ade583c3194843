"""A clock that nobody can steal: who is not to move is stopped, and waiting for a processor is not charged."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest
from tests.support.tournaments import VILLAINS, sandbox_or_skip

from stolik.tournament.plan.assignment import Assignment, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee.gate import Gate
from stolik.tournament.referee.play import play
from stolik.tournament.referee.stopwatch import Stopwatch
from stolik.tournament.sandbox import cgroups
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.processes import Processes
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.stopping import not_stopped
from stolik.tournament.sandbox.usage import Usage

# Each has two moves; White makes the last one.
SETUP = "c |c|c|b|b|"
BURNS, THINKS = "burns_processors", "thinks"
# Times in a record are rounded to this.
MICROSECOND = 1e-6


def entrant(name: str, **env: str) -> Entrant:
    return Entrant(name, (sys.executable, str(VILLAINS / f"{name}.py")), str(VILLAINS), env, own=(str(VILLAINS),))


@pytest.fixture(params=["control groups", "signals"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How programs are stopped and measured."""
    if request.param == "signals":
        monkeypatch.setattr(cgroups, "hierarchies", lambda: ())
    elif not cgroups.hierarchies():
        pytest.skip("control groups cannot be made here")
    return str(request.param)


@pytest.fixture(params=[True, False], ids=["sandbox", "no sandbox"])
def sandboxed(request: pytest.FixtureRequest) -> bool:
    if request.param:
        sandbox_or_skip()
    return bool(request.param)


def game(black: Entrant, white: Entrant, terms: Terms) -> Result:
    return play(Assignment(1, 1, "krazki", SETUP, {"c": black, "b": white}, "seed", terms))


def test_one_that_burns_every_processor_takes_no_time_from_the_other(way: str, sandboxed: bool) -> None:
    terms = Terms(move_time=0.25, start_time=10.0, sandbox=sandboxed)
    result = game(entrant(BURNS, VILLAIN_MOVES="9"), entrant(THINKS), terms)
    assert result.by != "b", result.reason
    thought = [seconds for seat, seconds in zip(result.movers, result.times, strict=True) if seat == "b"]
    assert thought
    assert min(thought) > 0.08, "what it used is charged, but for the moment before it is measured"


def test_both_times_are_in_the_record() -> None:
    sandboxed = Terms(move_time=5.0, start_time=10.0, sandbox=False)
    result = game(entrant(THINKS), entrant(THINKS), sandboxed)
    answers = [said.at for said in result.transcript if said.way == ">"]
    # The program that is asked may run before the referee does again: then its time on the wall begins late.
    since = [at - before + MICROSECOND for before, at in pairwise([0.0, *answers])]
    assert len(result.times) == len(result.elapsed) == len(since) == 4
    assert all(0.08 < charged <= most for charged, most in zip(result.times, since, strict=True))
    assert all(0.08 < wall <= most for wall, most in zip(result.elapsed, since, strict=True))


def test_what_a_program_uses_when_it_wakes_itself_is_charged_to_it(way: str, sandboxed: bool) -> None:
    terms = Terms(move_time=20.0, start_time=20.0, sandbox=sandboxed)
    result = game(entrant("wakes_itself"), entrant(THINKS), terms)
    assert result.ending == "rules", result.reason
    conduct = result.conduct["c"]
    if way == "signals":
        assert conduct.woken > 0
        assert conduct.ran_stopped > 0.01
    else:
        assert (conduct.woken, conduct.ran_stopped) == (0, 0.0)
    assert result.conduct["b"].ran_stopped < 0.01


def rests(processes: Processes) -> None:
    """Waits until a program that was told to stop has stopped: it needs a processor for that."""
    while not_stopped(processes.numbers()):
        time.sleep(0.001)
    processes.stop_again()


def test_one_that_was_woken_is_charged_what_it_can_have_hidden(
    monkeypatch: pytest.MonkeyPatch, sandboxed: bool
) -> None:
    monkeypatch.setattr(cgroups, "hierarchies", lambda: ())
    program = Program("b", entrant("honest"), find_sandbox(512, sandboxed))
    try:
        while not program.is_up():
            assert not program.has_died(wait=0.01), program.notes.text()
        processes = program.processes
        for wake in (False, True):
            processes.freeze()
            rests(processes)
            woken = time.monotonic()
            if wake:
                for pid in processes.numbers():
                    os.kill(pid, signal.SIGCONT)
                while not not_stopped(processes.numbers()):
                    pass
            ran = time.monotonic() - woken
            processes.stop_again()
            rests(processes)
            processes.thaw()
            assert processes.woken == wake
            charge = processes.take_charge()
            assert charge >= ran * (os.cpu_count() or 1) if wake else charge < 0.01
    finally:
        program.end()


def test_an_answer_that_came_while_the_other_was_being_stopped_is_not_charged_for_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopped_for = []

    def take_long(stopwatch: Stopwatch, programs: Iterable[Program]) -> None:
        asked = stopwatch._asked
        if asked is not None:
            began = time.monotonic()
            select.select([asked.reads], [], [])
            stopped_for.append(time.monotonic() - began)

    monkeypatch.setattr(Stopwatch, "stop_others", take_long)
    terms = Terms(move_time=30.0, start_time=30.0, sandbox=False)
    result = game(entrant(THINKS), entrant(THINKS), terms)
    assert result.ending == "rules", result.reason
    for elapsed, stopped in zip(result.elapsed, stopped_for, strict=True):
        assert elapsed < max(stopped, 0.05)


def test_work_in_processes_that_end_unseen_is_charged(way: str, sandboxed: bool) -> None:
    terms = Terms(move_time=0.3, start_time=0.3, sandbox=sandboxed)
    result = game(entrant("hides_its_work", VILLAIN_SECONDS="6"), entrant(THINKS), terms)
    assert (result.ending, result.by) == ("overtime", "c"), result.reason
    assert result.moves == []


def test_one_that_forks_its_next_process_and_ends_is_stopped_too(way: str, sandboxed: bool) -> None:
    program = Program("b", entrant("forks_ahead"), find_sandbox(512, sandboxed))
    try:
        while len(program.processes.numbers()) < 2:
            assert not program.has_died(wait=0.01), program.notes.text()
        program.processes.freeze()
        calm = 0
        before = set(program.processes.numbers())
        # A process that is being made when the others are stopped appears all the same, perhaps late. One that runs
        # forks another every moment: this would not end.
        while calm < 5:
            settled(program)
            now = set(program.processes.numbers())
            calm, before = calm + 1 if now <= before else 0, now
    finally:
        program.end()


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two processors")
@pytest.mark.parametrize("pondering", [True, False])
def test_with_pondering_each_program_has_a_processor_of_its_own(pondering: bool) -> None:
    one, two, *_ = sorted(os.sched_getaffinity(0))
    told = "import os, sys; print(*os.sched_getaffinity(0), file=sys.stderr)"
    script = f"import sys; sys.stdin.readline(); {told}"
    seats = {seat: Entrant(seat, (sys.executable, "-c", script), str(VILLAINS)) for seat in "cb"}
    terms = Terms(start_time=10.0, sandbox=False, pondering=pondering)
    gate = Gate(frozenset({one, two}))
    result = play(Assignment(1, 1, "krazki", SETUP, seats, "seed", terms), gate)
    # The one that is not to move is only told that the game is over.
    assert [result.conduct[seat].stderr for seat in "cb"] == (
        [f"{one}\n", f"{two}\n"] if pondering else [f"{one} {two}\n"] * 2
    )


@pytest.fixture
def burning(sandboxed: bool) -> Iterator[Program]:
    """A program of nine processes, eight of which are busy."""
    program = Program("b", entrant(BURNS), find_sandbox(512, sandboxed))
    try:
        while len(program.processes.numbers()) < 9:
            assert not program.has_died(wait=0.01), program.notes.text()
        yield program
    finally:
        program.end()


def test_a_stopped_program_runs_in_none_of_its_processes(way: str, burning: Program) -> None:
    processes = burning.processes
    for _ in range(3):
        processes.freeze()
        before = settled(burning)
        processes.thaw()
        while processes.usage().used_since(before) == 0.0:
            assert not burning.has_died(wait=0.01)


def settled(program: Program) -> Usage:
    """What a program has used, once that has not changed for a while; a busy one never settles."""
    seen = [program.processes.usage()]
    while len(seen) < 50:
        assert not program.has_died()
        time.sleep(0.0005)  # nobody tells when a process does not run
        now = program.processes.usage()
        seen = [*seen, now] if now.used_since(seen[-1]) == 0.0 else [now]
    return seen[-1]


def test_a_stopped_program_can_be_ended(way: str, burning: Program) -> None:
    burning.processes.freeze()
    burning.end()
    assert str(burning.how_ended()) == "did not leave, and was killed"


def test_nothing_is_left_of_control_groups(sandboxed: bool) -> None:
    def groups() -> list[str]:
        return [
            name for place in cgroups.hierarchies() for name in os.listdir(place.folder) if f"-{os.getpid()}-" in name
        ]

    terms = Terms(move_time=0.3, start_time=10.0, sandbox=sandboxed)
    game(entrant(BURNS), entrant("honest"), terms)
    assert groups() == []
