from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from stolik.cli.main import command

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
FFO_43 = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX-"
OVER = "X" * 63 + "-"
NEEDS_NUMBA = "solving needs Numba: pip install '.[strong]'"
ENDGAME = ("2N", "2H3H", "KHAH", "4D5D", "2C4C")
"""The last two tricks, each heart a point: N leads one of them, and E must take it and lead the other."""


def solve(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(command, ["solve", *words, "--json"])
    assert result.exit_code == 0, result.output
    report: dict[str, Any] = json.loads(result.output)
    assert list(report) == ["score", "best", "exact", "nodes", "seconds"]
    return report


def test_a_position_that_is_over_has_its_score() -> None:
    assert solve("othello", OVER, "O") == {"score": -64, "best": [], "exact": True, "nodes": 0, "seconds": 0}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("othello", "XO", "X"), "'XO X'"),
        (("krazki", "|cb|"), "two words"),
        (("krazki", "|cbx|", "c"), "'c |cbx|'"),
        (("krazki", "|cb|", "d"), "'d |cb|'"),
        (("graph", "4", "0", "3", "0", "1"), "3 edges need 6 numbers"),
        (("graph", "4", "0", "1", "0", "-1"), "not a whole number: '-1'"),
        (("kierki", "2N", "2H3H"), "five parts"),
        (("kierki", "8N", "2H", "3H", "4H", "5H"), "deal type from 1 to 7"),
        (("kierki", "2N", "2H", "3H4H", "5H", "6H"), "N has 1, E 2"),
        (("kierki", "2N", "2H", "3H", "4H", "2H"), "2H is dealt twice"),
        (("kierki", "2N", "2H", "3H", "4H", "x"), "not a list of cards: 'x'"),
        (("kierki", *ENDGAME, "3D"), "N cannot play 3D: you do not hold 3D"),
        (("kierki", "2N", "2H", "3H", "4H", "5H", "2H3H4H5H"), "nothing to solve"),
    ],
)
def test_a_position_that_cannot_be_read_is_quoted_in_one_line(words: tuple[str, ...], why: str) -> None:
    result = CliRunner().invoke(command, ["solve", *words])
    assert result.exit_code == 2
    assert why in result.output


def test_an_unknown_game_is_refused_and_the_known_ones_named() -> None:
    result = CliRunner().invoke(command, ["solve", "chess", "x"])
    assert result.exit_code == 2
    assert "othello" in result.output


@pytest.mark.parametrize(
    ("stacks", "mover", "score", "best"),
    [
        ("|cbbcb|bcc|", "c", 0.0625, ["0 cbb"]),
        ("|cbbcb|bcc|", "b", -0.0625, ["0 cbbc"]),
        ("|b|c|", "b", 0, ["0"]),
        ("|bb|b|", "b", 3, ["0 b", "1"]),
        ("|c|", "b", -1, []),
    ],
)
def test_krazki_is_solved(stacks: str, mover: str, score: float, best: list[str]) -> None:
    report = solve("krazki", stacks, mover)
    assert (report["score"], report["best"], report["exact"]) == (score, best, True)


@pytest.mark.parametrize(
    ("numbers", "score", "best"),
    [
        ("4 0 3 0 1 1 2 2 3", 1, ["1"]),
        ("3 0 2 0 1 1 2", -1, ["1"]),
        ("3 1 2 0 1 1 2", 1, ["0", "2"]),
        ("1 0 0", -1, []),
    ],
)
def test_a_graph_is_solved(numbers: str, score: int, best: list[str]) -> None:
    pytest.importorskip("numba", reason=NEEDS_NUMBA)
    for words in ([numbers], numbers.split()):
        report = solve("graph", *words)
        assert (report["score"], report["best"], report["exact"]) == (score, best, True)


@pytest.mark.parametrize(
    ("board", "mover", "score", "best"), [(FFO_40, "X", 38, ["a2"]), (FFO_43, "O", -12, ["g3", "c7"])]
)
def test_othello_is_solved_with_all_its_best_moves(board: str, mover: str, score: int, best: list[str]) -> None:
    pytest.importorskip("numba", reason=NEEDS_NUMBA)
    report = solve("othello", board, mover)
    assert (report["score"], report["best"], report["exact"]) == (score, best, True)
    assert report["nodes"] > 1000
    assert report["seconds"] > 0


def test_one_who_must_pass_is_told_so() -> None:
    pytest.importorskip("numba", reason=NEEDS_NUMBA)
    board = "XO------" + "-" * 56
    result = CliRunner().invoke(command, ["solve", "othello", board, "O"])
    assert result.output.startswith("score -64 (exact): black is 64 discs ahead at the end\nbest  pass\n")


@pytest.mark.parametrize(
    ("played", "score", "best"),
    [("", 0, ["2H", "3H"]), ("2H", 4, ["KH", "AH"]), ("2HKH4D2C", 4, ["AH"])],
)
def test_the_end_of_a_deal_is_solved(played: str, score: int, best: list[str]) -> None:
    pytest.importorskip("numba", reason=NEEDS_NUMBA)
    report = solve("kierki", *ENDGAME, *([played] if played else []))
    assert (report["score"], report["best"], report["exact"]) == (score, best, True)


def test_a_deal_that_is_too_long_to_solve_is_estimated() -> None:
    pytest.importorskip("numba", reason=NEEDS_NUMBA)
    deal = CliRunner().invoke(command, ["deal", "--types", "7", "--seed", "1"]).output
    report = solve("kierki", deal, "--time", "0.01")
    assert not report["exact"]
    assert report["best"]
