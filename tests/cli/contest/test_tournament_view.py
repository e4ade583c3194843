"""The live view of a tournament."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console
from tests.support.tournaments import builtin, write_players

from stolik.cli.contest import tournament_view
from stolik.cli.contest.tournament_view import watch
from stolik.tournament.folder import create
from stolik.tournament.plan.assignment import Terms
from stolik.tournament.plan.players import read_players
from stolik.tournament.plan.tournament import draw, plan
from stolik.tournament.referee.play import play


@pytest.mark.parametrize("terminal", [True, False])
def test_standings_and_progress_are_shown_on_a_terminal_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], terminal: bool
) -> None:
    monkeypatch.setattr(tournament_view, "Console", lambda stderr: Console(stderr=stderr, force_terminal=terminal))
    players = read_players(write_players(tmp_path, [builtin("Ann", "perfect"), builtin("Bob", "random")]), "krazki")
    folder = create(tmp_path / "out", draw("krazki", "cyclic", 2, "1", players, False, Terms()))
    with watch(folder) as finished:
        for assignment in plan(folder.tournament, {}):
            finished([play(assignment)])
    said = capsys.readouterr()
    assert said.out == ""
    assert ("Ann" in said.err and "4/4" in said.err) == terminal


def test_a_name_is_text_and_not_markup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tournament_view, "Console", lambda stderr: Console(stderr=stderr, force_terminal=True))
    entrants = [builtin("A [/x]", "random"), builtin("B\x1b[31m", "random")]
    players = read_players(write_players(tmp_path, entrants), "krazki")
    folder = create(tmp_path / "out", draw("krazki", "cyclic", 1, "1", players, False, Terms()))
    with watch(folder) as finished:
        finished([play(plan(folder.tournament, {})[0])])
    said = capsys.readouterr().err
    assert "A [/x]" in said
    assert "B\x1b[31m" not in said
