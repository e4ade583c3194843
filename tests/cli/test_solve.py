from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from stolik.cli.main import command

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
OVER = "X" * 63 + "-"


def test_a_position_that_is_over_has_its_score() -> None:
    result = CliRunner().invoke(command, ["solve", "othello", OVER, "O", "--json"])
    assert json.loads(result.output) | {"seconds": 0} == {
        "score": -64, "best": [], "exact": True, "nodes": 0, "seconds": 0,
    }  # fmt: skip


def test_a_position_that_cannot_be_read_is_quoted() -> None:
    result = CliRunner().invoke(command, ["solve", "othello", "XO", "X"])
    assert result.exit_code == 2
    assert "'XO X'" in result.output


def test_an_unknown_game_is_refused_and_the_known_ones_named() -> None:
    result = CliRunner().invoke(command, ["solve", "chess", "x"])
    assert result.exit_code == 2
    assert "othello" in result.output


def test_a_position_is_solved() -> None:
    pytest.importorskip("numba", reason="solving needs Numba: pip install 'stolik[strong]'")
    result = CliRunner().invoke(command, ["solve", "othello", FFO_40, "X", "--json"])
    report = json.loads(result.output)
    assert (report["score"], report["best"], report["exact"]) == (38, ["a2"], True)
    assert report["nodes"] > 1000
    assert report["seconds"] > 0


def test_one_who_must_pass_is_told_so() -> None:
    pytest.importorskip("numba", reason="solving needs Numba: pip install 'stolik[strong]'")
    board = "XO------" + "-" * 56
    result = CliRunner().invoke(command, ["solve", "othello", board, "O"])
    assert result.output.startswith("score -64 (exact)\nbest  pass\n")
