"""The players file."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from stolik.contract import BuiltinPlayer, packages
from stolik.contract.registry import find_game
from stolik.tournament.plan.players import Entrant, PlayersError, check_builtins, read_players


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


def test_a_builtin_whose_package_is_missing_is_refused_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda package: package != "numba")
    file = write(tmp_path, '{"name": "A", "builtin": "steady"}', "", '{"name": "B", "builtin": "best"}')
    with pytest.raises(PlayersError) as caught:
        read_players(file, "graph")
    assert str(caught.value).startswith(f"{file}, line 3: best of graph needs numba, which is not installed: pip ")
    assert "\n" not in str(caught.value)


def test_to_read_a_players_file_makes_no_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise AssertionError

    monkeypatch.setitem(cast(dict[str, BuiltinPlayer], find_game("krazki").players), "slow", BuiltinPlayer(fail))
    (player,) = read_players(write(tmp_path, '{"name": "A", "builtin": "slow"}'), "krazki")
    assert player.builtin == "slow"


def test_a_tournament_that_is_resumed_where_a_builtin_cannot_play_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entrants = [Entrant("A", builtin="steady"), Entrant("B", ("program",)), Entrant("C", builtin="strong")]
    monkeypatch.setattr(packages, "is_installed", lambda _: True)
    check_builtins(entrants, "othello")
    monkeypatch.setattr(packages, "is_installed", lambda _: False)
    with pytest.raises(PlayersError, match=r"^'C' cannot take part: strong of othello needs numba, which is not inst"):
        check_builtins(entrants, "othello")
