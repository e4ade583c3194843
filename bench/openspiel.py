"""Whole games of random moves in a second: our kernels, our plain rules, and OpenSpiel through its Python API.

All in one run and of one core's time. Hearts is the game of OpenSpiel's nearest to Kierki: 52 cards, 13 tricks.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from types import ModuleType

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from bench.kierki_playouts import measure as measure_kierki
from bench.othello import playouts_a_second as othello_kernels
from stolik.games.othello.rules import START

WHY_NOT = "OpenSpiel is not installed (pip install '.[bench]'), so there is nothing to compare with"


class Rate(Struct, frozen=True):
    """Games a second, one core."""

    game: str
    kernels: float
    plain: float
    openspiel: float | None
    """None where it is not installed."""


def openspiel() -> ModuleType | None:
    """OpenSpiel, where it is installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    module: ModuleType = pyspiel
    return module


def rate(play: Callable[[], None], seconds: float) -> float:
    """Games a second; the first game, which may load or compile something, does not count."""
    play()
    games, began = 0, process_time()
    while process_time() - began < seconds:
        play()
        games += 1
    return games / (process_time() - began)


def their_rate(name: str, seconds: float, seed: int) -> float | None:
    """Random games of OpenSpiel's."""
    spiel = openspiel()
    if spiel is None:
        return None
    game, rng = spiel.load_game(name), Random(seed)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))

    return rate(play, seconds)


def measure(seconds: float, seed: int) -> list[Rate]:
    """Both games."""
    rng = Random(seed)
    kierki = next(iter(measure_kierki(seconds, seed)))

    def play_othello() -> None:
        position = START
        while position.turn is not None:
            position = position.play(rng.choice(position.moves()))

    return [
        Rate("kierki (hearts)", kierki.kernels, kierki.plain, their_rate("hearts", seconds, seed)),
        Rate("othello", othello_kernels(), rate(play_othello, seconds), their_rate("othello", seconds, seed)),
    ]


def as_table(rates: list[Rate]) -> Table:
    """The rates for people to read."""
    table = Table(title="Games of random moves in a second of one core")
    table.add_column("game")
    for heading in ("our kernels", "our plain rules", "OpenSpiel", "kernels, times OpenSpiel"):
        table.add_column(heading, justify="right")
    for one in rates:
        theirs = ("", "") if one.openspiel is None else (f"{one.openspiel:,.0f}", f"{one.kernels / one.openspiel:,.0f}")
        table.add_row(one.game, f"{one.kernels:,.0f}", f"{one.plain:,.0f}", *theirs)
    return table


@click.command()
@click.option("--seconds", default=3.0, show_default=True, help="How long each rate is measured.")
@click.option("--seed", default=1, show_default=True, help="What the moves are drawn from.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def main(seconds: float, seed: int, as_json: bool) -> None:
    """Measure random playouts beside OpenSpiel's."""
    rates = measure(seconds, seed)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rates)).decode())
        return
    Console().print(as_table(rates))
    if rates[0].openspiel is None:
        click.echo(WHY_NOT)


if __name__ == "__main__":
    main()
