"""The exact solver against brute force, and against the positions that every solver is tried on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.othello import best_score, empties, positions, sides

from stolik.games.othello.rules import Position, read_position, targets, write_square

pytest.importorskip("numba", reason="the strong players need Numba: pip install '.[strong]'")

from stolik.games.othello.players.endgame import above
from stolik.games.othello.players.eval import trained_weights
from stolik.games.othello.players.memory import Memory
from stolik.games.othello.players.player import solve_exactly, solve_outcome, solve_position
from stolik.games.othello.players.solver import exact, solve, surely_above

MEMORY = Memory(16)
MEMORY.use_weights(trained_weights())

FFO = [
    (40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, "a2"),
    (41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, "h4"),
    (42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, "g2"),
    (43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, "g3 c7"),
    (44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, "d2 b8"),
    (45, "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6, "b2"),
]
"""The FFO endgame test: number, position, exact score, best moves."""


def board(position: Position) -> tuple[int, int, int]:
    """The discs of the one who moves, the other's, and where one can move."""
    own, other = sides(position)
    return own, other, targets(own, other)


@given(positions(53, 60))
def test_the_score_is_that_of_brute_force(position: Position) -> None:
    assert solve(MEMORY.address, *sides(position), -64, 64, empties(position)) == best_score(position)


@given(positions(53, 60))
def test_the_best_move_leads_to_the_score(position: Position) -> None:
    score = solve(MEMORY.address, *sides(position), -64, 64, empties(position))
    after = position.play(MEMORY.best)
    if after.turn is None:
        assert position.turn is not None
        other = "white" if position.turn == "black" else "black"
        assert after.scores[position.turn] - after.scores[other] == score
    else:
        assert best_score(after) == (score if after.turn == position.turn else -score)


@given(positions(46, 60))
def test_who_wins_is_known_without_the_score(position: Position) -> None:
    score = solve_exactly(MEMORY, *sides(position), 0)
    assert score is not None
    outcome = solve_outcome(MEMORY, *sides(position))
    assert outcome == (score > 0) - (score < 0)


@given(positions(50, 60), st.integers(-65, 64))
def test_a_null_window_says_on_which_side_the_score_is(position: Position, alpha: int) -> None:
    score = exact(MEMORY.address, *board(position), -64, 64, empties(position))
    bound = surely_above(MEMORY.address, *board(position), alpha, empties(position))
    assert (bound > alpha) == (score > alpha)
    assert score >= bound if bound > alpha else score <= bound


@pytest.mark.soak
@given(positions(52, 54), st.lists(st.integers(-65, 64), min_size=2, max_size=6))
def test_bounds_found_before_never_contradict_the_score(position: Position, alphas: list[int]) -> None:
    score = best_score(position)
    for alpha in alphas:
        bound = above(MEMORY.address, *board(position), alpha, empties(position))
        assert alpha < bound <= score if score > alpha else score <= bound <= alpha


@given(positions(50, 52), st.integers(1, 200), st.integers(-65, 64))
def test_a_search_that_was_stopped_leaves_no_false_bound(position: Position, nodes: int, alpha: int) -> None:
    memory = Memory(10)
    memory.use_weights(trained_weights())
    memory.allow(nodes)
    surely_above(memory.address, *board(position), alpha, empties(position))
    memory.allow(None)
    score = solve(MEMORY.address, *sides(position), -64, 64, empties(position))
    assert solve(memory.address, *sides(position), -64, 64, empties(position)) == score


@given(positions(44, 50))
def test_a_table_full_of_other_searches_changes_no_score(position: Position) -> None:
    fresh = Memory(10)
    fresh.use_weights(trained_weights())
    known = solve_exactly(MEMORY, *sides(position), 0)
    assert solve_exactly(fresh, *sides(position), 10) == known


def test_a_search_that_is_out_of_nodes_says_that_it_does_not_know() -> None:
    memory = Memory(10)
    memory.use_weights(trained_weights())
    memory.allow(1000)
    assert solve_exactly(memory, *sides(read_position(FFO[5][1])), 0) is None
    assert memory.nodes < 20_000


@pytest.mark.parametrize(
    ("number", "text", "score", "best"),
    [pytest.param(*problem, marks=[] if problem[0] == 40 else [pytest.mark.soak]) for problem in FFO],
)
def test_the_ffo_positions_are_solved(number: int, text: str, score: int, best: str) -> None:
    found = solve_position(read_position(text))
    assert found.exact
    assert found.score == score
    assert write_square(found.move) in best.split()
