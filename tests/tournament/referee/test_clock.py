"""The table's time in a tournament."""

from __future__ import annotations

from math import inf

from stolik.tournament.referee.clock import MOST_WAITS, ChargedClock


def test_the_tables_time_stands_still_until_somebody_is_asked() -> None:
    clock = ChargedClock(until=5.0)
    assert [clock.table_time(at) for at in (0.0, 3.0, 9.0)] == [0.0, 0.0, 0.0]
    assert clock.until == 5.0


def test_only_the_time_between_question_and_answer_is_charged() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, deadline=0.5)
    assert clock.until == 100.5
    assert (clock.table_time(100.25), clock.spent) == (0.25, 0.25)
    # The referee works for two seconds, and asks the next one.
    clock.ask(102.25, deadline=0.75)
    assert clock.until == 102.75
    assert (clock.table_time(102.5), clock.spent) == (0.5, 0.25)


def test_a_refused_answer_leaves_the_question_and_its_deadline() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, deadline=0.5)
    clock.table_time(100.25)
    assert clock.until == 100.5
    assert clock.table_time(100.375) == 0.375


def test_what_is_answered_while_a_program_may_still_start_costs_nothing() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(105.0, deadline=0.5)
    assert (clock.table_time(103.0), clock.spent) == (0.0, 0.0)


def test_a_long_question_is_charged_from_its_end() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, deadline=0.5)
    clock.put_off(100.25)
    assert clock.until == 100.75
    clock.put_off(100.0)
    assert clock.until == 100.75


def test_one_without_a_deadline_has_all_the_time_there_is() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, deadline=None)
    assert clock.until == inf


def test_what_a_program_waited_for_a_processor_is_not_charged_and_its_deadline_is_later() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, deadline=0.5)
    clock.measured(waited=0.75, used=0.25)
    assert clock.until == 101.25
    assert (clock.table_time(101.0), clock.spent, clock.elapsed) == (0.25, 0.25, 1.0)


def test_the_processor_time_that_a_program_used_is_always_charged() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, deadline=0.5)
    clock.measured(waited=9.0, used=0.375)
    assert (clock.table_time(100.5), clock.is_used_up) == (0.375, False)
    clock.measured(waited=0.0, used=0.625)
    assert (clock.table_time(100.25), clock.is_used_up) == (0.625, True)


def test_a_program_does_not_wait_for_a_processor_for_ever() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, deadline=0.5)
    clock.measured(waited=1000.0, used=0.0)
    assert clock.until == 100.5 + MOST_WAITS * 0.5


def test_there_is_a_least_time_for_the_first_move() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, 0.25, at_least=2.0)
    assert (clock.limit, clock.until) == (2.0, 102.0)
    clock.ask(100.0, 0.25, at_least=0.125)
    assert clock.limit == 0.25


def test_what_a_program_has_run_while_it_was_stopped_is_charged_to_its_next_move() -> None:
    clock = ChargedClock(until=5.0)
    clock.ask(100.0, deadline=0.5)
    clock.owe(0.25)
    assert clock.until == 100.25
    assert (clock.table_time(100.125), clock.spent, clock.elapsed) == (0.375, 0.375, 0.125)
    clock.measured(waited=0.5, used=0.125)
    assert clock.until == 100.75
    assert not clock.is_used_up
    clock.measured(waited=0.5, used=0.375)
    assert clock.is_used_up
    clock.ask(101.0, deadline=1.0)
    assert clock.table_time(101.0) == 0.375, "it is charged once"
