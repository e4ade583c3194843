"""Mutants of `kierki-serwer`: points, SCORE and TOTAL."""

from __future__ import annotations

import re
from typing import Any

from tests.check.mutants import Mutants

from stolik.games.kierki import door, rules

mutants = Mutants()


def _points(kind: int, change: Any) -> None:
    """Changes what a deal of this type costs."""
    by_card, by_trick = list(map(list, rules.CARD_POINTS)), list(map(list, rules.TRICK_POINTS))
    change(by_card[kind], by_trick[kind])
    rules.CARD_POINTS = tuple(map(tuple, by_card))
    rules.TRICK_POINTS = tuple(map(tuple, by_trick))


def _set_all(values: list[int], old: int, new: int) -> None:
    values[:] = [new if value == old else value for value in values]


@mutants.mutant("score-type-1")
def every_score_is_99() -> None:
    """Every SCORE says 99."""
    whole = door._trick_ended
    door._trick_ended = lambda now: [re.sub(r"\d+", "99", one) if one[:5] == "SCORE" else one for one in whole(now)]


@mutants.mutant("score-type-1")
def no_total() -> None:
    """TOTAL is not sent."""
    whole = door._trick_ended
    door._trick_ended = lambda now: [one for one in whole(now) if not one.startswith("TOTAL")]


@mutants.mutant("score-type-1")
def total_before_score() -> None:
    """TOTAL comes before SCORE."""
    whole = door._trick_ended
    door._trick_ended = lambda now: sorted(whole(now), key=lambda one: (one[:5] != "TAKEN", one[:5] != "TOTAL"))


@mutants.mutant("total-adds-up")
def total_is_of_one_deal() -> None:
    """TOTAL has the points of the last deal only."""
    whole = door._trick_ended

    def trick_ended(now: Any) -> list[str]:
        told = whole(now)
        score = next((one for one in told if one.startswith("SCORE")), "")
        return [score.replace("SCORE", "TOTAL") if one.startswith("TOTAL") else one for one in told]

    door._trick_ended = trick_ended


@mutants.mutant("score-is-of-one-deal")
def score_adds_up() -> None:
    """SCORE has the points of all deals so far."""
    whole = door._trick_ended

    def trick_ended(now: Any) -> list[str]:
        told = whole(now)
        total = next((one for one in told if one.startswith("TOTAL")), "")
        return [total.replace("TOTAL", "SCORE") if one.startswith("SCORE") else one for one in told]

    door._trick_ended = trick_ended


@mutants.mutant("score-type-1")
def tricks_cost_two() -> None:
    """A trick costs 2 in a deal of type 1."""
    _points(1, lambda by_card, by_trick: _set_all(by_trick, 1, 2))


@mutants.mutant("score-type-2")
def spades_count_as_hearts() -> None:
    """Spades are counted in a deal of type 2."""
    _points(2, lambda by_card, by_trick: by_card.__setitem__(slice(None), by_card[:26] + [0] * 13 + [1] * 13))


@mutants.mutant("score-type-3")
def queens_cost_four() -> None:
    """A queen costs 4."""
    _points(3, lambda by_card, by_trick: _set_all(by_card, 5, 4))


@mutants.mutant("score-type-4")
def only_kings_count() -> None:
    """Jacks cost nothing in a deal of type 4."""
    _points(4, lambda by_card, by_trick: [by_card.__setitem__(card, 0) for card in range(52) if card % 13 == 9])


@mutants.mutant("score-type-5")
def king_of_hearts_costs_17() -> None:
    """The king of hearts costs 17."""
    _points(5, lambda by_card, by_trick: _set_all(by_card, 18, 17))


@mutants.mutant("score-type-6")
def last_trick_is_free() -> None:
    """The last trick costs nothing in a deal of type 6."""
    _points(6, lambda by_card, by_trick: by_trick.__setitem__(13, 0))


@mutants.mutant("score-type-7")
def robber_forgets_the_tricks() -> None:
    """The robber does not count the tricks."""
    _points(7, lambda by_card, by_trick: by_trick.__setitem__(slice(1, None), [cost - 1 for cost in by_trick[1:]]))
