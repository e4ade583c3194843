"""One `solve` and one `analyse` for all games."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from tests.support.small_games import NIM

import stolik
from stolik.contract.registry import added


def after(game: stolik.Game, moves: int) -> stolik.Position:
    """A position so many moves into a random game."""
    rng, position = Random(5), game.start(seed=5)
    for _ in range(moves):
        position = position.play(rng.choice(position.moves()))
    return position


@pytest.mark.parametrize(("name", "moves"), [("krazki", 3), ("graph", 12), ("othello", 50), ("kierki", 35)])
def test_a_position_of_any_game_is_solved_and_its_best_moves_are_legal(name: str, moves: int) -> None:
    pytest.importorskip("numba")
    position = after(stolik.game(name), moves)
    solution = stolik.solve(position, seconds=30)
    assert solution.exact
    assert solution.best
    assert set(solution.best) <= set(position.moves())


def test_a_game_without_a_solver_and_a_game_that_is_over_are_errors() -> None:
    with added(NIM), pytest.raises(ValueError, match=r"nim-in-tests has no solver; there are solvers of graph"):
        stolik.solve(stolik.game("nim-in-tests").start(seed=1))
    with pytest.raises(ValueError, match="nothing to solve"):
        stolik.solve(stolik.game("krazki").read("c |b|"))


def test_what_a_solver_or_a_critic_needs_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("stolik.games.othello.players")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "numba", None)
    start = stolik.game("othello").start()
    with pytest.raises(ModuleNotFoundError, match=r"solving othello needs numba, which is not installed: pip"):
        stolik.solve(start)
    with pytest.raises(ModuleNotFoundError, match=r"analysing othello needs numba, which is not installed: pip"):
        stolik.analyse(start.play("f5"))


def test_the_moves_of_a_position_are_analysed_or_those_of_a_file(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    position = stolik.game("othello").start().play("f5", "d6")
    (tmp_path / "game.txt").write_text("f5d6")
    by_position, by_file = stolik.analyse(position, seconds=0.01), stolik.analyse(tmp_path / "game.txt", seconds=0.01)
    assert [opinion.move for opinion in by_position] == ["f5", "d6"]
    assert by_position == by_file


def test_a_file_that_is_no_record_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot read"):
        stolik.analyse(tmp_path / "none.json")
