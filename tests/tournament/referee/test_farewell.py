"""How long a program has to leave: a second of its own time, however busy the machine is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from stolik.tournament.referee.clock import MOST_WAITS
from stolik.tournament.referee.farewell import LEAVE_TIME, LOOK_AGAIN, _Leaving
from stolik.tournament.sandbox.usage import Usage


class Processes:
    """A program's processes as they are said to be."""

    def __init__(self) -> None:
        self.used = self.waited = 0.0
        self.ready = False

    def usage(self) -> Usage:
        """What they have used."""
        return Usage(self.used, 0.0, self.waited)

    def are_ready(self) -> bool:
        """Whether one runs, or would."""
        return self.ready


@pytest.fixture
def processes() -> Processes:
    return Processes()


@pytest.fixture
def leaving(processes: Processes) -> _Leaving:
    program: Any = SimpleNamespace(processes=processes)
    return _Leaving(program, 100.0)


def test_one_that_sleeps_has_a_second(leaving: _Leaving) -> None:
    assert leaving.look(100.25) == pytest.approx(0.75)
    assert leaving.look(100.0 + LEAVE_TIME) == 0


def test_what_it_waited_for_a_processor_does_not_count(leaving: _Leaving, processes: Processes) -> None:
    processes.waited = 4.5
    assert leaving.look(105.0) == pytest.approx(0.5)
    processes.waited = 10**6
    assert leaving.look(100.0 + LEAVE_TIME * (1 + MOST_WAITS)) == 0


def test_one_that_still_waits_for_a_processor_is_looked_at_again(leaving: _Leaving, processes: Processes) -> None:
    processes.ready = True
    assert [leaving.look(at) for at in (101.0, 101.01, 105.0)] == [LOOK_AGAIN] * 3
    # It has run at last, and the system has counted its wait.
    processes.used, processes.waited = 0.1, 5.0
    assert leaving.look(105.2) == pytest.approx(0.8)


def test_one_that_runs_all_the_time_is_over_after_its_second(leaving: _Leaving, processes: Processes) -> None:
    processes.ready, processes.used = True, 1.0
    assert leaving.look(101.0) == LOOK_AGAIN
    processes.used = 1.01
    assert leaving.look(101.01) == 0


def test_nobody_waits_for_a_processor_for_ever(leaving: _Leaving, processes: Processes) -> None:
    processes.ready = True
    leaving.look(101.0)
    assert leaving.look(100.0 + LEAVE_TIME * (1 + MOST_WAITS)) == 0
