"""The report of a tournament as text and CSV, and the tables that text and the HTML page have in common."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Final, NamedTuple, TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stolik.tournament.plan.assignment import Ending
from stolik.tournament.results.plain_text import printable
from stolik.tournament.results.summary import GameSummary, PlayerSummary, Summary

FAULTS: Final = tuple(ending for ending in Ending if ending is not Ending.RULES)
# The most kinds of failure listed on a terminal, and the most games named for each.
MOST_FAILURES: Final = 20
MOST_NAMED: Final = 5


# The columns with words; all others have numbers.
WORDS: Final = frozenset({"player", "ending", "why", "round"})


class Grid(NamedTuple):
    """A table."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def standings_grid(summary: Summary) -> Grid:
    """Who stands where, the best first."""
    head = ("", "no.", "player", "points", "games", "won", "rating", "95 %")
    return Grid("Standings", head, [_standing(place, player) for place, player in enumerate(summary.players, 1)])


def _standing(place: int, player: PlayerSummary) -> tuple[str, ...]:
    low, high = player.interval
    counts = (f"{player.points:g}", str(player.games), str(player.won))
    return (str(place), f"z{player.number}", player.name, *counts, f"{player.rating:.1f}", f"{low:.1f}–{high:.1f}")


def conduct_grid(summary: Summary) -> Grid:
    """Each player's games lost by faults, by kind, and the time of its moves."""
    rows = [
        (
            f"z{player.number}",
            player.name,
            *(str(player.faults.get(ending, "")) for ending in FAULTS),
            milliseconds(player.mean_time),
            milliseconds(player.longest_time),
        )
        for player in summary.players
    ]
    return Grid("Games lost by faults, and milliseconds a move", ("no.", "player", *FAULTS, "mean", "longest"), rows)


def crosstable_grid(summary: Summary) -> Grid:
    """The course's table."""
    head = ("round", *(f"z{number}" for number in range(1, len(summary.players) + 1)))
    rows = [(str(round_), *row) for round_, row in enumerate(summary.crosstable, 1)]
    return Grid("Round by round; +k: won against zk, -k: lost, =k: drawn", head, rows)


def superiority_grid(summary: Summary) -> Grid:
    """How likely it is that each player is better than each other one."""
    players = summary.players
    rows = [
        (
            f"z{one.number}",
            one.name,
            *(f"{one.superiority[other.name]:.0%}" if other is not one else "" for other in players),
        )
        for one in players
    ]
    head = ("no.", "player", *(f"z{player.number}" for player in players))
    return Grid("Likelihood of superiority: that the one on the left is better", head, rows)


def failures_grid(summary: Summary) -> Grid:
    """The games that did not end by the rules, grouped by how they ended."""
    alike: dict[tuple[Ending, str], list[GameSummary]] = {}
    for game in summary.games:
        if game.ending is not Ending.RULES:
            alike.setdefault((game.ending, game.reason), []).append(game)
    rows = [(_numbers(games), ending, why) for (ending, why), games in alike.items()]
    more = len(rows) - MOST_FAILURES
    shown = rows[:MOST_FAILURES] + ([("", "", f"and {more} more; the HTML report has every game")] if more > 0 else [])
    return Grid("Games that did not end by the rules", ("games", "ending", "why"), shown)


def _numbers(games: list[GameSummary]) -> str:
    named = " ".join(str(game.number) for game in games[:MOST_NAMED])
    return f"{named} +{len(games) - MOST_NAMED}" if len(games) > MOST_NAMED else named


def write_text(summary: Summary, console: Console) -> None:
    """Writes the whole report for a terminal."""
    title = f"{summary.game}, {summary.format}, {len(summary.games)} games, seed {summary.seed}"
    console.print(Text(printable(title), style="bold"))
    for note in summary.notes:
        console.print(Text(printable(note), style="bold red"))
    for grid in (
        standings_grid(summary),
        conduct_grid(summary),
        crosstable_grid(summary),
        superiority_grid(summary),
        failures_grid(summary),
    ):
        if grid.rows:
            _print(console, grid)


def _print(console: Console, grid: Grid) -> None:
    """Prints a table for eighty columns. The title is a separate line, because inside it would be cut to the width."""
    console.print(Text(f"\n{grid.title}", style="bold"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in grid.head:
        table.add_column(heading, justify="left" if heading in WORDS else "right", no_wrap=heading == "95 %")
    for row in grid.rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    console.print(table)


def fault_words(player: PlayerSummary) -> str:
    """The player's faults by kind, such as `2 overtime, 1 crash`."""
    return ", ".join(f"{count} {ending}" for ending, count in player.faults.items())


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, as text."""
    return f"{seconds * 1000:.2f}"


def write_csv(summary: Summary, file: TextIO) -> None:
    """Writes the standings, one line per player, the best first."""
    writer = csv.writer(file)
    writer.writerow(
        ["place", "name", "number", "points", "games", "won", "rating", "low", "high", "faults", "mean_time", "longest"]
    )
    for place, player in enumerate(summary.players, 1):
        row = [place, player.name, player.number, player.points, player.games, player.won, player.rating]
        writer.writerow([*row, *player.interval, fault_words(player), player.mean_time, player.longest_time])
