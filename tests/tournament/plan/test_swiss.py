"""Swiss rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.tournament.plan import tournament
from stolik.tournament.plan.assignment import Assignment, Ending, Result, Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.swiss import Met, next_fours, next_round, points_of
from stolik.tournament.plan.tournament import draw, games_in_all, plan


def play_round(histories: list[list[Met]], tables: Sequence[tuple[int, ...]], rng: Random) -> None:
    """Adds a round with random results; whoever is not at a table has a bye."""
    resting = set(range(len(histories))) - {player for table in tables for player in table}
    for one, other in tables:
        points = rng.choice([0.0, 0.5, 1.0])
        histories[one].append(Met(other, True, points))
        histories[other].append(Met(one, False, 1 - points))
    for player in resting:
        histories[player].append(Met(None, False, 1.0))


def won_by_first(game: Assignment) -> Result:
    """A game as if its first seat had won it."""
    seats = {seat: entrant.name for seat, entrant in game.seats.items()}
    winner = next(iter(seats))
    scores = {seat: int(seat == winner) for seat in seats}
    return Result(game.number, game.round, seats, game.setup, Ending.RULES, "", (winner,), scores, [], [])


@settings(max_examples=20)
@given(st.integers(4, 11), st.integers(0, 99))
def test_nobody_meets_an_opponent_twice_or_rests_twice(players: int, seed: int) -> None:
    rng = Random(seed)
    rounds = players // 2
    histories: list[list[Met]] = [[] for _ in range(players)]
    for _ in range(rounds):
        tables = next_round(histories, rounds)
        assert len(tables) == players // 2
        play_round(histories, tables, rng)
    for history in histories:
        assert max(Counter(met.opponent for met in history).values()) == 1


def test_those_with_equal_points_meet() -> None:
    won, lost = Met(None, True, 1.0), Met(None, True, 0.0)
    histories = [
        [Met(4, True, 1.0)], [Met(5, True, 1.0)], [Met(6, True, 1.0)], [Met(7, True, 1.0)],
        [Met(0, False, 0.0)], [Met(1, False, 0.0)], [Met(2, False, 0.0)], [Met(3, False, 0.0)],
    ]  # fmt: skip
    for one, other in next_round(histories, 3):
        assert points_of(histories[one]) == points_of(histories[other])
    assert (won.points, lost.points) == (1, 0)


def test_tables_of_four_are_made_by_points_and_rest_goes_round() -> None:
    points = [0.0, 9.0, 3.0, 8.0, 1.0, 7.0, 2.0, 6.0, 5.0]
    first, second = next_fours(points, [0] * 9)
    assert set(first) == {1, 3, 5, 7}
    assert set(second) == {8, 2, 6, 4}
    again = next_fours(points, [1, 0, 0, 0, 0, 0, 0, 0, 0])
    assert 0 in {player for table in again for player in table}


@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (5, 5), (8, 7), (7, 7)])
@pytest.mark.parametrize("seed", range(8))
def test_every_round_that_may_be_asked_for_can_be_paired(players: int, rounds: int, seed: int) -> None:
    rng = Random(seed)
    histories: list[list[Met]] = [[] for _ in range(players)]
    for _ in range(rounds):
        tables = next_round(histories, rounds)
        assert len({player for table in tables for player in table}) == players // 2 * 2
        play_round(histories, tables, rng)
    for history in histories:
        assert max(Counter(met.opponent for met in history).values()) <= 2


def test_where_somebody_must_meet_again_as_few_as_possible_do() -> None:
    # Four players after three rounds have all met; 0 and 1 have the most points, and 2 and 3 the least.
    points = [(1.0, 1.0, 1.0), (1.0, 1.0, 0.0), (0.0, 0.0, 0.5), (0.0, 0.0, 0.5)]
    opponents = [(2, 3, 1), (3, 2, 0), (0, 1, 3), (1, 0, 2)]
    histories = [
        [Met(opponent, first=player < 2, points=point) for opponent, point in zip(opponents[player], got, strict=True)]
        for player, got in enumerate(points)
    ]
    assert sorted(map(sorted, next_round(histories, 4))) == [[0, 1], [2, 3]]


def test_a_round_that_is_over_is_not_paired_again(monkeypatch: pytest.MonkeyPatch) -> None:
    paired: list[int] = []

    def counted(histories: Sequence[Sequence[Met]], rounds: int) -> list[tuple[int, ...]]:
        paired.append(len(histories[0]))
        return next_round(histories, rounds)

    monkeypatch.setattr(tournament, "next_round", counted)
    players = [Entrant(f"P{number}", builtin="random") for number in range(9)]
    drawn = draw("krazki", "swiss", 4, "1", players, True, Terms())
    results: dict[int, Result] = {}
    for round_ in range(1, 5):
        games = plan(drawn, results)
        assert len(games) == 8 * round_
        assert paired == list(range(round_)), "one call for each round"
        results |= {game.number: won_by_first(game) for game in games if game.number not in results}
    assert plan(drawn, results)[:8] == plan(drawn, {})
    assert games_in_all(drawn) == len(results) == 32
