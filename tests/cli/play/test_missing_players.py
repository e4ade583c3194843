"""Where Numba is not installed, every command says so in one line, and nobody plays under a false name."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from stolik.cli.main import command
from stolik.contract import packages
from stolik.tournament.folder import create
from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import Entrant
from stolik.tournament.plan.tournament import Tournament

HOW = "which is not installed: pip install '.[strong]' in a checkout of Stolik, or pip install numba"


@pytest.fixture(autouse=True)
def _no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda package: package != "numba")


def refused(*arguments: str) -> str:
    """The line in which a command was refused."""
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 2
    return result.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "player"),
    [
        (["bot", "graph"], "best of graph"),
        (["bot", "graph", "--strength", "strong"], "strong of graph"),
        (["bot", "othello", "--nboard"], "best of othello"),
        (["play", "othello", "--against", "best"], "best of othello"),
    ],
)
def test_a_player_that_cannot_play_here_is_refused_in_one_line(arguments: list[str], player: str) -> None:
    line = refused(*arguments)
    assert line.startswith("Error: Invalid value for ")
    assert line.endswith(f"{player} needs numba, {HOW}; there are random, easy, steady")


def test_a_tournament_does_not_begin_with_such_a_player(tmp_path: Path) -> None:
    players = tmp_path / "players.jsonl"
    players.write_text('{"name": "A", "builtin": "steady"}\n{"name": "B", "builtin": "best"}\n', encoding="utf-8")
    out = tmp_path / "out"
    line = refused("tournament", "run", str(players), "--game", "graph", "--out", str(out))
    assert f"{players}, line 2: best of graph needs numba, {HOW}" in line
    assert not out.exists()


def test_nor_does_a_tournament_from_another_machine_go_on_with_it(tmp_path: Path) -> None:
    players = (Entrant("A", builtin="steady"), Entrant("B", builtin="best"))
    create(tmp_path / "run", Tournament("graph", "cyclic", 1, "1", players, terms=Terms()))
    line = refused("tournament", "run", "--resume", str(tmp_path / "run"))
    assert f"'B' cannot take part: best of graph needs numba, {HOW}" in line
