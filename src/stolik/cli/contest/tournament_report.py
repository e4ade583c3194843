"""`stolik tournament report`: reports on a tournament's folder."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import click
import msgspec
from rich.console import Console

from stolik.cli.contest.tournament_view import tell_bad_lines
from stolik.tournament.folder import FolderError, open_folder
from stolik.tournament.results.report import write_csv, write_games_csv, write_text
from stolik.tournament.results.summary import summarise


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "csv", "games-csv", "html"]),
    default="text",
    show_default=True,
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if not given."
)
def command(folder: Path, format_: str, output: Path | None) -> None:
    """Report on the tournament in FOLDER, finished or not.

    \b
    text        standings, faults and times, the course's crosstable, likelihood of superiority
    json        all of it, as `stolik tournament run --json` prints it
    csv         the standings
    games-csv   every game: who played, who won, how it ended and why
    html        one file with everything, plots, a page for each program, and every game to step through
    """
    try:
        opened = open_folder(folder)
    except FolderError as error:
        raise click.UsageError(str(error)) from None
    tell_bad_lines(opened, "it is left out")
    summary = summarise(opened.tournament, list(opened.results().values()))
    text = StringIO()
    if format_ == "text":
        console = Console() if output is None else Console(file=text, width=120)
        write_text(summary, console)
    elif format_ == "json":
        text.write(msgspec.json.encode(summary).decode() + "\n")
    elif format_ == "csv":
        write_csv(summary, text)
    elif format_ == "games-csv":
        write_games_csv(summary, text)
    else:
        from stolik.tournament.results.report_html import html

        text.write(html(summary, opened))
    if output is None:
        sys.stdout.write(text.getvalue())
    else:
        try:
            output.write_text(text.getvalue(), encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"{str(output)!r} cannot be written: {error.strerror}") from None
