"""The evaluation, and the search that looks ahead with it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.othello import boards, positions, sides, turned_board

from stolik.games.othello.rules import Position, flips, targets

pytest.importorskip("numba", reason="the strong players need Numba: pip install '.[strong]'")

from stolik.games.othello.players.eval import evaluate, evaluate_after, expand, note_states, trained_weights
from stolik.games.othello.players.memory import Memory
from stolik.games.othello.players.patterns import (
    COUNTS,
    DISC,
    LANES,
    PHASES,
    WORST,
    classes,
    counts_offset,
    patterns,
    phase_of,
    phase_size,
)
from stolik.games.othello.players.search import seems, seems_above

TRAINED = Memory(14)
TRAINED.use_weights(trained_weights())

RANDOM_WEIGHTS = expand(np.random.default_rng(1).integers(-200, 200, (PHASES, classes()[1])).astype(np.int16))
RANDOM = Memory(10)
RANDOM.use_weights(RANDOM_WEIGHTS)


def naive_evaluation(own: int, other: int) -> int:
    """The same sum, square by square."""
    empty = 64 - (own | other).bit_count()
    weights = RANDOM_WEIGHTS[phase_of(empty)]
    total = 0
    for pattern in patterns():
        for place in pattern.places:
            digits = [(own >> square & 1) + 2 * (other >> square & 1) for square in place]
            state = sum(digit * 3**power for power, digit in enumerate(digits))
            total += int(weights[pattern.offset + state])
    counted = (targets(own, other).bit_count(), targets(other, own).bit_count(), empty)
    total += sum(int(weights[counts_offset() + COUNTS * i + count]) for i, count in enumerate(counted))
    return max(-63 * DISC, min(63 * DISC, total))


@given(boards())
def test_an_evaluation_is_the_sum_of_the_weights(board: tuple[int, int]) -> None:
    assert evaluate(RANDOM.address, *board) == naive_evaluation(*board)


@given(positions(0, 58))
def test_an_evaluation_after_a_move_is_that_of_the_board_it_leads_to(position: Position) -> None:
    own, other = sides(position)
    paper = np.zeros(LANES, np.uint16)
    before = paper.ctypes.data
    note_states(RANDOM.address, own, other, before)
    for square in position.moves():
        turned = flips(own, other, square)
        theirs, mine = other ^ turned, own ^ turned ^ 1 << square
        replies = targets(theirs, mine)
        found = evaluate_after(RANDOM.address, before, turned, square, theirs, mine, replies)
        assert found == evaluate(RANDOM.address, theirs, mine)


@given(boards(), st.integers(0, 7))
def test_an_evaluation_is_the_same_however_the_board_is_turned(board: tuple[int, int], way: int) -> None:
    turned = [turned_board(side, way) for side in board]
    assert evaluate(TRAINED.address, *turned) == evaluate(TRAINED.address, *board)


def test_the_weights_come_with_the_package_and_are_small() -> None:
    assert trained_weights().shape == (PHASES, phase_size())
    assert trained_weights().any()


@given(positions(0, 50), st.integers(1, 4))
def test_a_search_chooses_a_legal_move(position: Position, depth: int) -> None:
    TRAINED.allow(None)
    score = seems(TRAINED.address, *sides(position), -WORST, WORST, depth)
    assert TRAINED.best in position.moves()
    assert -WORST <= score <= WORST


def plain_search(memory: Memory, position: Position, depth: int) -> int:
    """Minimax with nothing clever, in parts of a disc."""
    if depth == 0:
        return int(evaluate(memory.address, *sides(position)))
    best = -WORST
    for move in position.moves():
        after = position.play(move)
        if after.turn is None:
            lead = after.scores["black"] - after.scores["white"]
            score = (lead if position.turn == "black" else -lead) * DISC
        elif after.turn == position.turn:
            # The search looks at leaves from the side whose turn it would be, before the pass.
            score = plain_search(memory, after, depth - 1) if depth > 1 else -_seen_by_other(memory, after)
        else:
            score = -plain_search(memory, after, depth - 1)
        best = max(best, score)
    return best


def _seen_by_other(memory: Memory, position: Position) -> int:
    own, other = sides(position)
    return int(evaluate(memory.address, other, own))


@given(positions(0, 50), st.integers(1, 3))
def test_a_search_that_leaves_nothing_out_finds_what_minimax_finds(position: Position, depth: int) -> None:
    memory = Memory(10)
    memory.use_weights(RANDOM_WEIGHTS)
    score = plain_search(memory, position, depth)
    assert seems(memory.address, *sides(position), -WORST, WORST, depth) == score
    bound = seems_above(memory.address, *sides(position), score - 1, depth)
    assert score - 1 < bound <= score
