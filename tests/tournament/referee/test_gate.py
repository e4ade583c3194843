"""Which processors games and referees have."""

from __future__ import annotations

from queue import SimpleQueue
from threading import Semaphore

import pytest

from stolik.tournament.referee.gate import CoreGate, TooFewCores, divide, games_with_pondering, share_out


@pytest.mark.parametrize(
    ("cores", "games", "expected", "referees"),
    [
        ((0, 1), 1, [set()], {0, 1}),
        ((0, 1, 2), 3, [set(), set(), set()], {0, 1, 2}),
        ((0, 1, 2), 2, [{1}, {2}], {0}),
        ((3, 5, 7, 9), 2, [{5}, {7}], {3, 9}),
        (range(8), 2, [{1, 2, 3}, {4, 5, 6}], {0, 7}),
    ],
)
def test_games_have_processors_of_their_own_and_the_referees_another_where_there_are_enough(
    cores: tuple[int, ...], games: int, expected: list[set[int]], referees: set[int]
) -> None:
    given, others = divide(cores, games)
    assert [set(each) for each in given] == expected
    assert set(others) == referees


def test_processors_are_given_back_when_a_game_ends() -> None:
    free: SimpleQueue[frozenset[int]] = SimpleQueue()
    free.put(frozenset({1}))
    gate = CoreGate(Semaphore(), free)
    for _ in range(2):
        with gate as cores:
            assert cores == frozenset({1})
            assert free.empty()


def test_a_game_learns_whether_it_has_to_wait_and_a_place_is_kept_for_it() -> None:
    free: SimpleQueue[frozenset[int]] = SimpleQueue()
    free.put(frozenset({1}))
    places = Semaphore()
    first, second = CoreGate(places, free), CoreGate(places, free)
    assert first.has_place()
    assert first.has_place()
    assert not second.has_place()
    with first:
        assert not second.has_place()
    with second as cores:
        assert cores == frozenset({1})
        assert not first.has_place()
    assert first.has_place()


def test_programs_that_may_all_think_at_once_have_processors_of_their_own() -> None:
    assert share_out(frozenset({1, 2, 3, 4, 5}), 2) == [{1, 3, 5}, {2, 4}]
    assert share_out(frozenset({4, 6}), 2) == [{4}, {6}]


@pytest.mark.parametrize(
    ("cores", "programs", "wanted", "games"), [(3, 2, None, 1), (8, 2, None, 3), (8, 2, 1, 1), (5, 4, None, 1)]
)
def test_as_many_games_with_pondering_are_on_as_there_are_processors_for_their_programs(
    cores: int, programs: int, wanted: int | None, games: int
) -> None:
    assert games_with_pondering(cores, programs, wanted) == games


@pytest.mark.parametrize(
    ("cores", "programs", "wanted", "words"),
    [
        (2, 2, None, "3 cores for 1 x 2 programs, and there are 2"),
        (4, 2, 2, "5 cores for 2 x 2 programs, and there are 4"),
        (4, 4, None, "5 cores for 1 x 4 programs, and there are 4"),
    ],
)
def test_with_too_few_processors_for_pondering_it_is_said_how_many_are_needed(
    cores: int, programs: int, wanted: int | None, words: str
) -> None:
    with pytest.raises(TooFewCores, match=words):
        games_with_pondering(cores, programs, wanted)
