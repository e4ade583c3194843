"""The kernels over boards against the plain rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.othello import boards, positions, sides, turned_board

from stolik.games.othello import rules as othello

pytest.importorskip("numba", reason="the strong players need Numba: pip install '.[strong]'")

from tests.support import othello_kernels as checks

from stolik.games.othello.players import bits

EDGES = bits.edge_table()


@given(boards())
def test_the_squares_where_one_may_move_are_those_of_the_rules(board: tuple[int, int]) -> None:
    assert checks.targets_of(*board) == othello.targets(*board)


@given(boards(), st.integers(0, 63))
def test_the_discs_turned_are_those_of_the_rules(board: tuple[int, int], square: int) -> None:
    own, other = (side & ~(1 << square) for side in board)
    assert checks.flips_of(own, other, square) == othello.flips(own, other, square)


@given(st.integers(0, 2**64 - 1), st.integers(0, 63))
def test_the_discs_that_the_last_one_turns_are_counted(board: int, square: int) -> None:
    own = board & ~(1 << square)
    other = ~board & ~(1 << square) & 2**64 - 1
    assert checks.last_flips_of(own, square) == othello.flips(own, other, square).bit_count()


@given(st.integers(1, 2**64 - 1))
def test_squares_are_counted_and_the_first_is_found(board: int) -> None:
    assert checks.count_of(board) == board.bit_count()
    assert checks.first_of(board) == othello.squares_in(board)[0]


@given(boards())
def test_the_final_score_gives_the_empty_squares_to_the_winner(board: tuple[int, int]) -> None:
    own, other = board
    over = othello.Position(own, other, None)
    score = over.scores["black"] - over.scores["white"]
    assert bits.final_score(own, other, 64 - (own | other).bit_count()) == score


@given(st.integers(0, 2**64 - 1))
def test_an_odd_region_is_a_quarter_with_an_odd_number_of_squares(empty: int) -> None:
    quarters = [0x0F0F0F0F << shift for shift in (0, 4, 32, 36)]
    assert bits.odd_regions(empty) == sum(quarter for quarter in quarters if (empty & quarter).bit_count() % 2)


@given(boards())
def test_the_frontier_is_what_is_empty_beside_ones_own_discs(board: tuple[int, int]) -> None:
    own, other = board
    steps = [(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1)]
    beside = {(square % 8 + right, square // 8 + down) for square in othello.squares_in(own) for right, down in steps}
    empty = othello.squares_in(~(own | other) & 2**64 - 1)
    assert bits.frontier(own, other) == sum(1 << square for square in empty if (square % 8, square // 8) in beside)


@pytest.mark.parametrize(("depth", "lines"), [(1, 4), (5, 1396), (8, 390216), (9, 3005288)])
def test_perft(depth: int, lines: int) -> None:
    assert bits.perft(othello.START.black, othello.START.white, depth) == lines


@given(positions(30, 60), st.randoms(use_true_random=False))
def test_a_stable_disc_is_never_turned(position: othello.Position, rng: object) -> None:
    own, other = sides(position)
    stable = int(bits.stable_discs(EDGES.ctypes.data, own, other))
    assert not stable & ~own
    colour = position.turn
    while position.turn is not None:
        position = position.play(rng.choice(position.moves()))  # type: ignore[attr-defined]
        assert not stable & ~(position.black if colour == "black" else position.white)


@given(boards(), st.integers(0, 7))
def test_stable_discs_are_the_same_however_the_board_is_turned(board: tuple[int, int], way: int) -> None:
    plain = int(bits.stable_discs(EDGES.ctypes.data, *board))
    turned = bits.stable_discs(EDGES.ctypes.data, *(turned_board(side, way) for side in board))
    assert turned == turned_board(plain, way)


def test_a_full_board_and_a_corner_with_its_edge_are_stable() -> None:
    assert bits.stable_discs(EDGES.ctypes.data, 2**64 - 1, 0) == 2**64 - 1
    assert bits.stable_discs(EDGES.ctypes.data, 0x0103070F, 0) == 0x0103070F
    assert bits.stable_discs(EDGES.ctypes.data, 0b10, 0) == 0


def test_random_playouts_are_fair_and_the_same_again() -> None:
    from stolik.games.othello.players.playout import play_out

    games = 4000
    balance = play_out(othello.START.black, othello.START.white, 7, games)
    assert abs(balance) < games * 0.15
    assert play_out(othello.START.black, othello.START.white, 7, games) == balance
