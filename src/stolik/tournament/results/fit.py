"""Fits players' strengths to all games at once: Plackett-Luce by maximum likelihood with a prior.

A game is a ranking. Among the players of a set, player i comes first with the probability exp(s_i) / sum of exp(s_j);
then the same holds among those who are left. For two players this is the model of Bradley and Terry, and of Elo. A tie
counts as each order of the tied players in equal parts.

The prior says that strengths are normally distributed, with an unknown spread. The fit is made for several spreads, and
each counts by how well it explains the games. So nobody is infinitely strong after two wins, and the order of games
does not matter.

The posterior leans: of somebody who has won every game it is known that they are not much weaker than it seems, but not
that they are not much stronger. So it is taken as two halves of normal distributions that meet at its maximum. How much
wider one of them is follows from how far the mean is from the maximum, by the third derivatives there.

Plain Python, because NumPy is an optional package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from math import erfc, exp, fsum, log, pi, sqrt
from operator import mul
from typing import Final

from msgspec import Struct

Vector = list[float]
Matrix = list[list[float]]

# Standard deviations of strengths that are considered, in natural logarithms of odds: 1 is 174 points of rating. They
# reach from nearly equal players to perfect ones among beginners; see docs/tournaments.md for what is right then.
SPREADS: Final = (0.6, 1.2, 2.4, 4.0)
# Newton's method converges quadratically; a step below this changes no rating that is shown.
SMALL_STEP: Final = 1e-7
MOST_STEPS: Final = 50
# A longer step could leave the region where the quadratic model of the likelihood is any good.
LONGEST_STEP: Final = 2.0
# The narrower half is at least so many times as wide as both are on an average: the estimate of the mean is rough.
NARROWEST: Final = 0.25
# The curvature is that between the maximum and the mean: with this weight for the mean the intervals cover best.
FAR: Final = 0.75
# From the difference of the mean and the maximum to half the difference of the two standard deviations.
LEAN: Final = sqrt(pi / 8)
# The median is about so far from the maximum to the mean (Pearson's rule).
MEDIAN: Final = 2 / 3
# No strength is so far from the mean.
FARTHEST: Final = 100.0
BISECTIONS: Final = 40


class Choices(Struct, frozen=True):
    """What is known of one set of players: how often each of them came first in it."""

    players: tuple[int, ...]
    firsts: tuple[float, ...]


class Part(Struct, frozen=True):
    """What is known if strengths have one spread; they are relative to their mean."""

    weight: float
    """How likely it is that they have this spread."""
    peak: Vector
    """The maximum of the posterior."""
    shift: Vector
    """How far the mean is from there."""
    near: Matrix
    """The covariances by the curvature at the maximum."""
    far: Matrix
    """By the curvature at the mean."""

    def below(self, value: float, one: int, other: int | None = None) -> float:
        """How likely it is that a player's strength, or the difference of two players' strengths, is less."""
        peak, shift = (vector[one] - (0.0 if other is None else vector[other]) for vector in (self.peak, self.shift))
        near, far = (sqrt(max(0.0, _variance(matrix, one, other))) for matrix in (self.near, self.far))
        middle: float = near ** (1 - FAR) * far**FAR
        if not middle:  # there is one player only
            return float(value >= peak)
        left, right = (max(middle + lean, NARROWEST * middle) for lean in (-shift * LEAN, shift * LEAN))
        side = left if value < peak else right
        beyond = erfc(abs(value - peak) / (side * sqrt(2))) * side / (left + right)
        return beyond if value < peak else 1 - beyond


class Fit(Struct, frozen=True):
    """What is known of the strengths of all players."""

    parts: Sequence[Part]
    strengths: Vector
    """About the median of each."""

    def below(self, value: float, one: int, other: int | None = None) -> float:
        """How likely it is that a player's strength, or the difference of two players' strengths, is less."""
        return fsum(part.weight * part.below(value, one, other) for part in self.parts)

    def quantile(self, share: float, player: int) -> float:
        """The strength that a player's is below with such a probability."""
        low, high = -FARTHEST, FARTHEST
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.below(middle, player) < share else (low, middle)
        return (low + high) / 2

    def variance(self, one: int, other: int) -> float:
        """About the variance of the difference of two strengths."""
        return fsum(part.weight * _variance(part.near, one, other) for part in self.parts)


class _Peak(Struct, frozen=True):
    """The maximum of the posterior for one spread."""

    precision: float
    """Of the prior: 1 / spread²."""
    strengths: Vector
    factor: Matrix
    """The Cholesky factor of the negative second derivatives there."""
    evidence: float
    """The logarithm of how well this spread explains the games."""


def choices_of(games: Iterable[tuple[Sequence[tuple[int, float]], float]]) -> list[Choices]:
    """What all games say of each set of players. A game is its players with their points, and its weight."""
    found: dict[tuple[int, ...], dict[int, float]] = {}
    for places, weight in games:
        for order, share in _orders(places):
            for place in range(len(order) - 1):
                players = tuple(sorted(order[place:]))
                firsts = found.setdefault(players, dict.fromkeys(players, 0.0))
                firsts[order[place]] += share * weight
    return [Choices(players, tuple(firsts.values())) for players, firsts in sorted(found.items())]


def _orders(places: Sequence[tuple[int, float]]) -> list[tuple[tuple[int, ...], float]]:
    """The orders of a game's players, each with its share: one, or all orders of those who are tied."""
    by_points: dict[float, list[int]] = {}
    for player, points in places:
        by_points.setdefault(points, []).append(player)
    orders: list[tuple[int, ...]] = [()]
    for points in sorted(by_points, reverse=True):
        orders = [before + tied for before in orders for tied in permutations(by_points[points])]
    return [(order, 1 / len(orders)) for order in orders]


def fit(players: int, choices: Sequence[Choices], spreads: Sequence[float] = SPREADS) -> Fit:
    """The strengths of players 0, 1, … relative to their mean, with covariances."""
    peaks = []
    start = [0.0] * players
    for spread in spreads:
        peaks.append(_climb(choices, spread, start))
        start = peaks[-1].strengths
    best = max(peak.evidence for peak in peaks)
    likely = [(exp(peak.evidence - best), peak) for peak in peaks]
    total = fsum(weight for weight, _ in likely)
    # A spread that is a thousand times less likely than the best changes nothing that is shown.
    parts = [_part(choices, peak, weight / total) for weight, peak in likely if weight > total * 1e-3]
    strengths = [
        fsum(part.weight * (part.peak[player] + MEDIAN * part.shift[player]) for part in parts)
        for player in range(players)
    ]
    return Fit(parts, strengths)


def most_likely(players: int, choices: Sequence[Choices], start: Vector | None = None) -> Vector:
    """The strengths alone, for a middling spread; much faster."""
    return _centred(_climb(choices, 1.0, start or [0.0] * players).strengths)


def _climb(choices: Sequence[Choices], spread: float, start: Vector) -> _Peak:
    """Newton's method."""
    at = list(start)
    precision = 1 / spread**2
    for _ in range(MOST_STEPS):
        slope, curvature = _derivatives(choices, at, precision)
        factor = cholesky(curvature)
        step = solve(factor, slope)
        longest = max(map(abs, step), default=0.0)
        shorter = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        at = [value + shorter * change for value, change in zip(at, step, strict=True)]
        if longest < SMALL_STEP:
            break
    determinant = 2 * fsum(log(row[-1]) for row in factor)
    prior = -0.5 * precision * fsum(value * value for value in at) - len(at) * log(spread)
    return _Peak(precision, at, factor, _likelihood(choices, at) + prior - determinant / 2)


def _likelihood(choices: Sequence[Choices], at: Sequence[float]) -> float:
    """The logarithm of the probability of what was seen."""
    return fsum(
        sum(first * at[player] for player, first in zip(seen.players, seen.firsts, strict=True))
        - sum(seen.firsts) * log(sum(exp(at[player]) for player in seen.players))
        for seen in choices
    )


def _derivatives(choices: Sequence[Choices], at: Sequence[float], precision: float) -> tuple[Vector, Matrix]:
    """The first derivatives of the posterior's logarithm, and the negative second ones."""
    count = len(at)
    slope = [-precision * value for value in at]
    curvature = [[0.0] * count for _ in range(count)]
    for player in range(count):
        curvature[player][player] = precision
    powers = [exp(value) for value in at]
    for seen in choices:
        times = sum(seen.firsts)
        total = sum(powers[player] for player in seen.players)
        shares = [powers[player] / total for player in seen.players]
        for player, first, share in zip(seen.players, seen.firsts, shares, strict=True):
            slope[player] += first - times * share
            row = curvature[player]
            row[player] += times * share
            for other, share_of_other in zip(seen.players, shares, strict=True):
                row[other] -= times * share * share_of_other
    return slope, curvature


def _part(choices: Sequence[Choices], peak: _Peak, weight: float) -> Part:
    near = inverse(peak.factor)
    shift = solve(peak.factor, _skew(choices, peak.strengths, near))
    mean = [value + change for value, change in zip(peak.strengths, shift, strict=True)]
    far = inverse(cholesky(_derivatives(choices, mean, peak.precision)[1]))
    return Part(weight, _centred(peak.strengths), _centred(shift), _centred_both_ways(near), _centred_both_ways(far))


def _skew(choices: Sequence[Choices], at: Sequence[float], covariances: Matrix) -> Vector:
    """By how much the slopes around the maximum differ from those of a parabola, on an average."""
    skew = [0.0] * len(at)
    for seen in choices:
        powers = [exp(at[player]) for player in seen.players]
        shares = [power / sum(powers) for power in powers]
        with_all = [sum(map(mul, shares, (covariances[one][two] for two in seen.players))) for one in seen.players]
        # The variance of each strength relative to the set's, less what is the same for all.
        apart = [covariances[player][player] - 2 * both for player, both in zip(seen.players, with_all, strict=True)]
        middle = sum(map(mul, shares, apart))
        for player, share, variance in zip(seen.players, shares, apart, strict=True):
            skew[player] -= sum(seen.firsts) * share * (variance - middle) / 2
    return skew


def cholesky(matrix: Matrix) -> Matrix:
    """The rows of the lower triangle L with L Lᵀ equal to the matrix."""
    rows: Matrix = []
    for number, source in enumerate(matrix):
        row: Vector = []
        for column in range(number):
            done = rows[column]
            row.append((source[column] - sum(map(mul, row, done))) / done[column])
        row.append(sqrt(source[number] - sum(map(mul, row, row))))
        rows.append(row)
    return rows


def solve(factor: Matrix, right: Sequence[float]) -> Vector:
    """Solves L Lᵀ x = right."""
    forward: Vector = []
    for row, value in zip(factor, right, strict=True):
        forward.append((value - sum(map(mul, row, forward))) / row[-1])
    back = forward
    for number in range(len(factor) - 1, -1, -1):
        row = factor[number]
        back[number] /= row[-1]
        done = back[number]
        for column in range(number):
            back[column] -= row[column] * done
    return back


def inverse(factor: Matrix) -> Matrix:
    """The inverse of L Lᵀ."""
    count = len(factor)
    # The columns of the inverse of L, each from its diagonal downwards.
    columns: Matrix = []
    for start in range(count):
        column = [1 / factor[start][start]]
        for number in range(start + 1, count):
            row = factor[number]
            column.append(-sum(map(mul, row[start:number], column)) / row[number])
        columns.append(column)
    result = [[0.0] * count for _ in range(count)]
    for one in range(count):
        for other in range(one + 1):
            result[one][other] = result[other][one] = sum(map(mul, columns[one], columns[other][one - other :]))
    return result


def _centred(values: Sequence[float]) -> Vector:
    middle = fsum(values) / len(values) if values else 0.0
    return [value - middle for value in values]


def _centred_both_ways(matrix: Matrix) -> Matrix:
    """The covariances of strengths relative to their mean."""
    count = len(matrix)
    means = [fsum(row) / count for row in matrix]
    middle = fsum(means) / count
    return [
        [value - means[one] - means[other] + middle for other, value in enumerate(row)]
        for one, row in enumerate(matrix)
    ]


def _variance(covariances: Matrix, one: int, other: int | None) -> float:
    """The variance of a strength, or of the difference of two strengths."""
    if other is None:
        return covariances[one][one]
    return covariances[one][one] + covariances[other][other] - 2 * covariances[one][other]


def probability_of(strengths: Sequence[float], one: int, other: int) -> float:
    """How likely one player is to beat another."""
    return 1 / (1 + exp(strengths[other] - strengths[one]))
