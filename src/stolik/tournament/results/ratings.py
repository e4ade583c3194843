"""Ratings with 95 % intervals, and how likely it is that one player is better than another.

The ratings are on the scale of Elo, and 1500 is the mean of the tournament's players: who is rated 200 points higher
than an opponent gets 76 % of the points against that opponent. All games are fitted at once, see `fit`.

Games of one position are not independent: when a position is won for one colour, two programs win one game each. How
much such games depend on each other is estimated, and their weight is set by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby
from math import log
from typing import Final

from msgspec import Struct

from stolik.tournament.plan.assignment import Ending, Result
from stolik.tournament.results.fit import (
    Fit,
    choices_of,
    fit,
    most_likely,
    probability_of,
)
from stolik.tournament.results.standings import beaten, meetings

MEAN: Final = 1500.0
# Points of rating for a factor of e in the odds.
SCALE: Final = 400 / log(10)
# So much is below the 95 % interval, and as much above it.
TAIL: Final = 0.025
# The estimated correlation of games of one position begins at 0, with the weight of some eight even games.
PRIOR_WEIGHT: Final = 2.0
# However much the games of a position depend on each other, their mean counts as this many times that of one game.
LEAST_VARIANCE: Final = 0.25
# Estimates of the correlation: each uses the strengths that follow from the one before.
ESTIMATES: Final = 2
# The most rounds for which ratings are fitted; between them a rating stays as it was.
MOST_FITTED: Final = 12
# How games end that say nothing of anybody's strength.
UNPLAYED: Final = (Ending.ASIDE, Ending.ANNULLED)

Game = Sequence[tuple[int, float]]
"""The players of a game, and the points of each."""
Meeting = Sequence[Game]
"""The games of some players from one position."""


class Rating(Struct, frozen=True):
    """A player's rating and its 95 % interval."""

    rating: float
    interval: tuple[float, float]


class Ratings(Struct, frozen=True):
    """Everyone's rating, and the likelihood of superiority."""

    of: dict[str, Rating]
    superiority: dict[str, dict[str, float]]
    """[one][other]: how likely it is that one is better than the other."""


def rate(game: str, names: Sequence[str], results: Sequence[Result]) -> Ratings:
    """The ratings of a tournament, whatever the order of its games. Games without a result of play do not count."""
    fitted = fit_meetings(len(names), _meetings(game, names, results))
    return Ratings(
        {name: _rating(fitted, number) for number, name in enumerate(names)},
        {
            name: {other: superiority(fitted, one, two) for two, other in enumerate(names) if two != one}
            for one, name in enumerate(names)
        },
    )


def _meetings(game: str, names: Sequence[str], results: Sequence[Result]) -> list[Meeting]:
    numbers = {name: number for number, name in enumerate(names)}
    played = [result for result in results if result.ending not in UNPLAYED]
    return [
        [[(numbers[name], beaten(game, result, seat)) for seat, name in result.seats.items()] for result in meeting]
        for meeting in meetings(played)
    ]


def fit_meetings(players: int, played: Sequence[Meeting]) -> Fit:
    """The strengths of players 0, 1, …"""
    correlation = 0.0
    fitted = _weighted_fit(players, played, correlation)
    if any(len(meeting) > 1 for meeting in played):
        for _ in range(ESTIMATES):
            correlation = _correlation(fitted, played)
            fitted = _weighted_fit(players, played, correlation)
    return fitted


def _weighted_fit(players: int, played: Sequence[Meeting], correlation: float) -> Fit:
    """Each game has the weight that makes the variance of its meeting's mean right."""
    return fit(
        players,
        choices_of(
            (game, 1 / max(LEAST_VARIANCE, 1 + (len(meeting) - 1) * correlation))
            for meeting in played
            for game in meeting
        ),
    )


def _correlation(fitted: Fit, played: Sequence[Meeting]) -> float:
    """How much the results of two games of one position depend on each other: from -1 to 1."""
    together = possible = 0.0
    for meeting in played:
        if len(meeting) > 1:
            points = [dict(game) for game in meeting]
            for one, other in combinations(sorted(points[0]), 2):
                expected = probability_of(fitted.strengths, one, other)
                variance = expected * (1 - expected)
                # What is not known of the strengths makes residuals of one meeting look less alike than they are.
                unknown = variance**2 * fitted.variance(one, other)
                residuals = [_result(game[one], game[other]) - expected for game in points]
                pairs = len(meeting) * (len(meeting) - 1) / 2
                cross = (sum(residuals) ** 2 - sum(residual**2 for residual in residuals)) / 2
                together += cross / pairs + unknown
                possible += variance
    return together / (possible + PRIOR_WEIGHT)


def _result(mine: float, theirs: float) -> float:
    return 0.5 if mine == theirs else float(mine > theirs)


def _rating(fitted: Fit, player: int) -> Rating:
    low, middle, high = (
        round(MEAN + SCALE * strength, 1)
        for strength in (
            fitted.quantile(TAIL, player),
            fitted.strengths[player],
            fitted.quantile(1 - TAIL, player),
        )
    )
    return Rating(middle, (low, high))


def superiority(fitted: Fit, one: int, other: int) -> float:
    """How likely it is that one player is better than another; not below a half for whoever is rated higher."""
    better = round(fitted.below(0.0, other, one), 4)
    difference = fitted.strengths[one] - fitted.strengths[other]
    return max(better, 0.5) if difference > 0 else min(better, 0.5) if difference < 0 else 0.5


def ratings_over_rounds(
    game: str, names: Sequence[str], results: Sequence[Result], last: dict[str, float]
) -> list[dict[str, float]]:
    """Everyone's rating as it was after each round that has begun; `last` are the ratings of today."""
    played = [result for result in results if result.ending not in UNPLAYED]
    rounds = [list(games) for _, games in groupby(sorted(played, key=lambda result: result.round), lambda r: r.round)]
    every = -(-len(rounds) // MOST_FITTED)
    course: list[dict[str, float]] = []
    so_far: list[Result] = []
    strengths = [0.0] * len(names)
    for number, of_round in enumerate(rounds, 1):
        so_far += of_round
        if number % every == 0 or number == 1:
            seen = _meetings(game, names, so_far)
            strengths = most_likely(
                len(names), choices_of((each, 1.0) for meeting in seen for each in meeting), strengths
            )
        course.append({name: round(MEAN + SCALE * strengths[player], 1) for player, name in enumerate(names)})
    return [*course[:-1], last] if course else []
