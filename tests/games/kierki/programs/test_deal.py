"""`stolik deal`, run as a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.programs import run

from stolik.cli.main import command
from stolik.games.kierki.match_file import read_deals


def deal(*arguments: str) -> str:
    result = CliRunner().invoke(command, ["deal", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_one_deal_of_each_type_is_written() -> None:
    assert [each.kind for each in read_deals(deal())] == [1, 2, 3, 4, 5, 6, 7]


def test_types_repeat_until_there_are_enough_deals() -> None:
    assert [each.kind for each in read_deals(deal("-n", "5", "--types", "37"))] == [3, 7, 3, 7, 3]


def test_the_same_seed_gives_the_same_deals() -> None:
    assert deal("--seed", "course") == deal("--seed", "course") != deal("--seed", "other")
    assert deal() != deal()


def test_a_file_is_written(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    assert deal("--seed", "1", "-o", str(file)) == ""
    assert file.read_text() == deal("--seed", "1")


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        (["deal", "--types", "8"], 2, "'8'"),
        (["deal", "--types", ""], 2, "''"),
        (["deal", "-n", "0"], 2, "0"),
        (["deal", "-n", "many"], 2, "many"),
        (["deal", "-o", "/no/such/folder/match.txt"], 1, "/no/such/folder/match.txt"),
        (["dela"], 2, "dela"),
    ],
)
def test_what_is_wrong_is_named_in_one_line(arguments: list[str], code: int, named: str) -> None:
    done = run("stolik", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith("stolik")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


def test_without_a_command_there_is_help() -> None:
    done = run("stolik")
    assert done.returncode == 0
    assert "deal" in done.stdout
