"""When the time to start is over: simulated programs, and one whose sandbox takes long to make."""

from __future__ import annotations

import sys
from math import inf
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace
from tests.support.tournaments import VILLAINS, game_of, sandbox_or_skip

from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.referee import play as play_module
from stolik.tournament.referee import start_time as start_time_module
from stolik.tournament.referee.clock import MOST_WAITS
from stolik.tournament.referee.play import play
from stolik.tournament.referee.start_time import StartTime
from stolik.tournament.sandbox.bubblewrap import Sandbox, find_sandbox
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.usage import Usage

LIMIT = 5.0
OWN = (str(VILLAINS),)


class Simulated:
    """A program that is not there, and its processes."""

    def __init__(self, began: float, waited: float = 0.0, used: float = 0.0, *, ready: bool = False) -> None:
        self.processes = self
        self.began = began
        self._usage = Usage(used, used, waited)
        self._ready = ready

    def usage(self) -> Usage:
        return self._usage

    def are_ready(self) -> bool:
        return self._ready


def end(*programs: Simulated, at: float, started: float = 100.0) -> float:
    return StartTime(started, LIMIT).end(cast(list[Program], programs), at)


@pytest.fixture(autouse=True)
def _a_referee_that_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_time_module, "own_wait", lambda: 0.0)


def test_it_begins_when_the_last_sandbox_is_made() -> None:
    assert end(Simulated(100.0), Simulated(103.0), at=105.0) == 108.0


def test_it_is_not_over_before_the_sandboxes_are_made() -> None:
    assert end(Simulated(100.0), Simulated(inf), at=130.0) > 130.0


def test_waits_of_a_program_and_of_the_referee_are_no_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert end(Simulated(100.0, waited=2.0), at=105.0) == 107.0
    waits = iter([1.0, 1.5])
    monkeypatch.setattr(start_time_module, "own_wait", lambda: next(waits))
    assert end(Simulated(100.0, waited=2.0), at=105.0) == 107.5


def test_who_waits_for_a_processor_is_looked_at_again() -> None:
    assert end(Simulated(100.0, ready=True), at=105.0) > 105.0
    assert end(Simulated(100.0), at=105.0) == 105.0


def test_who_has_computed_for_so_long_has_had_it() -> None:
    assert end(Simulated(100.0, waited=9.0, used=LIMIT, ready=True), at=105.0) == 105.0


@pytest.mark.parametrize("program", [Simulated(inf), Simulated(100.0, ready=True), Simulated(100.0, waited=1e9)])
def test_nobody_is_waited_for_for_ever(program: Simulated) -> None:
    latest = 100.0 + LIMIT * (1 + MOST_WAITS)
    assert end(program, at=latest + 1) == latest


def test_a_program_whose_sandbox_takes_long_to_make_loses_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Busy machines make sandboxes slowly: the question went out to programs that did not run yet."""
    terms = Terms(move_time=0.5, start_time=0.5, memory=sandbox_or_skip().memory)
    real = find_sandbox(terms.memory, True)
    slow = tmp_path / "bwrap"
    slow.write_text(f'#!/bin/sh\nsleep 2\nexec {real.bwrap} "$@"\n')
    slow.chmod(0o755)

    def find_slow_sandbox(_memory: int, _wanted: bool) -> Sandbox:
        return replace(real, bwrap=str(slow))

    monkeypatch.setattr(play_module, "find_sandbox", find_slow_sandbox)
    honest = [Entrant(name, (sys.executable, "honest.py"), str(VILLAINS), own=OWN) for name in ("One", "Two")]
    result = play(game_of("krazki", honest[0], honest[1], terms))
    assert result.ending == "rules", result.reason
