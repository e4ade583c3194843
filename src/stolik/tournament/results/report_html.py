"""The report as one HTML file that needs nothing else: tables, plots, and every game to step through."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from stolik.contract import packages
from stolik.contract.registry import find_game
from stolik.tournament.folder import Folder
from stolik.tournament.plan.assignment import Ending
from stolik.tournament.results.plots import plots
from stolik.tournament.results.report import (
    WORDS,
    Grid,
    conduct_grid,
    crosstable_grid,
    standings_grid,
    standings_notes,
    superiority_grid,
)
from stolik.tournament.results.summary import Summary

# How much of a program's stderr the page shows, half from its beginning and half from its end.
SHOWN_STDERR = 4000
# The lines of all games together. A file that is much larger takes a browser long to open; the folder has them all.
MOST_LINES = 30_000_000
# A table with a column for each player is shown for so many players; more are on the programs' own pages.
MOST_COLUMNS = 60


def html(summary: Summary, folder: Folder) -> str:
    """The page of a tournament."""
    title = f"{summary.game}: {summary.format}, {len(summary.games)} games"
    pictures = plots(summary)
    parts = [
        f"<h1>{escape(title)}</h1><p>Seed {escape(summary.seed)}{', paired games' if summary.paired else ''}.</p>",
        *(f'<p class="note">{escape(note)}</p>' for note in summary.notes),
        _section(standings_grid(summary), linked=True),
        *(f"<p>{escape(note)}</p>" for note in standings_notes(summary)),
        *(f"<figure><figcaption>{escape(caption)}</figcaption>{picture}</figure>" for caption, picture in pictures),
        "" if pictures else f"<p>Plots need {escape(packages.not_installed('matplotlib'))}.</p>",
        _section(conduct_grid(summary)),
        _section(crosstable_grid(summary)),
        _section(superiority_grid(summary)) if len(summary.players) <= MOST_COLUMNS else "",
        '<section id="player" hidden></section>',
        '<section id="list"><h2>Games</h2><div id="search"></div><div id="games"></div></section>',
        '<section id="game" hidden></section>',
    ]
    players = [msgspec.to_builtins(player) for player in summary.players]
    data = msgspec.json.encode({"game": summary.game, "players": players, "games": _games(summary, folder)}).decode()
    return _PAGE.format(
        title=escape(title),
        style=_own("report.css"),
        body="\n".join(parts),
        # HTML escapes do not work inside a script, so a program's text must not contain the end of the script.
        data=data.replace("<", "\\u003c"),
        drawing=_drawing(summary.game),
        script=_own("report.js"),
    )


_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
{style}</style></head>
<body>
{body}
<script type="application/json" id="data">{data}</script>
<script>
{drawing}</script>
<script>
{script}</script>
</body>
</html>
"""


def _own(name: str) -> str:
    return (files("stolik.tournament.results") / name).read_text(encoding="utf-8")


def _drawing(game: str) -> str:
    """The script that draws the game's positions in a report; empty: they are shown as text."""
    folder = find_game(game).page
    script = None if folder is None else folder / "report.js"
    return script.read_text(encoding="utf-8") if script and script.is_file() else ""


def _section(grid: Grid, *, linked: bool = False) -> str:
    """A table; if it is linked, players' names lead to their pages."""
    kinds = ["words" if heading in WORDS else "figures" for heading in grid.head]
    head = _row("th", grid.head, kinds)
    body = "".join(_row("td", row, kinds, f"#player-{row[1][1:]}" if linked else "") for row in grid.rows)
    table = f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"
    title, _, legend = grid.title.partition("; ")
    return f"<section><h2>{escape(title)}</h2>{f'<p>{escape(legend)}</p>' if legend else ''}{table}</section>"


def _row(tag: str, cells: Sequence[str], kinds: Sequence[str], link: str = "") -> str:
    """A row of a table; its words lead to the link, if there is one."""
    texts = [
        f'<a href="{link}">{escape(cell)}</a>' if link and kind == "words" else escape(cell)
        for cell, kind in zip(cells, kinds, strict=True)
    ]
    inside = (f'<{tag} class="{kind}">{text}</{tag}>' for text, kind in zip(texts, kinds, strict=True))
    return f"<tr>{''.join(inside)}</tr>"


def _games(summary: Summary, folder: Folder) -> list[dict[str, Any]]:
    results = folder.results()
    games = []
    room = MOST_LINES
    # Games that were lost by a fault come first: their lines are what people look for.
    for game in sorted(summary.games, key=lambda game: game.ending is Ending.RULES):
        lines = folder.transcript(game.number)
        shown = lines if len(lines) <= room else None
        room -= len(shown or "")
        result = results[game.number]
        games.append(
            {
                **msgspec.to_builtins(game),
                "movers": result.movers,
                "by": result.by,
                "exits": {seat: conduct.exit for seat, conduct in result.conduct.items()},
                "stderr": {seat: _both_ends(folder.stderr(game.number, seat)) for seat in game.seats},
                "lines": shown,
            }
        )
    return sorted(games, key=lambda game: int(game["number"]))


def _both_ends(text: str) -> str:
    if len(text) <= SHOWN_STDERR:
        return text
    half = SHOWN_STDERR // 2
    return f"{text[:half]}\n… {len(text) - SHOWN_STDERR} characters are left out …\n{text[-half:]}"
