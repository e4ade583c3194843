"""The report as one HTML file that needs nothing else: tables, plots, and every game to step through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from stolik.tournament.folder import Folder
from stolik.tournament.plots import plots
from stolik.tournament.report import fault_words, milliseconds
from stolik.tournament.summary import Summary

# What is shown of a program's stderr on the page; the whole of it is in the tournament's folder.
SHOWN_STDERR = 4000


def html(summary: Summary, folder: Folder) -> str:
    """The page of a tournament."""
    title = f"{summary.game}: {summary.format}, {len(summary.games)} games"
    pictures = plots(summary)
    parts = [
        f"<h1>{escape(title)}</h1><p>Seed {escape(summary.seed)}{', paired games' if summary.paired else ''}.</p>",
        _section("Standings", _standings(summary)),
        *(_section(heading, picture) for heading, picture in pictures),
        "" if pictures else "<p>Plots need matplotlib: install stolik[report].</p>",
        _section("Round by round", _crosstable(summary)),
        _section("Likelihood of superiority", _superiority(summary)),
        _section("Games", '<div id="games"></div><div id="game" hidden></div>'),
    ]
    data = msgspec.json.encode({"game": summary.game, "games": _games(summary, folder)}).decode()
    return _PAGE.format(
        title=escape(title),
        style=_own("report.css"),
        body="\n".join(parts),
        # Inside a script nothing is escaped: no text of a program may end it.
        data=data.replace("<", "\\u003c"),
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
{script}</script>
</body>
</html>
"""


def _own(name: str) -> str:
    return (files("stolik.tournament") / name).read_text(encoding="utf-8")


def _section(heading: str, content: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{content}</section>"


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"


def _standings(summary: Summary) -> str:
    head = ("", "player", "no.", "points", "games", "won", "rating", "95 %", "faults", "ms a move", "most")
    return _table(
        head,
        (
            (
                place,
                player.name,
                f"z{player.number}",
                f"{player.points:g}",
                player.games,
                player.won,
                f"{player.rating:.1f}",
                f"{player.interval[0]:.1f} to {player.interval[1]:.1f}",
                fault_words(player),
                milliseconds(player.mean_time),
                milliseconds(player.longest_time),
            )
            for place, player in enumerate(summary.players, 1)
        ),
    )


def _crosstable(summary: Summary) -> str:
    head = ("round", *(f"z{number}" for number in range(1, len(summary.players) + 1)))
    table = _table(head, ((round_, *row) for round_, row in enumerate(summary.crosstable, 1)))
    return f"<p>+k: won against zk; -k: lost; =k: drawn.</p>{table}"


def _superiority(summary: Summary) -> str:
    players = summary.players
    rows = (
        (one.name, *(f"{one.superiority[other.name]:.0%}" if other is not one else "" for other in players))
        for one in players
    )
    return _table(("is better than", *(player.name for player in players)), rows)


def _games(summary: Summary, folder: Folder) -> list[dict[str, Any]]:
    results = folder.results()
    return [
        {
            **msgspec.to_builtins(game),
            "movers": results[game.number].movers,
            "exits": {seat: conduct.exit for seat, conduct in results[game.number].conduct.items()},
            "stderr": {seat: folder.stderr(game.number, seat)[:SHOWN_STDERR] for seat in game.seats},
        }
        for game in summary.games
    ]
