"""Whole games of random moves in a second, thousands at once: `stolik.batch`, and OpenSpiel one by one.

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
from bench.openspiel import WHY_NOT, their_rate

NEAREST = {"kierki": "hearts", "othello": "othello"}
"""[our game]: OpenSpiel's."""


class Rate(Struct, frozen=True):
    """Games a second, one core."""

    game: str
    whole: float
    """Played to the end in machine code."""
    stepwise: float
    """Played move by move, with arrays of moves that Python sees."""
    openspiel: float | None
    """None where it is not installed."""


def measure(games: int, seconds: float, seed: int) -> list[Rate]:
    """Every game that is played in batches."""
    return [
        Rate(
            name,
            games / _whole(name, games, seed),
            games / _stepwise(name, games, seed),
            their_rate(theirs, seconds, seed),
        )
        for name, theirs in NEAREST.items()
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


@click.command()
@click.option("--games", default=20_000, show_default=True, help="Games in a batch.")
@click.option("--seconds", default=3.0, show_default=True, help="How long OpenSpiel is measured.")
@click.option("--seed", default=1, show_default=True, help="What the moves are drawn from.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def main(games: int, seconds: float, seed: int, as_json: bool) -> None:
    """Measure batches of random games beside OpenSpiel's single ones."""
    rates = measure(games, seconds, seed)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rates)).decode())
        return
    table = Table(title=f"Games of random moves in a second of one core, {games} at once")
    table.add_column("game")
    for heading in ("whole", "move by move", "OpenSpiel", "move by move, times OpenSpiel"):
        table.add_column(heading, justify="right")
    for one in rates:
        theirs = (
            ("", "") if one.openspiel is None else (f"{one.openspiel:,.0f}", f"{one.stepwise / one.openspiel:,.0f}")
        )
        table.add_row(one.game, f"{one.whole:,.0f}", f"{one.stepwise:,.0f}", *theirs)
    Console().print(table)
    if rates[0].openspiel is None:
        click.echo(WHY_NOT)


if __name__ == "__main__":
    main()
