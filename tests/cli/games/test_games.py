"""`stolik games`: what is installed, and what is wrong with the rest."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from tests.support.high_card import GAME

from stolik.cli.main import command
from stolik.contract import packages, registry
from stolik.contract.registry import added

WHY = "the game 'chess' (stolik_chess:GAME) cannot be played: no start can be drawn: KeyError: 'e4'"


def games(*arguments: str) -> str:
    result = CliRunner().invoke(command, ["games", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def _faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    found = registry._found()
    monkeypatch.setattr(registry, "_found", lambda: found._replace(faults={"chess": WHY}))


def test_each_game_is_told_of_within_80_columns() -> None:
    with added(GAME):
        lines = games().splitlines()
    assert max(map(len, lines)) < 80
    assert [line for line in lines if not line.startswith(" ")] == [
        "graph: Graph game",
        "kierki: Kierki",
        "krazki: Krążki",
        "othello: Othello",
        "high-card: High card",
    ]
    assert "  seats     a, b, c; each sees only its own" in lines
    assert "  programs  its own, in a lobby, port 6321" in lines
    assert "  variants  kierki-early-end" in lines


@pytest.mark.usefixtures("_faulty")
def test_a_game_that_could_not_be_loaded_is_told_of_in_one_line() -> None:
    assert games().splitlines()[-1] == f"! {WHY}"
    result = CliRunner().invoke(command, ["play", "chess"])
    assert result.exit_code == 2
    assert WHY in result.output


@pytest.mark.usefixtures("_faulty")
def test_a_program_reads_the_same_as_json() -> None:
    told: dict[str, Any] = msgspec.json.decode(games("--json"))
    assert told["faulty"] == {"chess": WHY}
    by_name = {game["name"]: game for game in told["games"]}
    assert by_name["othello"]["protocol"] == "lobby"
    assert by_name["graph"] | {"players": [], "missing": {}, "version": ""} == {
        "name": "graph",
        "title": "Graph game",
        "seats": ["first", "second"],
        "hidden": False,
        "variants": [],
        "players": [],
        "missing": {},
        "protocol": "codes",
        "port": 6323,
        "package": "stolik",
        "version": "",
    }


def test_a_player_whose_package_is_not_installed_is_told_of_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda package: package != "numba")
    told: dict[str, Any] = msgspec.json.decode(games("--json"))
    othello = next(game for game in told["games"] if game["name"] == "othello")
    assert list(othello["missing"]) == ["strong", "best"]
    assert othello["missing"]["best"].startswith("best of othello needs numba, which is not installed: pip install ")
    assert othello["players"] == ["random", "easy", "steady"]
    assert "  missing   best of othello needs numba, which is not installed: pip install" in games()
    assert max(map(len, games().splitlines())) < 80
