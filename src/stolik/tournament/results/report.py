"""The report of a tournament as text and CSV, and the tables that text and the HTML page have in common."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stolik.tournament.plan.assignment import Ending
from stolik.tournament.results.places import BUCHHOLZ, DIRECT, SONNEBORN_BERGER
from stolik.tournament.results.plain_text import printable
from stolik.tournament.results.summary import GameSummary, PlayerSummary, Summary

FAULTS: Final = tuple(ending for ending in Ending if ending is not Ending.RULES)
# The most kinds of failure listed on a terminal, and the most games named for each.
MOST_FAILURES: Final = 20
MOST_NAMED: Final = 5


# The columns with words; all others have numbers.
WORDS: Final = frozenset({"player", "ending", "why", "round"})
# Between two columns of a table.
GAP: Final = 2
# The columns that are made narrower where there is no room.
WRAPPED: Final = frozenset({"player", "why"})
# Tables with a column for each player are for so many players at most on a terminal.
MOST_COLUMNS: Final = 40


class Grid(NamedTuple):
    """A table."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    kept: int = 0
    """How many columns are repeated when the table is split to fit a width; 0: it is not split."""


def standings_grid(summary: Summary) -> Grid:
    """Who stands where, the best first."""
    points = [player.points for player in summary.players]
    tied = len(set(points)) < len(points) and bool(summary.games)
    ties = [tie for tie in summary.tie_breaks if tied and any(tie in player.tie_breaks for player in summary.players)]
    walkovers = any(player.walkovers for player in summary.players)
    head = (
        "",
        "no.",
        "player",
        "points",
        *(["w/o"] if walkovers else []),
        *(SHORT.get(tie, tie) for tie in ties),
    )
    rows = [
        (
            place_words(player),
            f"z{player.number}",
            player.name,
            f"{player.points:g}",
            *([f"{player.walkovers:g}"] if walkovers else []),
            *(f"{player.tie_breaks[tie]:g}" if tie in player.tie_breaks else "" for tie in ties),
            str(player.games),
            str(player.won),
            f"{player.rating:.0f}",
            f"{player.interval[0]:.0f}–{player.interval[1]:.0f}",
        )
        for player in summary.players
    ]
    return Grid("Standings", (*head, "games", "won", "rating", "95 %"), rows)


SHORT: Final = {DIRECT: "direct", BUCHHOLZ: "Buchh.", SONNEBORN_BERGER: "S-B"}
"""Tie-breaks as heads of narrow columns."""


def standings_notes(summary: Summary) -> list[str]:
    """What has to be said of the standings, in sentences."""
    notes = []
    if summary.tie_breaks:
        notes.append(f"Equal points: {', then '.join(summary.tie_breaks)}. Who is still equal shares a place (=).")
    else:
        notes.append("Who has equal points shares a place (=).")
    if any(player.walkovers for player in summary.players):
        notes.append("w/o (walkovers): the part of the points won against programs that never made a legal move.")
    return [*notes, *(f"{why}." for why in summary.aside.values())]


class Placed(Protocol):
    """Whoever has a place."""

    @property
    def place(self) -> int:
        """From 1."""

    @property
    def shared(self) -> bool:
        """Whether others have it too."""


def place_words(placed: Placed) -> str:
    """A place: `2`, or `2=` when it is shared."""
    return f"{placed.place}=" if placed.shared else str(placed.place)


def conduct_grid(summary: Summary) -> Grid:
    """Each player's games lost by the kinds of faults that happened, and the time of its moves."""
    seen = [ending for ending in FAULTS if any(player.faults.get(ending) for player in summary.players)]
    rows = [
        (
            f"z{player.number}",
            player.name,
            *(str(player.faults.get(ending, "")) for ending in seen),
            milliseconds(player.mean_time),
            milliseconds(player.longest_time),
        )
        for player in summary.players
    ]
    return Grid("Games lost by faults, and milliseconds a move", ("no.", "player", *seen, "mean", "longest"), rows)


def crosstable_grid(summary: Summary) -> Grid:
    """The course's table."""
    head = ("round", *(f"z{number}" for number in range(1, len(summary.players) + 1)))
    rows = [(str(round_), *row) for round_, row in enumerate(summary.crosstable, 1)]
    signs = "+k: won against zk, -k: lost, =k: drawn"
    if any(game.ending is Ending.ANNULLED for game in summary.games):
        signs += ", xk: annulled"
    return Grid(f"Round by round; {signs}", head, rows, kept=1)


def superiority_grid(summary: Summary) -> Grid:
    """How likely it is that each player is better than each other one."""
    players = summary.players
    rows = [
        (
            f"z{one.number}",
            one.name,
            *(percent(one.superiority[other.name]) if other is not one else "" for other in players),
        )
        for one in players
    ]
    head = ("no.", "player", *(f"z{player.number}" for player in players))
    return Grid("Likelihood of superiority: that the one on the left is better", head, rows, kept=2)


def percent(probability: float) -> str:
    """A probability in per cent. No number of games makes it 0 or 100."""
    if probability > MOST_CERTAIN:
        return f">{MOST_CERTAIN:.0%}"
    return f"<{1 - MOST_CERTAIN:.0%}" if probability < 1 - MOST_CERTAIN else f"{probability:.0%}"


MOST_CERTAIN: Final = 0.99


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
        if grid.title == "Standings":
            for note in standings_notes(summary):
                console.print(Text(printable(note)))


def _print(console: Console, grid: Grid) -> None:
    """Prints a table in the width that there is; one that is wider is split, and one that is far too wide left out."""
    # The title is a separate line, because inside the table it would be cut to the width.
    console.print(Text(f"\n{grid.title}", style="bold"))
    if grid.kept and len(grid.head) - grid.kept > MOST_COLUMNS:
        console.print(f"{len(grid.head) - grid.kept} columns do not fit here; --format html and json have them.")
        return
    for part in _split(grid, console.width):
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        for heading in part.head:
            table.add_column(
                heading,
                justify="left" if heading in WORDS else "right",
                no_wrap=heading not in WRAPPED,
                overflow="fold",  # a long name goes on in the next line, and is not cut
            )
        for row in part.rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        console.print(table)


def _split(grid: Grid, width: int) -> list[Grid]:
    """Tables of at most that width, each with the columns that are kept and some of the others."""
    if not grid.kept:
        return [grid]
    widths = [
        max(cell_len(printable(row[number])) for row in (grid.head, *grid.rows)) + GAP
        for number in range(len(grid.head))
    ]
    parts: list[list[int]] = []
    kept = list(range(grid.kept))
    left = 0
    for number in range(grid.kept, len(grid.head)):
        if not parts or widths[number] > left:
            parts.append([])
            left = width - sum(widths[column] for column in kept)
        parts[-1].append(number)
        left -= widths[number]
    return [
        Grid(
            grid.title,
            tuple(grid.head[number] for number in kept + part),
            [tuple(row[number] for number in kept + part) for row in grid.rows],
        )
        for part in parts
    ]


def fault_words(player: PlayerSummary) -> str:
    """The player's faults by kind, such as `2 overtime, 1 crash`."""
    return ", ".join(f"{count} {ending}" for ending, count in player.faults.items())


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, as text; empty if there is none."""
    return f"{seconds * 1000:.2f}" if seconds else ""


def write_csv(summary: Summary, file: TextIO) -> None:
    """Writes the standings, one line per player, the best first."""
    writer = csv.writer(file)
    head = ["place", "shared", "name", "number", "points", "walkovers", *summary.tie_breaks, "games", "won", "rating"]
    writer.writerow([*head, "low", "high", "faults", "mean_time", "longest"])
    for player in summary.players:
        row = [player.place, int(player.shared), player.name, player.number, player.points, player.walkovers]
        row += [player.tie_breaks.get(tie, "") for tie in summary.tie_breaks]
        row += [player.games, player.won, player.rating, *player.interval]
        writer.writerow([*row, fault_words(player), player.mean_time, player.longest_time])


def write_games_csv(summary: Summary, file: TextIO) -> None:
    """Writes the games, one line each."""
    writer = csv.writer(file)
    seats = sorted({seat for game in summary.games for seat in game.seats})
    head = ["number", "round", *seats, "winner", *(f"score_{seat}" for seat in seats), "ending", "reason", "moves"]
    writer.writerow([*head, *(f"seconds_{seat}" for seat in seats), "position"])
    for game in summary.games:
        row = [game.number, game.round, *(game.seats[seat] for seat in seats), game.winner or ""]
        row += [game.scores[seat] for seat in seats]
        row += [game.ending, game.reason, len(game.moves)]
        row += [round(game.seconds.get(seat, 0.0), 6) for seat in seats]
        writer.writerow([*row, game.position])
