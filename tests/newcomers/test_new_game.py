"""`stolik new-game` writes a package that works at once; what the documents tell an author to type works too."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.documented import Documented
from tests.support.newcomer import Newcomer, commands_in

from stolik.contract import AnyGame

ROOT = Path(__file__).parents[2]


def game_in(package: Path) -> AnyGame:
    """The game of a package that is not installed here."""
    spec = importlib.util.spec_from_file_location(package.name, package / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game: AnyGame = module.GAME
    return game


@pytest.fixture
def author(tmp_path: Path) -> Newcomer:
    (tmp_path / "work").mkdir()
    return Newcomer(tmp_path / "venv", tmp_path / "work")


def test_every_command_of_a_new_packages_readme_works(author: Newcomer) -> None:
    author.run("new-game", "count-up", "--title", "Count up")
    author.folder /= "count-up"
    typist = Documented(author, game_in(author.folder / "src" / "stolik_count_up"))
    commands = commands_in(author.folder / "README.md")
    assert {"pip install -e '.[test]'", "pytest", "stolik games", "stolik serve"} <= set(commands)
    for line in commands:
        typist.type(line)


def test_every_command_of_the_document_about_adding_a_game_works(author: Newcomer, tmp_path: Path) -> None:
    commands = commands_in(ROOT / "docs" / "adding-a-game.md")
    assert commands[0].startswith("stolik new-game nim")
    author.run("new-game", "nim")
    game = game_in(author.folder / "nim" / "src" / "stolik_nim")
    author.folder = tmp_path / "again"
    author.folder.mkdir()
    typist = Documented(author, game)
    for line in commands:
        typist.type(line)


def test_every_command_of_the_fifth_games_readme_works(nim: Newcomer) -> None:
    typist = Documented(nim, game_in(nim.folder / "src" / "stolik_nim"))
    for line in commands_in(nim.folder / "README.md"):
        typist.type(line)


def test_a_new_game_for_three_passes_its_own_tests_and_is_played(author: Newcomer) -> None:
    author.run("new-game", "trio", "--seats", "x,y,z")
    author.folder /= "trio"
    author.install(author.folder)
    assert " passed" in author.test()
    (trio,) = (game for game in json.loads(author.run("games", "--json"))["games"] if game["name"] == "trio")
    assert (trio["seats"], trio["package"], trio["version"]) == (["x", "y", "z"], "stolik-trio", "0.1.0")
    said = author.run("play", "trio", "--against", "random", "--you", "y", "--seed", "1", typed="1\n" * 30)
    assert "X (random) plays " in said
    assert "Z (random) plays " in said
    assert " wins: x " in said
    # Three bots come to one table over TCP.
    Documented(author, game_in(author.folder / "src" / "stolik_trio")).type(
        "stolik bot trio --strength random --port 1"
    )


def test_a_mistake_in_a_new_game_is_told_of_in_one_line(author: Newcomer) -> None:
    author.run("new-game", "trio")
    author.folder /= "trio"
    author.install(author.folder)
    rules = author.folder / "src" / "stolik_trio" / "__init__.py"
    rules.write_text(rules.read_text().replace("    write_move=str,\n", ""))
    why = "! the game 'trio' (stolik_trio:GAME) cannot be played: it cannot be imported: TypeError: "
    last = author.run("games").splitlines()[-1]
    assert last.startswith(why)
    assert "'write_move'" in last
    assert "othello: Othello" in author.run("games")
