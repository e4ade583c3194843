"""The solver of the graph game and the player that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from tests.games.graph.test_rules import SEEDS_START
from tests.support.graph import POSITION, mover_wins

from stolik.games.graph.rules import FIRST, SECOND, Position, random_position, read_position
from stolik.players.chance import RandomPlayer
from stolik.players.player import Player

pytest.importorskip("numba", reason="the solver needs Numba")

from stolik.games.graph.players.prover import Budget, Prover
from stolik.games.graph.players.solver import GraphSolver, solve

# More than any of these positions takes, on any machine.
AMPLE = 60.0


def still() -> float:
    """A clock that stands: a busy machine would cut a player's thinking short, and here only nodes are to count."""
    return 0.0


def play_out(position: Position, players: dict[str, Player[Position, int]]) -> Sequence[int]:
    """The moves of a game to its end."""
    moves = []
    while position.turn is not None:
        moves.append(players[position.turn].choose(position))
        position = position.play(moves[-1])
    return moves


def winner_of(position: Position, moves: Sequence[int]) -> str:
    """Who has won."""
    for move in moves:
        position = position.play(move)
    (winner,) = position.winners
    return winner


@pytest.mark.parametrize("vertices", range(2, 7))
def test_every_graph_of_up_to_six_vertices_is_solved_rightly(vertices: int) -> None:
    # Numbering the vertices anew brings the token to vertex 0.
    prover = Prover(16)
    pairs = list(combinations(range(vertices), 2))
    for chosen in range(1 << len(pairs)):
        edges = tuple(pair for place, pair in enumerate(pairs) if chosen >> place & 1)
        position = Position(vertices, 0, edges)
        assert prover.settle(position, Budget(AMPLE)).wins == mover_wins(position), position


@given(position=POSITION)
def test_a_solution_names_all_winning_moves_and_no_other(position: Position) -> None:
    solution = solve(position, AMPLE)
    assert solution.exact
    assert solution.score == (1 if mover_wins(position) else -1)
    if solution.score == 1:
        assert solution.best == tuple(sorted(move for move in position.moves() if not mover_wins(position.play(move))))
    else:
        assert set(solution.best) <= set(position.moves())


def test_the_seeds_transcript_starts_from_a_first_players_win() -> None:
    solution = solve(read_position(SEEDS_START), AMPLE)
    assert (solution.score, solution.exact) == (1, True)
    assert set(solution.best) <= set(read_position(SEEDS_START).moves())
    assert solution.nodes > 0
    assert solution.seconds > 0


@pytest.mark.parametrize("seed", range(12))
def test_no_won_position_is_thrown_away(seed: int) -> None:
    position = random_position(Random(seed), 32, 64)
    winner = FIRST if solve(position, AMPLE).score == 1 else SECOND
    loser = SECOND if winner == FIRST else FIRST
    for opponent in (RandomPlayer(Random(seed)), GraphSolver(0.1, Random(seed), still)):
        moves = play_out(position, {winner: GraphSolver(4.0, Random(seed), still), loser: opponent})
        assert winner_of(position, moves) == winner


def test_a_lost_position_is_mostly_won_against_chance() -> None:
    won = 0
    for seed in range(20):
        position = random_position(Random(seed), 20, 40)
        lost = FIRST if solve(position, AMPLE).score == -1 else SECOND
        other = SECOND if lost == FIRST else FIRST
        moves = play_out(position, {lost: GraphSolver(0.2, Random(seed), still), other: RandomPlayer(Random(seed))})
        won += winner_of(position, moves) == lost
    assert won >= 17


def test_when_all_is_lost_the_opponent_is_left_one_answer_that_wins_rather_than_two() -> None:
    # From 0: at 1 each of three answers is a dead end and wins; at 5 only the first of three does.
    position = read_position("13 0 11 0 1 1 2 1 3 1 4 0 5 5 6 5 7 7 8 5 9 9 10 11 12")
    assert not mover_wins(position)
    assert solve(position, AMPLE).best == (5,)


def test_the_same_seed_gives_the_same_game() -> None:
    position = random_position(Random(5), 32, 80)
    games = [
        play_out(position, {seat: GraphSolver(0.02, Random(seat), still) for seat in (FIRST, SECOND)}) for _ in range(2)
    ]
    assert games[0] == games[1]


def test_a_budget_that_is_spent_leaves_what_seems_best() -> None:
    position = random_position(Random(1), 64, 400)
    solution = solve(position, 0.05)
    assert (solution.score, solution.exact) == (0, False)
    assert solution.best
    assert set(solution.best) <= set(position.moves())


def test_the_clock_is_looked_at_every_few_nodes() -> None:
    ticks = count()
    solution = solve(random_position(Random(1), 64, 400), 20.0, lambda: float(next(ticks)))
    assert not solution.exact
    assert 0 < solution.nodes <= 20 * 200


def test_a_lost_game_with_many_moves_is_not_looked_into_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(32, 0, tuple((u, v) for u in range(16) for v in range(16, 32)))
    assert solve(position, 10.0).score == -1
    looks: list[Position] = []
    settle = Prover.settle

    def look(prover: Prover, position: Position, *rest: Any) -> Any:
        looks.append(position)
        return settle(prover, position, *rest)

    monkeypatch.setattr(Prover, "settle", look)
    times = count()
    assert GraphSolver(4.0, Random(1), lambda: float(next(times))).choose(position) in position.moves()
    assert 1 <= len(looks) < len(position.moves())


def test_a_player_that_is_cancelled_still_has_a_move() -> None:
    position = random_position(Random(1), 64, 400)
    prover = Prover(16)
    prover.cancel()
    verdict = prover.settle(position, Budget(AMPLE))
    assert verdict.wins is None
    assert set(verdict.promise) <= set(position.moves())
    prover.allow()
    assert prover.settle(position, Budget(AMPLE), 3000).wins is None


def test_a_component_of_a_large_graph_is_solved_if_it_is_small() -> None:
    position = read_position("200 100 4 100 101 101 102 102 150 7 8")
    assert solve(position, AMPLE).score == 1
    assert GraphSolver(0.1, Random(1)).choose(read_position("200 100 4 100 199 100 101 101 102 7 8")) == 199


def test_a_graph_that_is_too_large_for_the_kernels_is_played_all_the_same() -> None:
    position = random_position(Random(1), 100, 300)
    assert GraphSolver(0.1, Random(1)).choose(position) in position.moves()
    solution = solve(position, 0.1)
    assert (solution.score, solution.exact) == (0, False)
    with pytest.raises(ValueError, match="the token reaches 100 vertices, and 64 is the most"):
        Prover(16).settle(position, Budget(AMPLE))


def test_a_position_without_moves_is_lost() -> None:
    solution = solve(read_position("2 0 0"), AMPLE)
    assert (solution.score, solution.best, solution.exact) == (-1, (), True)
