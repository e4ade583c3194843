"""`stolik new-game`: what it refuses, and what it writes."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from stolik.cli.main import command


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new_game(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["new-game", *arguments])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["Nim"], "'Nim' must begin with a letter and have only lower-case letters, digits and single hyphens"),
        (["../nim"], "'../nim' must begin with a letter"),
        (["nim-"], "'nim-' must begin with a letter"),
        (["3d-chess"], "'3d-chess' must begin with a letter"),
        (["othello"], "a game called 'othello' is installed already"),
        (["kierki-early-end"], "a game called 'kierki-early-end' is installed already"),
        (["nim", "--seats", "a,a"], "'a,a' is not made of two or more different words"),
        (["nim", "--seats", "a,b c"], "'a,b c' is not made of"),
        (["nim", "--seats", "a,watchers"], "'a,watchers' is not made of"),
        (["nim", "--seats", "alone"], "'alone' is only one seat"),
        (["nim", "--title", 'The "best"'], "must be one line without quotation marks"),
        (["nim", "--title", " "], "'' must be one line"),
    ],
)
def test_a_wrong_argument_is_refused_and_nothing_is_written(arguments: list[str], words: str, tmp_path: Path) -> None:
    result = new_game(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("make", [Path.mkdir, Path.touch])
def test_what_is_there_already_is_left_alone(make: object, tmp_path: Path) -> None:
    assert callable(make)
    make(tmp_path / "nim")
    result = new_game("nim")
    assert result.exit_code == 2
    assert "There is a folder or file 'nim' here already." in result.output


def test_a_package_has_rules_a_test_a_readme_and_an_entry_point(tmp_path: Path) -> None:
    assert new_game("three-in-a-row", "--seats", "x,o").exit_code == 0
    folder = tmp_path / "three-in-a-row"
    files = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    assert files == {
        "README.md",
        "players.jsonl",
        "program.py",
        "pyproject.toml",
        "src/stolik_three_in_a_row/__init__.py",
        "src/stolik_three_in_a_row/py.typed",
        "tests/test_three_in_a_row.py",
    }
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert project["entry-points"] == {"stolik.games": {"three-in-a-row": "stolik_three_in_a_row:GAME"}}
    rules = (folder / "src/stolik_three_in_a_row/__init__.py").read_text()
    assert 'SEATS: Final = ("x", "o")' in rules
    assert 'title="Three in a row"' in rules
    assert "class TestThreeInARow(GameSuite):" in (folder / "tests/test_three_in_a_row.py").read_text()
    assert not any("$" in (folder / file).read_text() for file in files), "every blank is filled in"


@pytest.mark.parametrize("check", [("check", "--select", "E,F,W,I,B,UP,SIM,RUF"), ("format", "--check")])
def test_what_it_writes_is_clean_by_the_rules_of_our_own_code(check: tuple[str, ...]) -> None:
    assert new_game("three-in-a-row", "--seats", "x,o").exit_code == 0
    ruff = [sys.executable, "-m", "ruff", *check, "--isolated", "--line-length", "120", "--no-cache", "."]
    done = subprocess.run(ruff, cwd="three-in-a-row", capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout
