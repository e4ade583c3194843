"""The plots of a report, as SVG; they need matplotlib, the extra `report`."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from stolik.tournament.results.summary import PlayerSummary, Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# A bar for each player, in inches.
BAR = 0.35


def plots(summary: Summary) -> list[tuple[str, str]]:
    """Titles and pictures; none when matplotlib is not installed."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        return []
    # Text stays text, so that the file is small and screen readers can read it; a fixed salt gives the same file again.
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "stolik"}):
        players = summary.players[::-1]
        size = (7, 1 + BAR * len(players))
        return [
            ("Ratings with 95 % intervals", _ratings(Figure(size, layout="constrained"), players)),
            ("Time for a move", _times(Figure(size, layout="constrained"), players)),
        ]


def _ratings(figure: Figure, players: Sequence[PlayerSummary]) -> str:
    axes = figure.subplots()
    names = [player.name for player in players]
    for name, player in zip(names, players, strict=True):
        axes.plot(player.interval, [name, name], color="tab:blue", linewidth=3, alpha=0.5)
    axes.plot([player.rating for player in players], names, "o", color="tab:blue")
    axes.set_ylim(-0.5, len(players) - 0.5)
    axes.set_xlabel("rating")
    axes.grid(axis="x", alpha=0.3)
    return _svg(figure)


def _times(figure: Figure, players: Sequence[PlayerSummary]) -> str:
    axes = figure.subplots()
    names = [player.name for player in players]
    axes.barh(names, [player.longest_time * 1000 for player in players], color="tab:orange", alpha=0.5, label="longest")
    axes.barh(names, [player.mean_time * 1000 for player in players], color="tab:orange", label="mean")
    axes.set_xlabel("milliseconds")
    axes.legend(frameon=False)
    return _svg(figure)


def _svg(figure: Figure) -> str:
    file = StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None}, transparent=True)
    text = file.getvalue()
    # Lines in the colour of the page's text, which is light when the page is dark.
    return text[text.index("<svg") :].replace("#000000", "currentColor")
