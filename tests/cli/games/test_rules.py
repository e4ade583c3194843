from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.high_card import GAME

from stolik.cli.games.rules import LANGUAGES, command
from stolik.contract.registry import added, all_games

TITLES = {"en": "How to play", "pl": "Jak grać", "cs": "Jak se hraj"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["graph", "kierki", "krazki", "othello"])
def test_every_game_of_ours_says_how_it_is_played_in_three_languages(name: str, language: str) -> None:
    done = CliRunner().invoke(command, [name, "--language", language])
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"# {TITLES[language]}")


def test_the_language_is_the_systems_when_none_is_named() -> None:
    assert "Jak grać" in CliRunner(env={"LC_ALL": "pl_PL.UTF-8"}).invoke(command, ["othello"]).stdout
    german = {"LC_ALL": "de_DE.UTF-8"}
    assert "How to play" in CliRunner(env=german).invoke(command, ["othello"]).stdout


def test_a_game_without_such_a_text_says_so_in_one_line() -> None:
    with added(GAME):
        done = CliRunner().invoke(command, [GAME.name])
    assert done.exit_code == 1
    assert done.stderr == f"Error: {GAME.name} has no text about how to play it.\n"


def test_a_language_that_a_game_has_not_is_told_in_english(tmp_path: Path) -> None:
    (tmp_path / "play.en.md").write_text("# How to play\n")
    with added(replace(GAME, guide=tmp_path)):
        done = CliRunner().invoke(command, [GAME.name, "--language", "cs"])
    assert done.stdout == "# How to play\n"


def test_the_texts_of_one_game_have_the_same_headings_in_every_language() -> None:
    for game in all_games().values():
        if game.guide is not None:
            texts = [(game.guide / f"play.{language}.md").read_text(encoding="utf-8") for language in LANGUAGES]
            shapes = [[line.split(" ")[0] for line in text.splitlines() if line.startswith("#")] for text in texts]
            assert shapes[0] == shapes[1] == shapes[2], game.name
