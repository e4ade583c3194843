"""Shows a running tournament on a terminal: progress, speed, and the current standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from stolik.tournament.folder import GAMES, Folder
from stolik.tournament.plan.assignment import Result
from stolik.tournament.plan.tournament import games_in_all
from stolik.tournament.results.plain_text import printable
from stolik.tournament.results.report import place_words
from stolik.tournament.results.standings import standings
from stolik.tournament.results.summary import ranked
from stolik.tournament.runner import Finished

# As many lines as fit on a screen with the rest.
MOST_LINES = 15


class _Speed(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        """The speed, when it is known."""
        return Text(f"{task.speed:.1f} games/s" if task.speed else "", style="cyan")


@contextmanager
def watch(folder: Folder) -> Iterator[Finished]:
    """Shows a tournament on stderr, if that is a terminal; yields a function to call with each finished game."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    results = dict(folder.results())
    progress = Progress(
        TextColumn(folder.tournament.game), BarColumn(), MofNCompleteColumn(), _Speed(), TimeRemainingColumn()
    )
    bar = progress.add_task("games", completed=len(results), total=games_in_all(folder.tournament))

    def picture() -> Group:
        return Group(_table(folder, list(results.values())), progress)

    with Live(console=console, get_renderable=picture, refresh_per_second=4, transient=True):

        def finished(batch: Sequence[Result]) -> None:
            results.update((result.number, result) for result in batch)
            progress.update(bar, completed=len(results))
            if len(results) >= (progress.tasks[0].total or 0):
                progress.update(bar, total=games_in_all(folder.tournament))

        yield finished


def tell_bad_lines(folder: Folder, what_then: str) -> None:
    """Names the lines of a folder's list of games that cannot be read, on stderr."""
    for number, why in folder.read().bad_lines:
        click.echo(f"{folder.path / GAMES}, line {number} cannot be read: {why}; {what_then}", err=True)


def _table(folder: Folder, results: Sequence[Result]) -> Table:
    tournament = folder.tournament
    table = Table("", "player", "points", "games", "faults")
    lines = {line.name: line for line in standings(tournament.game, tournament.names, results)}
    for place, rests in ranked(tournament, results)[:MOST_LINES]:
        line = lines[place.name]
        faults = str(sum(line.faults.values()) or "")
        table.add_row(
            place_words(place), Text(printable(line.name)), f"{line.points + rests:g}", str(line.games), faults
        )
    return table
