"""Swiss rounds."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.tournament.plan.swiss import Met, next_fours, next_round, points_of


@settings(max_examples=20)
@given(st.integers(4, 11), st.integers(0, 99))
def test_nobody_meets_an_opponent_twice_or_rests_twice(players: int, seed: int) -> None:
    rng = Random(seed)
    rounds = players // 2
    histories: list[list[Met]] = [[] for _ in range(players)]
    for _ in range(rounds):
        tables = next_round(histories, rounds)
        assert len(tables) == players // 2
        resting = set(range(players)) - {player for table in tables for player in table}
        for one, other in tables:
            points = rng.choice([0.0, 0.5, 1.0])
            histories[one].append(Met(other, True, points))
            histories[other].append(Met(one, False, 1 - points))
        for player in resting:
            histories[player].append(Met(None, False, 1.0))
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
