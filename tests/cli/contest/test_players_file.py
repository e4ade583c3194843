"""`stolik players-file`: a line for each program in a folder, which a tournament can read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from stolik.cli.main import command
from stolik.tournament.plan.players import read_players


def made(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, ["players-file", *map(str, arguments)])


def write(path: Path, text: str = "", mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def test_programs_scripts_and_folders_become_players_that_a_tournament_can_read(tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    write(programs / "ada", "#!/bin/sh\n", 0o755)
    write(programs / "bob_nowak" / "bot.py")
    write(programs / "bob_nowak" / "helper.py")
    write(programs / "eve.sh")
    write(programs / "notes.txt")
    write(programs / ".hidden", mode=0o755)
    done = made(programs, "-o", tmp_path / "players.jsonl")
    assert (done.exit_code, done.output) == (0, "")
    players = read_players(tmp_path / "players.jsonl", "krazki")
    assert [player.name for player in players] == ["ada", "bob nowak", "eve"]
    assert players[1].command[-1] == "bot.py"
    assert players[1].cwd == str((programs / "bob_nowak").resolve())


def test_a_folder_whose_program_is_not_known_is_named_and_the_others_are_written(tmp_path: Path) -> None:
    write(tmp_path / "p" / "ada.py")
    write(tmp_path / "p" / "bob" / "one.py")
    write(tmp_path / "p" / "bob" / "two.py")
    write(tmp_path / "p" / "eve" / "readme.md")
    write(tmp_path / "p" / "ada" / "main.py")
    done = made(tmp_path / "p")
    assert done.exit_code == 1
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == ["ada"]
    assert "bob: which of these is it: one.py, two.py" in done.stderr
    assert "eve: no program in its folder" in done.stderr
    assert "ada: another program has this name" in done.stderr


def test_network_clients_get_the_arguments_of_their_tables(tmp_path: Path) -> None:
    write(tmp_path / "p" / "ada.py")
    done = made(tmp_path / "p", "--tcp", "-h {host} -p {port}")
    assert json.loads(done.stdout)["tcp"] == ["ada.py", "-h", "{host}", "-p", "{port}"]


@pytest.mark.parametrize("name", ["none", "empty"])
def test_a_folder_without_programs_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    assert made(tmp_path / name).exit_code in (1, 2)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    write(tmp_path / "p" / "ada.py")
    done = made(tmp_path / "p", "-o", tmp_path / "none" / "players.jsonl")
    assert done.exit_code == 1
    assert "cannot write" in done.stderr


def test_an_interpreter_that_is_not_installed_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "p" / "ada.jar")
    monkeypatch.setenv("PATH", "/nowhere")
    done = made(tmp_path / "p")
    assert "ada: java is not installed here" in done.stderr


def test_a_link_is_no_program_of_its_author(tmp_path: Path) -> None:
    write(tmp_path / "p" / "ada.py")
    (tmp_path / "p" / "bob.py").symlink_to("ada.py")
    (tmp_path / "p" / "eve").mkdir()
    (tmp_path / "p" / "eve" / "main.py").symlink_to("../ada.py")
    write(tmp_path / "elsewhere" / "main.py")
    (tmp_path / "p" / "zoe").symlink_to("../elsewhere")
    done = made(tmp_path / "p")
    assert [json.loads(line)["name"] for line in done.stdout.splitlines()] == ["ada"]
    assert [line.partition(": ")[2] for line in done.stderr.splitlines()] == [
        "bob: bob.py is a link: copy the file that it leads to",
        "eve: main.py is a link: copy the file that it leads to",
        "zoe: it is a link: copy what it leads to",
    ]
