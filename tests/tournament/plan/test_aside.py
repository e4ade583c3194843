"""Programs that are put aside after their first games."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.results.test_standings import game

from stolik.tournament.plan.aside import Aside
from stolik.tournament.plan.assignment import Assignment, Ending, Result
from stolik.tournament.plan.players import Entrant

NAMES = ("Bad", "Good")


def lost(number: int, **more: Any) -> Result:
    """A game that Bad lost by a crash."""
    fields = {"ending": Ending.CRASH, "by": "c", "reason": "Bad ended with exit code 1", **more}
    return game(number, {"b": "Good", "c": "Bad"}, "b", **fields)


def after(*results: Result) -> Aside:
    """What is known when these are the first games of five."""
    return Aside([NAMES] * 5, {result.number: result for result in results})


def next_game(bad: Entrant) -> Assignment:
    return Assignment(4, 1, "krazki", "c |c|b|", {"c": bad, "b": Entrant("Good", ("/bin/true",))}, "seed")


BAD = Entrant("Bad", ("/bin/false",))


def test_three_equal_failures_put_a_program_aside_and_its_opponent_wins() -> None:
    result = after(lost(1), lost(2), lost(3)).result(next_game(BAD))
    assert result is not None
    assert (result.ending, result.winner, result.by, result.scores) == ("aside", "Good", "c", {"b": 1, "c": 0})
    assert result.reason == "Bad was put aside after 3 games that failed alike: Bad ended with exit code 1"


@pytest.mark.parametrize(
    "results",
    [
        (lost(1), lost(2)),
        (lost(1), lost(2), lost(4)),
        (lost(1), lost(2), lost(3, ending=Ending.OVERTIME)),
        (lost(1), lost(2), lost(3, movers=["c"], moves=["0"])),
        (lost(1), lost(2), lost(3, ending=Ending.RULES, movers=["c"])),
        (lost(1), lost(2), game(3, {"b": "Good", "c": "Bad"}, "c", ending=Ending.CRASH, by="b", movers=["c"])),
        (lost(1), lost(2), game(3, {"b": "Good", "c": "Bad"}, "c", ending=Ending.CRASH, by="b")),
    ],
    ids=["two", "the third is not over", "another way", "at another move", "by the rules", "it moved", "no third try"],
)
def test_nobody_is_put_aside_for_less(results: tuple[Result, ...]) -> None:
    assert after(*results).result(next_game(BAD)) is None


def test_our_own_players_are_never_put_aside() -> None:
    assert after(lost(1), lost(2), lost(3)).result(next_game(Entrant("Bad", builtin="random"))) is None


def test_two_who_are_put_aside_both_lose() -> None:
    both = [game(number, {"b": "Good", "c": "Bad"}, "", ending=Ending.START, by="c") for number in (1, 2, 3)]
    result = after(*both).result(next_game(BAD))
    assert result is not None
    assert (result.winners, result.scores) == ((), {"b": 0, "c": 0})


def test_a_game_that_the_opponent_failed_before_it_moved_does_not_count() -> None:
    given = game(2, {"b": "Good", "c": "Bad"}, "c", ending=Ending.START, by="b")
    known = after(lost(1), given, lost(3), lost(4))
    assert str(known.why("Bad")) == "Bad ended with exit code 1"
    assert known.why("Good") is None
