"""Whole games of random moves in a second, thousands at once: `stolik.batch`, pgx, and OpenSpiel one by one.

All in one run and of one core's time. A game of Kierki is one deal; OpenSpiel's nearest is hearts.
"""

from __future__ import annotations

from time import process_time

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

import stolik
from bench.openspiel import openspiel, their_rate
from bench.pgx_games import pgx_installed, pgx_rate

GAMES = ("graph", "kierki", "krazki", "othello")
IN_OPENSPIEL = {"kierki": "hearts", "othello": "othello"}
"""[our game]: OpenSpiel's nearest."""
IN_PGX = {"othello": "othello"}
"""[our game]: pgx's."""


class Rate(Struct, frozen=True):
    """Games a second, one core."""

    game: str
    whole: float
    """Played to the end in machine code."""
    stepwise: float
    """Played move by move, with arrays of moves that Python sees."""
    openspiel: float | None
    """None where it is not installed, or has no such game."""
    pgx: float | None
    """Likewise; as many games at once as ours."""


def measure(games: int, seconds: float, seed: int) -> list[Rate]:
    """Every game that is played in batches."""
    return [
        Rate(
            name,
            games / _whole(name, games, seed),
            games / _stepwise(name, games, seed),
            their_rate(IN_OPENSPIEL[name], seconds, seed) if name in IN_OPENSPIEL else None,
            pgx_rate(IN_PGX[name], games, seed) if name in IN_PGX and pgx_installed() else None,
        )
        for name in GAMES
    ]


def _whole(name: str, games: int, seed: int) -> float:
    stolik.batch(name, 1, seed=seed).play_out()  # compiles or loads
    batch, began = stolik.batch(name, games, seed=seed), process_time()
    batch.play_out()
    return process_time() - began


def _stepwise(name: str, games: int, seed: int) -> float:
    batch, began = stolik.batch(name, games, seed=seed), process_time()
    while (batch.turns >= 0).any():
        batch.play(batch.random_moves())
    return process_time() - began


def as_table(rates: list[Rate], games: int) -> Table:
    """The rates for people to read."""
    table = Table(title=f"Games of random moves in a second of one core, {games} at once")
    table.add_column("game")
    for heading in ("whole", "move by move", "OpenSpiel", "pgx", "whole, times OpenSpiel", "whole, times pgx"):
        table.add_column(heading, justify="right")
    for one in rates:
        theirs = (one.openspiel, one.pgx)
        shown = ["" if rate is None else f"{rate:,.0f}" for rate in theirs]
        times = ["" if rate is None else f"{one.whole / rate:,.0f}" for rate in theirs]
        table.add_row(one.game, f"{one.whole:,.0f}", f"{one.stepwise:,.0f}", *shown, *times)
    return table


def not_there() -> list[str]:
    """A line for each of the others that is not installed."""
    there = {"OpenSpiel": openspiel() is not None, "pgx": pgx_installed()}
    return [f"{name} is not installed (pip install '.[bench]')" for name, found in there.items() if not found]


@click.command()
@click.option("--games", default=20_000, show_default=True, help="Games in a batch.")
@click.option("--seconds", default=3.0, show_default=True, help="How long OpenSpiel is measured.")
@click.option("--seed", default=1, show_default=True, help="What the moves are drawn from.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def main(games: int, seconds: float, seed: int, as_json: bool) -> None:
    """Measure batches of random games beside pgx's batches and OpenSpiel's single games."""
    rates = measure(games, seconds, seed)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rates)).decode())
        return
    Console().print(as_table(rates, games))
    for line in not_there():
        click.echo(line)


if __name__ == "__main__":
    main()
