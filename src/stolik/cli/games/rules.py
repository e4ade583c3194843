"""`stolik rules`: how a game is played, in the reader's language."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.markdown import Markdown

from stolik.cli.examples import examples
from stolik.cli.options import InstalledGame
from stolik.contract import AnyGame
from stolik.contract.registry import all_games

LANGUAGES: Final = ("en", "pl", "cs")


def _examples() -> Iterator[tuple[str, str]]:
    for game in all_games().values():
        if game.guide is not None:
            yield f"rules {game.name}", ""
            for language in LANGUAGES[1:]:
                if (game.guide / f"play.{language}.md").is_file():
                    yield f"rules {game.name} --language {language}", ""
            return


@click.command(epilog=examples(*_examples()))
@click.argument("game", type=InstalledGame())
@click.option("--language", type=click.Choice(LANGUAGES), help="Language of the text; your system's if not given.")
def command(game: AnyGame, language: str | None) -> None:
    """Say how GAME is played."""
    file = _guide(game, language or _usual_language())
    if file is None:
        raise click.ClickException(f"{game.name} has no text about how to play it.")
    text = file.read_text(encoding="utf-8")
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        click.echo(text, nl=False)


def _guide(game: AnyGame, language: str) -> Path | None:
    """The text in that language, or in English; None when there is neither."""
    if game.guide is None:
        return None
    files = (game.guide / f"play.{one}.md" for one in (language, "en"))
    return next((file for file in files if file.is_file()), None)


def _usual_language() -> str:
    """The language that the system's variables name, in two letters."""
    return next((os.environ[name][:2] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "en")
