"""The report of a tournament as text, JSON and CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table

from stolik.tournament.summary import PlayerSummary, Summary


def write_text(summary: Summary, console: Console) -> None:
    """Standings, the course's crosstable, and how likely it is that one is better than another."""
    _print(console, _standings(summary))
    _print(console, _crosstable(summary))
    _print(console, _superiority(summary.players))
    faults = [game for game in summary.games if game.ending != "rules"]
    if faults:
        table = _table("Games that did not end by the rules", "game", "ending", "why")
        for game in faults:
            table.add_row(str(game.number), game.ending, game.reason)
        _print(console, table)


def _print(console: Console, table: Table) -> None:
    """Prints the title as a line of its own: inside the table it would be as narrow as that is."""
    title, table.title = table.title, None
    console.print(title, style="bold")
    console.print(table)


def _table(title: str, *headings: str) -> Table:
    """Light enough for a terminal of eighty columns."""
    return Table(*headings, title=f"\n{title}", box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))


def _standings(summary: Summary) -> Table:
    title = f"{summary.game}, {summary.format}, {len(summary.games)} games, seed {summary.seed}"
    table = _table(title)
    for heading in ("", "no.", "player", "points", "games", "rating", "95 %", "ms/move", "most", "faults"):
        words = heading in ("player", "faults")
        table.add_column(heading, justify="left" if words else "right", no_wrap=not words)
    for place, player in enumerate(summary.players, 1):
        low, high = player.interval
        table.add_row(
            str(place),
            f"z{player.number}",
            player.name,
            f"{player.points:g}",
            str(player.games),
            f"{player.rating:.1f}",
            f"{low:.1f} to {high:.1f}",
            milliseconds(player.mean_time),
            milliseconds(player.longest_time),
            fault_words(player),
        )
    return table


def _crosstable(summary: Summary) -> Table:
    table = _table("Round by round; +k: won against zk, -k: lost, =k: drawn", "round")
    for number in range(1, len(summary.players) + 1):
        table.add_column(f"z{number}")
    for round_, row in enumerate(summary.crosstable, 1):
        table.add_row(str(round_), *row)
    return table


def _superiority(players: Iterable[PlayerSummary]) -> Table:
    players = list(players)
    table = _table("Likelihood of superiority: that the one on the left is better", "")
    for player in players:
        table.add_column(f"z{player.number}", justify="right")
    for one in players:
        cells = (f"{one.superiority[other.name]:.0%}" if other is not one else "" for other in players)
        table.add_row(f"z{one.number} {one.name}", *cells)
    return table


def fault_words(player: PlayerSummary) -> str:
    """The player's faults by kind, such as `2 overtime, 1 crash`."""
    return ", ".join(f"{count} {ending}" for ending, count in player.faults.items())


def milliseconds(seconds: float) -> str:
    """A time as a person reads it."""
    return f"{seconds * 1000:.2f}"


def write_csv(summary: Summary, file: TextIO) -> None:
    """The standings, one line a player, the best first."""
    writer = csv.writer(file)
    writer.writerow(
        ["place", "name", "number", "points", "games", "won", "rating", "low", "high", "faults", "mean_time", "longest"]
    )
    for place, player in enumerate(summary.players, 1):
        row = [place, player.name, player.number, player.points, player.games, player.won, player.rating]
        writer.writerow([*row, *player.interval, fault_words(player), player.mean_time, player.longest_time])
