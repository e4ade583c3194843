"""`stolik tournament`: what it says when something is wrong, in one line and without a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.support.tournaments import builtin, write_players

from stolik.cli.tournament import command
from stolik.tournament.folder import Folder, open_folder


def stolik(*arguments: str | Path) -> Result:
    """`stolik tournament` with these arguments."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A tournament that was played."""
    players = write_players(tmp_path, [builtin("Ann", "perfect"), builtin("Bob", "random")])
    done = stolik(
        "run", players, "--game", "krazki", "--rounds", "2", "--seed", "1", "--out", tmp_path / "out", "--json"
    )
    assert done.exit_code == 0, done.output
    return open_folder(tmp_path / "out")


@pytest.mark.parametrize("format_", ["text", "json", "csv", "html"])
def test_a_report_into_a_missing_folder_is_refused_in_one_line(folder: Folder, tmp_path: Path, format_: str) -> None:
    done = stolik("report", folder.path, "--format", format_, "-o", tmp_path / "missing" / "report")
    assert done.exit_code == 1
    assert done.output.splitlines() == [
        f"Error: {str(tmp_path / 'missing' / 'report')!r} cannot be written: No such file or directory"
    ]


def test_a_bad_line_is_told_by_report_and_by_resume_and_its_game_is_played_again(folder: Folder) -> None:
    file = folder.path / "games.jsonl"
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], lines[1][:50], *lines[2:]]) + "\n")
    report = stolik("report", folder.path, "--format", "json")
    assert "games.jsonl, line 2 cannot be read" in report.stderr
    lost = json.loads(lines[1])["number"]
    assert {game["number"] for game in json.loads(report.stdout)["games"]} == {1, 2, 3, 4} - {lost}
    resumed = stolik("run", "--resume", folder.path, "--json")
    assert "line 2 cannot be read" in resumed.stderr
    assert [game["number"] for game in json.loads(resumed.stdout)["games"]] == [1, 2, 3, 4]


def test_a_second_run_of_a_folder_is_refused(folder: Folder) -> None:
    writer = folder.writer()
    done = stolik("run", "--resume", folder.path)
    writer.close()
    assert done.exit_code == 2
    assert "is in use" in done.output
