"""Which files are a program's own, as the players file has it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stolik.tournament.plan.players import Entrant, PlayersError, read_entrants


def read(folder: Path, *players: dict[str, Any]) -> list[Entrant]:
    lines = [json.dumps({"name": str(number), **player}) for number, player in enumerate(players)]
    return read_entrants("\n".join(lines), folder, "krazki", "players")


def own(folder: Path, *players: dict[str, Any]) -> list[set[str]]:
    """What each player has, with paths from the folder."""
    entrants = read(folder, *players)
    return [{str(Path(path).relative_to(folder)) for path in entrant.own} for entrant in entrants]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("one", "Programy/two", "adam/main.py", "adam/book.txt", "ewa/main.py", "both/a.py", "both/b.py"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
    return tmp_path


def test_where_everybodys_programs_are_only_the_file_is_ones_own(folder: Path) -> None:
    assert own(folder, {"program": "one"}, {"program": "two"}) == [{"one"}, {"Programy/two"}]


def test_a_folder_with_one_program_is_its_own(folder: Path) -> None:
    adam, ewa = ({"program": "sh", "args": [f"{name}/main.py"]} for name in ("adam", "ewa"))
    assert own(folder, adam, ewa) == [{"adam"}, {"ewa"}]
    assert own(folder, {"program": "adam/main.py"}) == [{"adam"}]


def test_a_folder_with_programs_of_two_is_nobodys(folder: Path) -> None:
    a, b = ({"program": "sh", "args": [f"both/{name}.py"]} for name in "ab")
    assert own(folder, a, b) == [{"both/a.py"}, {"both/b.py"}]
    in_cwd = {"program": "sh", "args": ["b.py"], "cwd": "both"}
    assert own(folder, a, in_cwd) == [{"both/a.py"}, {"both/b.py"}]


def test_the_same_program_entered_twice_keeps_its_folder(folder: Path) -> None:
    same = {"program": "sh", "args": ["adam/main.py"]}
    assert own(folder, same, same) == [{"adam"}, {"adam"}]


def test_a_working_folder_and_a_folder_in_the_arguments_are_ones_own(folder: Path) -> None:
    assert own(folder, {"program": "sh", "args": ["main.py"], "cwd": "adam"}) == [{"adam"}]
    assert own(folder, {"program": "sh", "args": ["-cp", "adam"]}) == [{"adam"}]


@pytest.mark.parametrize("word", [".", "..", "/", "/etc", "Programy", "no such file", "x" * 5000])
def test_no_word_opens_everybodys_folder_or_one_outside(folder: Path, word: str) -> None:
    (entrant,) = read(folder, {"program": "sh", "args": [word]})
    assert [path for path in entrant.own if Path(path).is_dir()] == []


def test_the_players_file_can_show_more(folder: Path) -> None:
    (entrant,) = read(folder, {"program": "one", "paths": ["adam/book.txt", "/usr/share"]})
    assert entrant.paths == (str(folder / "adam/book.txt"), "/usr/share")
    with pytest.raises(PlayersError, match="there is no file or folder 'gone' to show"):
        read(folder, {"program": "one", "paths": ["gone"]})


def test_a_link_out_of_the_folder_is_refused_unless_the_players_file_shows_its_target(folder: Path) -> None:
    contest = folder / "both"
    (contest / "link.py").symlink_to(folder / "one")
    line = {"program": "sh", "args": ["link.py"]}
    with pytest.raises(PlayersError, match=r"line 1: .*link\.py' is a link to .*one'"):
        read(contest, line)
    assert read(contest, {**line, "paths": ["../one"]})
    (contest / "shell").symlink_to("/bin/sh")
    assert read(contest, {"program": "shell"}), "a runtime of the system is there anyway"


def test_a_link_to_another_players_program_is_refused(folder: Path) -> None:
    (folder / "ewa.py").symlink_to(folder / "one")
    with pytest.raises(PlayersError, match=r"ewa\.py' of '1' is a link to the program of '0'"):
        read(folder, {"program": "one"}, {"program": "ewa.py"})
    assert read(folder, {"program": "ewa.py"})
