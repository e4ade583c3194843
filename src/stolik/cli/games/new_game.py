"""`stolik new-game`: writes a package for a new game, that works at once."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

import click

from stolik.contract.check import NO_SEAT, WRONG_NAME, GameError, check_name, check_seats
from stolik.contract.registry import all_games, all_variants

_TEMPLATES: Final = files("stolik.cli.games") / "new_game_files"
_GOAL: Final = 21


def _name(ctx: click.Context, param: click.Parameter, value: str) -> str:
    try:
        check_name(value)
    except GameError:
        raise click.BadParameter(f"{value!r} {WRONG_NAME}", ctx, param) from None
    if value in all_games() or value in all_variants():
        raise click.BadParameter(f"a game called {value!r} is installed already", ctx, param)
    return value


def _seats(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    seats = tuple(value.split(","))
    try:
        check_seats(seats)
    except GameError:
        words = f"{value!r} is not made of two or more different words with commas between, none of them {NO_SEAT!r}"
        raise click.BadParameter(words, ctx, param) from None
    if len(seats) == 1:
        raise click.BadParameter(f"{value!r} is only one seat", ctx, param)
    return seats


@click.command()
@click.argument("name", callback=_name)
@click.option("--title", help="The game's name as people write it; NAME with a capital letter if not given.")
@click.option("--seats", default="first,second", show_default=True, callback=_seats, help="Who plays, in order.")
def command(name: str, title: str | None, seats: tuple[str, ...]) -> None:
    """Write a package for a new game, in a folder called NAME.

    \b
    stolik new-game three-in-a-row --title "Three in a row" --seats x,o

    The package has rules to fill in, tests, a program that plays, and a README. It is a small complete game: install
    it, and `stolik games` lists it.
    """
    title = name.replace("-", " ").capitalize() if title is None else title.strip()
    if not title.isprintable() or not title or set(title) & set("\"'\\"):
        raise click.BadParameter(f"{title!r} must be one line without quotation marks", param_hint="'--title'")
    folder, package = Path(name), f"stolik_{name.replace('-', '_')}"
    words = {
        "name": name,
        "title": title,
        "package": package,
        "class_name": "".join(word.capitalize() for word in name.split("-")),
        "seats": "(" + ", ".join(f'"{seat}"' for seat in seats) + ")",
        "goal": str(_GOAL),
    }
    try:
        folder.mkdir()
        for template, path in (
            ("pyproject.toml", Path("pyproject.toml")),
            ("README.md", Path("README.md")),
            ("program.py", Path("program.py")),
            ("players.jsonl", Path("players.jsonl")),
            ("game.py", Path("src", package, "__init__.py")),
            ("test_game.py", Path("tests", f"test_{package.removeprefix('stolik_')}.py")),
        ):
            _write(folder / path, template, words)
        (folder / "src" / package / "py.typed").touch()
    except FileExistsError:
        raise click.UsageError(f"There is a folder or file {name!r} here already.") from None
    except OSError as error:
        raise click.ClickException(f"cannot write {error.filename!r}: {error.strerror}") from None
    click.echo(f"{folder}/ is ready. Next: cd {folder}, pip install -e '.[test]', pytest. README.md says more.")


def _write(file: Path, template: str, words: dict[str, str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    text = (_TEMPLATES / f"{template}.txt").read_text(encoding="utf-8")
    file.write_text(Template(text).substitute(words), encoding="utf-8")
