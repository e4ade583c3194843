"""The players file."""

from __future__ import annotations

from pathlib import Path

import pytest

from stolik.tournament.plan.players import PlayersError, read_players


def write(folder: Path, *lines: str) -> Path:
    file = folder / "gracze.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def test_the_courses_file_is_read_with_programs_from_its_folder(tmp_path: Path) -> None:
    (tmp_path / "Programy").mkdir()
    for program in (tmp_path / "Programy" / "s12345.exe", tmp_path / "s20006.exe"):
        program.touch()
    file = write(
        tmp_path,
        '{"name": "Adam", "surname": "Kowalski", "program": "s12345.exe"}',
        "",
        '{"Name": "Ewa", "Surname": "Gołąb", "Program": "s20006.exe"}',
    )
    adam, ewa = read_players(file, "krazki")
    assert (adam.name, adam.command) == ("Adam Kowalski", (str(tmp_path / "Programy" / "s12345.exe"),))
    assert (ewa.name, ewa.command) == ("Ewa Gołąb", (str(tmp_path / "s20006.exe"),))
    assert adam.cwd == str(tmp_path)


def test_more_can_be_said_of_how_a_program_is_started(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    line = '{"name": "A", "program": "sh", "args": ["x"], "cwd": "work", "env": {"K": "v"}, "tcp": ["{port}"]}'
    (player,) = read_players(write(tmp_path, line), "graph")
    assert player.command[1:] == ("{port}",)
    assert (player.cwd, player.env, player.network) == (str(tmp_path / "work"), {"K": "v"}, True)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "line 2: not JSON"),
        ("[]", "line 2: not a JSON object"),
        ('{"name": "B"}', "line 2: 'B' needs a program or a builtin"),
        ('{"name": "B", "program": "nowhere"}', "line 2: there is no program 'nowhere'"),
        ('{"name": "B", "builtin": "genius"}', "line 2: no player of krazki is called 'genius'"),
        ('{"name": "B", "builtin": "random", "colour": 1}', "colour"),
        ('{"name": "A", "builtin": "random"}', "line 2: a second player is called 'A'"),
        ('{"surname": "B", "builtin": "random"}', "name"),
        ('{"name": " ", "builtin": "random"}', "line 2: the name is empty"),
        ('{"name": "B", "program": "sh", "cwd": "nowhere"}', "line 2: there is no folder 'nowhere'"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(PlayersError) as caught:
        read_players(write(tmp_path, '{"name": "A", "builtin": "random"}', line), "krazki")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
