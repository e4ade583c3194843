"""How far apart the five strengths of each game are: every name against the one below it.

Games for two are played in pairs, the same start from both seats, after a few random moves if a game has only one
start. Kierki is played in duplicate: one against three of the name below, each deal from the four seats. Errors are
computed over pairs, or over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from bench.kierki_strength import measure as measure_kierki
from stolik.contract.registry import all_games, find_game
from stolik.players.registry import STRENGTHS, make_player

Run = Callable[[Callable[[str], float], Iterable[str]], Iterable[float]]

OPENING: Final = {"othello": 8}
"""[game]: random moves before the players begin, for games with only one start."""
KIERKI_DEALS: Final = 4
"""So many pairs of the other games take as long as a deal of each of the seven types, from four seats."""


class Rung(Struct, frozen=True):
    """How one name does against the one below it."""

    game: str
    name: str
    below: str
    rate: float
    """Games won, draws counting half, in percent; 50 is equal. Kierki: its share of the points; 25 is equal."""
    error: float
    units: int
    """Pairs of games, or deals of each type."""


def pair_of_games(game_name: str, name: str, below: str, seed: str) -> float:
    """The share that the name wins, from 0 to 1, of a start played from both seats."""
    rng = Random(seed)
    game = find_game(game_name)
    start = game.start(rng)
    for _ in range(OPENING.get(game_name, 0)):
        start = start.play(rng.choice(start.moves()))
    return fmean(_won(game_name, start, name, below, seat, rng) for seat in game.seats)


def _won(game_name: str, start: Any, name: str, below: str, hero: str, rng: Random) -> float:  # noqa: ANN401 - any game's
    players = {
        seat: make_player(game_name, name if seat == hero else below, Random(rng.random()))
        for seat in find_game(game_name).seats
    }
    position = start
    while position.turn is not None:
        position = position.play(players[position.turn].choose(position.view(position.turn)))
    return float(hero in position.winners) / len(position.winners)


def rung(game_name: str, name: str, below: str, pairs: int, seed: int, run: Run) -> Rung:
    """Plays so many pairs of games, or a corresponding number of deals of each type."""
    if len(find_game(game_name).seats) > 2:
        deals = max(pairs // KIERKI_DEALS, 2)
        share = measure_kierki(name, below, deals, seed, run=run).share  # type: ignore[arg-type]
        return Rung(game_name, name, below, share.mean, share.error, deals)
    play = partial(pair_of_games, game_name, name, below)
    results = [100 * won for won in run(play, [f"{seed} {number}" for number in range(pairs)])]
    return Rung(game_name, name, below, fmean(results), stdev(results) / sqrt(pairs), pairs)


def as_table(rungs: Sequence[Rung]) -> Table:
    """The figures for people to read."""
    table = Table(
        title="Each strength against the one below it",
        caption="Games won, 50 being equal; of Kierki the share of the points, 25 being equal and less being better.",
    )
    for heading in ("game", "strength", "against", "%", "over"):
        table.add_column(heading, justify="right" if heading in ("%", "over") else "left")
    for one in rungs:
        shared = len(find_game(one.game).seats) > 2
        against = f"three of {one.below}" if shared else one.below
        over = f"{one.units} deals a type" if shared else f"{one.units} pairs"
        table.add_row(one.game, one.name, against, f"{one.rate:.1f} ± {one.error:.1f}", over)
    return table


@click.command()
@click.option("--pairs", default=200, show_default=True, type=click.IntRange(min=4), help="Pairs of games of a rung.")
@click.option("--seed", default=1, show_default=True, help="What the starts are drawn from.")
@click.option("--game", "games", multiple=True, type=click.Choice(list(all_games())), help="Only this game.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(min=1), help="Processes that play.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def main(pairs: int, seed: int, games: tuple[str, ...], workers: int, as_json: bool) -> None:
    """Measure the five strengths of every game against one another."""
    with ProcessPoolExecutor(workers) as pool:
        run: Run = pool.map if workers > 1 else map
        rungs = [
            rung(game, name, below, pairs, seed, run)
            for game in games or all_games()
            for below, name in pairwise(STRENGTHS)
        ]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(rungs)).decode())
    else:
        Console().print(as_table(rungs))


if __name__ == "__main__":
    main()
