"""How many deals of Kierki are played out in a second: in machine code, and by the plain rules in the same run.

A playout here is a whole deal from its first card until no points are left, with the seven types in turn.
Rates are per second of processor time on one core, so a busy machine does not lower them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import process_time
from typing import Final

import click
import msgspec
import numpy as np
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from stolik.games.kierki.players.estimate import PAPER
from stolik.games.kierki.players.kernels import WIDTH, Floats, Ints, Words, kernel, new_deal
from stolik.games.kierki.players.playout import DUCK, HEURISTIC, RANDOM, play_out
from stolik.games.kierki.rules import KINDS, Position, random_match
from stolik.players.registry import AnyPlayer, make_player

WAYS: Final = {"random": RANDOM, "duck": DUCK, "heuristic": HEURISTIC}
FIELDS: Final = (("random",) * 4, ("duck",) * 4, ("heuristic", "duck", "duck", "duck"), ("heuristic",) * 4)
BATCH: Final = 70
"""Different deals in a batch: ten of each type."""


class Rate(Struct, frozen=True):
    """Playouts a second of the four players, by the kernels and by the plain rules."""

    players: tuple[str, ...]
    kernels: float
    plain: float


@kernel("void(int64[:,::1], int64[::1], uint64[::1], float64[::1])")
def _play_batch(deals: Ints, ways: Ints, chance: Words, paper: Floats) -> None:
    row = np.zeros(WIDTH, dtype=np.int64)
    for deal in range(len(deals)):
        row[:] = deals[deal]
        play_out(row, ways, chance, paper)


def _rate(play_batch: Callable[[], None], seconds: float) -> float:
    """Plays batches for about so many seconds; the first, which may compile, does not count."""
    play_batch()
    batches, start = 0, process_time()
    while process_time() - start < seconds:
        play_batch()
        batches += 1
    return batches * BATCH / (process_time() - start)


def measure(seconds: float, seed: int) -> Iterator[Rate]:
    """The rates of every field of players."""
    rng = Random(seed)
    starts = [random_match(rng, [kind]) for _ in range(BATCH // len(KINDS)) for kind in KINDS]
    deals = np.array([new_deal(start.deal.kind, start.deal.first, start.hands) for start in starts])
    chance, paper = np.array([seed], dtype=np.uint64), np.zeros(PAPER)
    for field in FIELDS:
        ways = np.array([WAYS[name] for name in field])
        players = [make_player("kierki", name, rng) for name in field]
        kernels = _rate(partial(_play_batch, deals, ways, chance, paper), seconds)
        yield Rate(field, kernels, _rate(partial(_play_plainly, starts, players), seconds))


def _play_plainly(starts: Sequence[Position], players: Sequence[AnyPlayer]) -> None:
    for position in starts:
        while position.turn:
            position = position.play(players[position.open.actor].choose(position.view(position.turn)))


def as_table(rates: list[Rate]) -> Table:
    """The rates for people to read."""
    table = Table(title="Deals of Kierki played out in a second of one core")
    for heading in ("players", "kernels", "plain rules", "times"):
        table.add_column(heading, justify="right")
    for rate in rates:
        numbers = (f"{rate.kernels:,.0f}", f"{rate.plain:,.0f}", f"{rate.kernels / rate.plain:,.0f}")
        table.add_row(" ".join(rate.players), *numbers)
    return table


@click.command()
@click.option("--seconds", default=2.0, show_default=True, help="How long each rate is measured.")
@click.option("--seed", default=1, show_default=True, help="What the deals are drawn from.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def main(seconds: float, seed: int, as_json: bool) -> None:
    """Measure how fast deals are played out."""
    rates = list(measure(seconds, seed))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rates)).decode())
    else:
        Console().print(as_table(rates))


if __name__ == "__main__":
    main()
