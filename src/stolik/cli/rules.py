"""`stolik rules`: how a game is played, in the reader's language."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.markdown import Markdown

from stolik.cli.options import InstalledGame
from stolik.contract import AnyGame

LANGUAGES: Final = ("en", "pl", "cs")


@click.command()
@click.argument("game", type=InstalledGame())
@click.option(
    "--language", type=click.Choice(LANGUAGES), help="Which one, if the game has it; your system's if not given."
)
def command(game: AnyGame, language: str | None) -> None:
    """Say how GAME is played.

    \b
    stolik rules othello
    stolik rules kierki --language pl
    """
    file = _guide(game, language or _usual_language())
    if file is None:
        raise click.ClickException(f"{game.name} does not say how it is played.")
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
