"""Which program runs during a question, and what it pays for running during another's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from typing import cast

import pytest

from stolik.tournament.referee import stopwatch as stopwatch_module
from stolik.tournament.referee.clock import ChargedClock
from stolik.tournament.referee.stopwatch import LOOK_AGAIN, MOMENT, PUNCTUAL, REST, Stopwatch
from stolik.tournament.sandbox.program import Program
from stolik.tournament.sandbox.usage import Usage


class Processes:
    """Those of a simulated program."""

    def __init__(self, *, by_signals: bool) -> None:
        self.frozen = False
        self.charge = 0.0
        self.looks = 0
        self.used = 0.0
        self.waited = 0.0
        self.used_when_stopped = inf
        self.ready = False
        self.meanwhile: Callable[[], None] = lambda: None
        """What happens while somebody looks whether they are ready, or at what they have used."""
        self._by_signals = by_signals

    @property
    def can_be_woken(self) -> bool:
        return self.frozen and self._by_signals

    def freeze(self) -> None:
        self.frozen = True

    def thaw(self) -> None:
        self.frozen = False

    def stop_again(self) -> None:
        self.looks += self.can_be_woken

    def take_charge(self) -> float:
        charge, self.charge = self.charge, 0.0
        return charge

    def take_used_when_stopped(self) -> float:
        return self.used_when_stopped

    def usage(self) -> Usage:
        usage = Usage(self.used, self.used, self.waited)
        self.meanwhile()
        return usage

    def are_ready(self) -> bool:
        ready = self.ready
        self.meanwhile()
        return ready


class Simulated:
    """A program that is not there."""

    def __init__(self, *, by_signals: bool) -> None:
        self.processes = Processes(by_signals=by_signals)


def two(*, by_signals: bool) -> tuple[list[Program], list[Processes]]:
    pair = [Simulated(by_signals=by_signals) for _ in range(2)]
    return cast(list[Program], pair), [program.processes for program in pair]


def test_who_is_not_asked_is_stopped_after_a_moment_and_looked_at_again_if_it_can_be_woken() -> None:
    programs, (asked, other) = two(by_signals=True)
    stopwatch = Stopwatch(ChargedClock(5.0), pondering=False, now=Now())
    stopwatch.ask(programs[0], 100.0)
    assert stopwatch.due == 100.0 + MOMENT
    assert not other.frozen
    stopwatch.go_on(programs, 101.0)
    assert (asked.frozen, other.frozen, other.looks) == (False, True, 0)
    assert stopwatch.due == 101.0 + LOOK_AGAIN
    stopwatch.go_on(programs, 102.0)
    assert (asked.looks, other.looks, stopwatch.due) == (0, 1, 102.0 + LOOK_AGAIN)


def test_who_cannot_be_woken_is_not_looked_at_again() -> None:
    programs, (_, other) = two(by_signals=False)
    stopwatch = Stopwatch(ChargedClock(5.0), pondering=False, now=Now())
    stopwatch.ask(programs[0], 100.0)
    stopwatch.go_on(programs, 101.0)
    assert (other.frozen, stopwatch.due) == (True, inf)


def test_nobody_is_stopped_where_pondering_is_allowed() -> None:
    programs, (_, other) = two(by_signals=True)
    stopwatch = Stopwatch(ChargedClock(5.0), pondering=True, now=Now())
    stopwatch.ask(programs[0], 100.0)
    stopwatch.go_on(programs, 101.0)
    assert (other.frozen, stopwatch.due) == (False, inf)


def test_who_ran_while_it_was_stopped_pays_with_its_next_question() -> None:
    programs, (asked, _) = two(by_signals=True)
    clock = ChargedClock(5.0)
    stopwatch = Stopwatch(clock, pondering=False, now=Now())
    asked.charge = 0.25
    clock.ask(100.0, deadline=1.0)
    stopwatch.ask(programs[0], 100.0)
    assert clock.until == 100.75
    clock.ask(102.0, deadline=1.0)
    stopwatch.ask(programs[0], 102.0)
    assert clock.table_time(102.0) == clock.until - clock.limit - 102.0 == 0.0, "it pays once"


class Now:
    """The time on the wall of a simulated referee."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def asked_at_100(limit: float) -> tuple[Stopwatch, ChargedClock, Processes]:
    """A program that has been asked, and is measured."""
    programs, (asked, _) = two(by_signals=False)
    clock = ChargedClock(5.0)
    stopwatch = Stopwatch(clock, pondering=False, now=Now())
    clock.ask(100.0, deadline=limit)
    stopwatch.ask(programs[0], 100.0)
    stopwatch.go_on(programs, 100.0)
    return stopwatch, clock, asked


def test_one_that_may_wait_for_a_processor_is_in_doubt_until_it_has_run() -> None:
    stopwatch, clock, asked = asked_at_100(limit=0.25)
    asked.used, asked.ready = 0.125, True
    assert not stopwatch.is_over(100.5), "it has waited since it last ran, nobody knows how long"
    assert not stopwatch.is_over(100.75)
    asked.used, asked.waited = 0.15, 0.625  # it has run: now the wait is counted
    assert not stopwatch.is_over(100.8)
    assert clock.until > 100.85


def test_one_that_ran_after_its_time_was_over_is_not_in_doubt() -> None:
    stopwatch, clock, asked = asked_at_100(limit=0.25)
    asked.used, asked.ready = 0.125, True
    assert not stopwatch.is_over(100.5)
    asked.used = 0.25
    assert stopwatch.is_over(100.75)
    assert clock.until <= 100.5


def test_one_that_sleeps_is_not_in_doubt() -> None:
    stopwatch, _, asked = asked_at_100(limit=0.25)
    asked.used = 0.125
    assert stopwatch.is_over(100.5)


def test_nobody_is_in_doubt_for_ever() -> None:
    stopwatch, clock, asked = asked_at_100(limit=0.25)
    asked.ready = True
    assert not stopwatch.is_over(100.5)
    assert stopwatch.is_over(clock.latest + 0.125)


@pytest.mark.parametrize("answers", [False, True])
def test_one_that_gets_a_processor_while_it_is_looked_at_has_not_had_its_time(answers: bool) -> None:
    """Whichever of the looks the referee loses its processor after."""
    for number in range(2):
        stopwatch, clock, asked = asked_at_100(limit=0.25)
        asked.used, asked.ready = 0.125, True
        assert not stopwatch.is_over(100.5)
        looks = iter([False] * number + [True])

        def runs(asked: Processes = asked, looks: Iterator[bool] = looks) -> None:
            if next(looks, False):
                asked.used, asked.waited, asked.ready = 0.15, 0.625, not answers

        asked.meanwhile = runs
        assert not stopwatch.is_over(100.75), f"after look {number}"
        assert clock.until > 100.75


def asked_and_forgotten(used_before: float) -> tuple[Stopwatch, ChargedClock, list[Program], Processes, Now]:
    """A program that has been asked while others had the processors, the referee's among them."""
    programs, (asked, _) = two(by_signals=False)
    asked.used_when_stopped = used_before
    clock, now = ChargedClock(5.0), Now()
    stopwatch = Stopwatch(clock, pondering=False, now=now)
    clock.ask(100.0, deadline=0.25)
    stopwatch.ask(programs[0], 100.0)
    now.at = 100.75
    return stopwatch, clock, programs, asked, now


def test_what_a_program_waited_before_a_late_first_look_is_not_charged() -> None:
    stopwatch, clock, programs, asked, _ = asked_and_forgotten(used_before=2.0)
    asked.used, asked.waited = 2.125, 0.5  # it has waited to its end, and nobody has seen the beginning
    stopwatch.go_on(programs, 100.75)
    stopwatch.measure(100.75)
    assert clock.until > 100.75
    assert 0.125 <= clock.table_time(100.75) < 0.13


def test_nor_is_what_it_waited_while_the_first_look_was_taken() -> None:
    stopwatch, clock, programs, asked, _ = asked_and_forgotten(used_before=2.0)
    asked.used, asked.waited = 2.125, 0.5
    stopwatch.go_on(programs, 100.0 + MOMENT)  # and then the referee lost its processor
    stopwatch.measure(100.75)
    assert clock.until > 100.75


def test_an_answer_that_came_while_the_referee_did_not_run_is_not_charged_for_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stopwatch, clock, _ = asked_at_100(limit=0.25)
    waits = iter([1.0, 1.5, 1.5])  # it lost its processor once it had seen that there was no answer
    monkeypatch.setattr(stopwatch_module, "own_wait", lambda: next(waits))
    stopwatch.sleep()
    stopwatch.sleep()
    stopwatch.measure(100.625)
    assert clock.table_time(100.625) == 0.125


def test_nor_before_an_answer_that_is_seen_late() -> None:
    stopwatch, clock, _, asked, _ = asked_and_forgotten(used_before=2.0)
    asked.used = 2.125
    stopwatch.measure(100.75)
    assert clock.table_time(100.75) == 0.125


def test_what_a_program_used_before_a_late_first_look_is_charged() -> None:
    stopwatch, clock, programs, asked, _ = asked_and_forgotten(used_before=2.0)
    asked.used = 2.75
    stopwatch.go_on(programs, 100.75)
    stopwatch.measure(100.75)
    assert clock.is_used_up


def test_of_one_that_was_not_stopped_before_it_is_not_known_what_it_used() -> None:
    stopwatch, clock, programs, asked, _ = asked_and_forgotten(used_before=inf)
    asked.used = 2.75
    stopwatch.go_on(programs, 100.75)
    stopwatch.measure(100.75)
    assert not clock.is_used_up


def test_a_first_look_in_time_changes_nothing() -> None:
    stopwatch, clock, programs, _, now = asked_and_forgotten(used_before=0.0)
    now.at = 100.0 + MOMENT + PUNCTUAL / 2
    stopwatch.go_on(programs, now.at)
    stopwatch.measure(100.125)
    assert 0.12 < clock.table_time(100.125) <= 0.125


def test_looks_that_take_long_are_rare() -> None:
    programs, (asked, other) = two(by_signals=True)
    clock, now = ChargedClock(5.0), Now()
    stopwatch = Stopwatch(clock, pondering=False, now=now)
    clock.ask(100.0, deadline=0.25)
    stopwatch.ask(programs[0], 100.0)

    def takes_long() -> None:
        now.at += 0.5

    asked.meanwhile = other.meanwhile = takes_long
    stopwatch.go_on(programs, 100.0)
    assert stopwatch.due >= 100.5 + REST * 0.5
    now.at = 103.0
    asked.ready = True
    assert not stopwatch.is_over(103.0)
    assert clock.until >= 104.0 + REST
