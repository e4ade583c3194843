"""Ratings with 95 % intervals, and how likely it is that one player is better than another.

The ratings are openskill's (Plackett-Luce, for two seats and for four). The intervals come from the bootstrap: the
tournament's meetings are resampled with repetition and rated each time. Games of one position stay together, because
they are not independent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, groupby
from random import Random
from typing import Final

from msgspec import Struct

from stolik.tournament.plan.assignment import Result
from stolik.tournament.results.skills import Skills
from stolik.tournament.results.standings import beaten, meetings

SAMPLES: Final = 200
# A sample costs some 20 µs a game. The limit on games keeps the ratings of a long tournament to a few seconds.
MOST_GAMES: Final = 60_000
FEWEST_SAMPLES: Final = 40


class Rating(Struct, frozen=True):
    """A player's rating and its 95 % interval."""

    rating: float
    interval: tuple[float, float]


class Ratings(Struct, frozen=True):
    """Everyone's rating, and the likelihood of superiority."""

    of: dict[str, Rating]
    superiority: dict[str, dict[str, float]]
    """[one][other]: how likely it is that one is better than the other."""


def rate(game: str, names: Sequence[str], results: Sequence[Result], seed: str) -> Ratings:
    """The ratings of a tournament; the same results and seed give the same ratings."""
    played = meetings(results)
    rng = Random(f"{seed}/ratings")
    points = _mu(game, names, [result for meeting in played for result in meeting])
    count = min(SAMPLES, max(FEWEST_SAMPLES, MOST_GAMES // max(1, len(results)))) if played else 0
    samples = []
    for _ in range(count):
        drawn = rng.choices(played, k=len(played))
        samples.append(_mu(game, names, [result for meeting in drawn for result in meeting]))
    return Ratings(
        {name: Rating(round(points[name], 2), _interval([sample[name] for sample in samples])) for name in names},
        {one: {other: _better(samples, one, other) for other in names if other != one} for one in names},
    )


def ratings_over_rounds(game: str, names: Sequence[str], results: Sequence[Result]) -> list[dict[str, float]]:
    """Everyone's rating as it was after each round that has begun."""
    skills: Skills[str] = Skills()
    course = []
    for _, of_round in groupby(meetings(results), key=lambda meeting: meeting[0].round):
        for result in chain.from_iterable(of_round):
            skills.play([(name, beaten(game, result, seat)) for seat, name in result.seats.items()])
        course.append({name: round(skills.rating(name), 2) for name in names})
    return course


def _mu(game: str, names: Sequence[str], results: Sequence[Result]) -> dict[str, float]:
    skills: Skills[str] = Skills()
    for result in results:
        skills.play([(name, beaten(game, result, seat)) for seat, name in result.seats.items()])
    return {name: skills.rating(name) for name in names}


def _interval(values: Sequence[float]) -> tuple[float, float]:
    if not values:
        return (0.0, 0.0)
    ordered = sorted(values)
    tail = round(0.025 * (len(ordered) - 1))
    return round(ordered[tail], 2), round(ordered[-1 - tail], 2)


def _better(samples: Sequence[Mapping[str, float]], one: str, other: str) -> float:
    if not samples:
        return 0.5
    wins = sum((sample[one] > sample[other]) + 0.5 * (sample[one] == sample[other]) for sample in samples)
    return round(wins / len(samples), 3)
