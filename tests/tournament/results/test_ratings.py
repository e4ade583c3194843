"""Ratings: fitted to all games at once, with intervals and likelihoods that say no more than the games do."""

from __future__ import annotations

from itertools import combinations, product
from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.results.test_standings import game

from stolik.tournament.plan.assignment import Ending, Result
from stolik.tournament.results.fit import choices_of, cholesky, fit, inverse, most_likely, solve
from stolik.tournament.results.ratings import MEAN, SCALE, fit_meetings, rate, ratings_over_rounds

NAMES = ["Ann", "Bob", "Cid", "Dan"]


def random_games(count: int, seed: int = 1) -> list[Result]:
    rng = Random(seed)
    return [
        game(number, dict(zip("bc", rng.sample(NAMES, 2), strict=True)), rng.choice("bbc"), round=1 + number // 4)
        for number in range(1, count + 1)
    ]


@given(st.permutations(range(12)))
def test_the_order_of_games_does_not_matter(order: list[int]) -> None:
    games = random_games(12)
    assert rate("krazki", NAMES, [games[number] for number in order]) == rate("krazki", NAMES, games)


def test_two_games_prove_little() -> None:
    games = [game(number, {"b": "Ann", "c": "Bob"}, "b") for number in (1, 2)]
    better = rate("krazki", ["Ann", "Bob"], games).superiority["Ann"]["Bob"]
    assert 0.6 < better < 0.95


def test_who_always_wins_is_rated_higher_beyond_doubt() -> None:
    games = [game(number, {"b": "Ann", "c": "Bob"}, "b") for number in range(40)]
    ratings = rate("krazki", ["Ann", "Bob"], games)
    ann, bob = ratings.of["Ann"], ratings.of["Bob"]
    assert ann.interval[0] < ann.rating < ann.interval[1]
    assert ann.interval[0] > bob.interval[1]
    assert 0.99 < ratings.superiority["Ann"]["Bob"] < 1


def test_who_has_won_every_game_may_be_much_stronger_but_not_much_weaker() -> None:
    games = [game(number, {"b": "Ann", "c": "Bob"}, "b") for number in range(10)]
    ann, bob = (rate("krazki", ["Ann", "Bob"], games).of[name] for name in ("Ann", "Bob"))
    assert ann.interval[1] - ann.rating > 1.3 * (ann.rating - ann.interval[0])
    assert bob.rating - bob.interval[0] > 1.3 * (bob.interval[1] - bob.rating)


def test_what_is_below_a_quantile_is_its_share() -> None:
    choices = choices_of([([(0, 1.0), (1, 0.0)], 5.0), ([(1, 1.0), (2, 0.0)], 2.0)])
    fitted = fit(3, choices)
    for player, share in product(range(3), (0.025, 0.5, 0.975)):
        assert fitted.below(fitted.quantile(share, player), player) == pytest.approx(share, abs=1e-6)
    assert fitted.below(0.3, 0, 1) + fitted.below(-0.3, 1, 0) == pytest.approx(1)


def test_the_posterior_is_where_numbers_say_it_is() -> None:
    """The mean and the tails for one spread, of two players of whom one has won thrice, by adding up."""
    fitted = fit(2, choices_of([([(0, 1.0), (1, 0.0)], 3.0)]), [1.0])
    steps = [number / 100 for number in range(-1000, 1000)]
    # The difference of two strengths of spread 1 has the variance 2.
    density = [exp(-step * step / 4) / (1 + exp(-step)) ** 3 for step in steps]
    for value in (-0.5, 0.5, 1.5, 3.0):
        exact = sum(weight for step, weight in zip(steps, density, strict=True) if step < value) / sum(density)
        assert fitted.below(value, 0, 1) == pytest.approx(exact, abs=0.01)


def test_superiority_agrees_with_the_order_of_ratings() -> None:
    ratings = rate("krazki", NAMES, random_games(30))
    for one, other in combinations(NAMES, 2):
        assert (ratings.of[one].rating > ratings.of[other].rating) == (ratings.superiority[one][other] > 0.5)
        assert ratings.superiority[one][other] + ratings.superiority[other][one] == pytest.approx(1, abs=1e-3)


def test_the_mean_is_1500_and_points_mean_what_they_mean_in_chess() -> None:
    # 3 of 4 points in very many games: 191 points more by the formula of Elo.
    games = [game(number, {"b": "Ann", "c": "Bob"}, "bbbc"[number % 4]) for number in range(4000)]
    ratings = rate("krazki", ["Ann", "Bob"], games)
    assert ratings.of["Ann"].rating + ratings.of["Bob"].rating == pytest.approx(2 * MEAN, abs=0.2)
    assert ratings.of["Ann"].rating - ratings.of["Bob"].rating == pytest.approx(SCALE * log(3), abs=1)


def test_more_games_narrow_the_interval_and_none_tell_nothing() -> None:
    few, many = (rate("krazki", NAMES, random_games(count)).of["Ann"].interval for count in (12, 200))
    assert few[1] - few[0] > 2 * (many[1] - many[0])
    nothing = rate("krazki", ["Ann", "Bob"], [])
    assert nothing.superiority["Ann"]["Bob"] == 0.5
    assert nothing.of["Ann"].rating == MEAN


def test_games_that_were_not_played_do_not_count() -> None:
    games = random_games(8)
    aside = game(9, {"b": "Ann", "c": "Bob"}, "b", ending=Ending.ASIDE, by="c")
    assert rate("krazki", NAMES, [*games, aside]) == rate("krazki", NAMES, games)


def test_pairs_that_always_split_say_more_of_equals_than_single_games_do() -> None:
    split = [[[(0, 1.0), (1, 0.0)], [(0, 0.0), (1, 1.0)]] for _ in range(20)]
    apart = [[single] for meeting in split for single in meeting]
    assert fit_meetings(2, split).variance(0, 1) < 0.6 * fit_meetings(2, apart).variance(0, 1)


def test_four_players_are_fitted_by_their_rankings() -> None:
    ranking = [(0, 3.0), (1, 2.0), (2, 1.0), (3, 0.0)]
    strengths = fit(4, choices_of([(ranking, 1.0)] * 10)).strengths
    assert strengths == sorted(strengths, reverse=True)
    tied = fit(4, choices_of([([(0, 3.0), (1, 1.0), (2, 1.0), (3, 1.0)], 1.0)] * 10)).strengths
    assert tied[0] > tied[1] == pytest.approx(tied[2]) == pytest.approx(tied[3])


def test_the_fit_is_at_the_maximum_of_the_likelihood_and_the_prior() -> None:
    choices = choices_of([([(0, 1.0), (1, 0.0)], 3.0), ([(1, 1.0), (0, 0.0)], 1.0)])
    one, other = most_likely(2, choices)
    assert one == pytest.approx(-other)
    # The slope there: the wins, less those that are expected, less the prior's.
    assert 3 - 4 / (1 + exp(other - one)) - one == pytest.approx(0, abs=1e-6)


def test_a_matrix_times_its_inverse_is_one() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]
    factor = cholesky(matrix)
    product = [[sum(a * b for a, b in zip(row, column, strict=True)) for column in inverse(factor)] for row in matrix]
    for one, row in enumerate(product):
        assert row == pytest.approx([float(one == other) for other in range(3)])
    assert [sum(a * b for a, b in zip(row, solve(factor, [1, 2, 3]), strict=True)) for row in matrix] == pytest.approx(
        [1, 2, 3]
    )


def test_ratings_over_rounds_end_with_those_of_today() -> None:
    games = random_games(40)
    today = {name: value.rating for name, value in rate("krazki", NAMES, games).of.items()}
    course = ratings_over_rounds("krazki", NAMES, games, today)
    assert len(course) == len({result.round for result in games})
    assert course[-1] == today
    assert ratings_over_rounds("krazki", NAMES, [], {}) == []
