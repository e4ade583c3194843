"""Who meets whom."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.tournament.plan.schedule import (
    FIXED_FORMATS,
    ScheduleError,
    check,
    cyclic,
    games_of,
    gauntlet,
    round_robin,
    seatings,
    tables_in_all,
)

# The course's document, "Turniej": seven players, four rounds.
SEED_TABLE = """\
2 3 4 5 6 7 1
3 4 5 6 7 1 2
4 5 6 7 1 2 3
5 6 7 1 2 3 4
"""


def test_the_courses_table_comes_out_exactly() -> None:
    rows: dict[int, list[str]] = {}
    for round_, (first, second) in cyclic(7, 4, 2):
        assert first == len(rows.setdefault(round_, [])), "zi's column is the i-th"
        rows[round_].append(str(second + 1))
    assert "".join(" ".join(rows[round_]) + "\n" for round_ in sorted(rows)) == SEED_TABLE


@given(st.integers(2, 13))
def test_in_a_round_robin_everyone_meets_everyone_once_and_plays_once_a_round(players: int) -> None:
    games = list(round_robin(players, 1, 2))
    assert Counter(frozenset(table) for _, table in games) == Counter(map(frozenset, combinations(range(players), 2)))
    for round_ in {round_ for round_, _ in games}:
        busy = [player for number, table in games if number == round_ for player in table]
        assert len(busy) == len(set(busy))


@given(st.integers(2, 13))
def test_in_two_cycles_of_a_round_robin_everyone_moves_first_as_often_as_second(players: int) -> None:
    tables = [table for _, table in round_robin(players, 2, 2)]
    assert Counter(first for first, _ in tables) == Counter(second for _, second in tables)


@given(st.integers(2, 13))
def test_in_one_cycle_of_a_round_robin_nobody_moves_first_much_more_often_than_second(players: int) -> None:
    tables = [table for _, table in round_robin(players, 1, 2)]
    surplus = Counter(first for first, _ in tables)
    surplus.subtract(second for _, second in tables)
    # With an odd number of players everyone plays an even number of games, so one too many is two more than the other.
    assert max(map(abs, surplus.values())) <= 1 + players % 2


def test_in_a_gauntlet_the_first_player_meets_everyone_else() -> None:
    assert [table for _, table in gauntlet(4, 2, 2)] == [(0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)]


@given(st.integers(4, 12), st.integers(1, 15))
def test_four_seats_are_four_players_in_every_format(players: int, rounds: int) -> None:
    for format_ in (cyclic, round_robin, gauntlet):
        for _, table in format_(players, min(rounds, 2), 4):
            assert len(set(table)) == 4


def test_paired_games_are_one_position_with_seats_swapped() -> None:
    one, two, three = games_of([(1, (0, 1)), (1, (1, 2))], paired=True)[:3]
    assert (one.players, two.players) == ((0, 1), (1, 0))
    assert one.position == two.position != three.position


@pytest.mark.parametrize("paired", [False, True])
def test_at_four_seats_everyone_plays_the_same_deals_from_every_seat(paired: bool) -> None:
    tables = seatings((5, 6, 7, 8), paired)
    for seat in range(4):
        assert Counter(table[seat] for table in tables) == dict.fromkeys((5, 6, 7, 8), 2 if paired else 1)


def test_a_tournament_that_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(ScheduleError, match="played by 4, and there are 3 players"):
        check("cyclic", 3, 1, 4)
    with pytest.raises(ScheduleError, match="6 players can play 5 rounds"):
        check("swiss", 6, 6, 2)
    check("swiss", 7, 7, 2)


@given(st.sampled_from(sorted(FIXED_FORMATS)), st.integers(4, 9), st.integers(1, 4), st.sampled_from([2, 4]))
def test_the_tables_of_a_schedule_are_as_many_as_is_said(format_: str, players: int, rounds: int, seats: int) -> None:
    tables = list(FIXED_FORMATS[format_](players, rounds, seats))
    assert tables_in_all(format_, players, rounds, seats) == len(tables)
