"""How strong the players of Kierki are: duplicate matches of one hero against three of a field.

Every deal is played four times, the hero sitting at N, E, S and W in turn, so that the luck of the cards evens out.
The four are not independent, so a deal is the unit over which errors are computed.

A player is named as in the registry. One that samples can be given a budget for each choice, in playouts
(`flat:500`) or in milliseconds (`search:100ms`). The time is the processor's, so that a busy machine weakens nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Final

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from stolik.games.kierki import DEAL_POINTS, KINDS, SEATS, Deal, new_match, random_deal
from stolik.players.registry import AnyPlayer, make_player

STRONG_PAIRINGS: Final = (
    ("flat", "duck"),
    ("flat", "heuristic"),
    ("search:100ms", "duck"),
    ("search:100ms", "heuristic"),
    ("search:100ms", "flat"),
)
"""With Numba's players: 200 deals of each type take a core some hours."""
PAIRINGS: Final = (("heuristic", "duck"), ("heuristic", "random"), ("duck", "random"), ("heuristic", "heuristic"))
"""A hero, and the player that takes the other three seats; the last checks the measure itself: it must give 25%."""


Run = Callable[[Callable[["Duplicate"], float], Iterable["Duplicate"]], Iterable[float]]


class Figure(Struct, frozen=True):
    """A mean, and its standard error."""

    mean: float
    error: float

    def scaled(self, factor: float) -> Figure:
        """The same in other units."""
        return Figure(self.mean * factor, self.error * factor)


class Strength(Struct, frozen=True):
    """What a hero took against a field, by type of deal and over all of them."""

    hero: str
    field: str
    deals: int
    """How many deals of each type were played, each of them from the four seats."""
    points: dict[int, Figure]
    """[kind]: the hero's points in a deal."""
    shares: dict[int, Figure]
    """[kind]: the hero's part of all the points, in percent; 25 is an equal one."""
    mean_points: Figure
    """Over the types: the hero's points in a deal."""
    share: Figure
    """The hero's part of the points of all the types together, in percent."""


class Duplicate(Struct, frozen=True):
    """One deal, to be played from the four seats; a value, so that any process can do it."""

    hero: str
    field: str
    deal: Deal
    seed: float

    def points(self) -> float:
        """The hero's mean points over the four seats."""
        rng = Random(self.seed)
        return fmean(self._points_at(seat, rng) for seat in range(len(SEATS)))

    def _points_at(self, hero_seat: int, rng: Random) -> int:
        names = [self.hero if seat == hero_seat else self.field for seat in range(len(SEATS))]
        return play_deal(self.deal, [named_player(name, Random(rng.random())) for name in names])[hero_seat]


def named_player(name: str, rng: Random) -> AnyPlayer:
    """A registered player of Kierki, with its own budget or with the one behind the colon; raises ValueError."""
    player, _, budget = name.partition(":")
    if not budget:
        return make_player("kierki", player, rng)
    from stolik.players.kierki_search import STYLES, Search  # not before a player needs Numba

    number = budget.removesuffix("ms")
    if player not in STYLES or not number.isdecimal():
        raise ValueError(f"not a player with a budget such as search:100ms or flat:500: {name!r}")
    if number != budget:
        return Search(rng, STYLES[player], seconds=int(number) / 1000, clock=process_time)
    return Search(rng, STYLES[player], playouts=int(number))


def measure(
    hero: str, field: str, deals: int, seed: int, kinds: Sequence[int] = KINDS, run: Run | None = None
) -> Strength:
    """Plays so many deals of each type, at least two, each from the four seats; the seed settles everything.

    Unless a player thinks by the clock. `run` maps the work to its results, in order; by default here and now.
    """
    rng = Random(seed)
    work = [Duplicate(hero, field, random_deal(rng, kind), rng.random()) for kind in kinds for _ in range(deals)]
    results = list((run or map)(Duplicate.points, work))
    points = {kind: _figure(results[place * deals :][:deals]) for place, kind in enumerate(kinds)}
    together = Figure(
        sum(figure.mean for figure in points.values()),
        sqrt(sum(figure.error**2 for figure in points.values())),
    )
    return Strength(
        hero=hero,
        field=field,
        deals=deals,
        points=points,
        shares={kind: figure.scaled(100 / DEAL_POINTS[kind]) for kind, figure in points.items()},
        mean_points=together.scaled(1 / len(kinds)),
        share=together.scaled(100 / sum(DEAL_POINTS[kind] for kind in kinds)),
    )


def play_deal(deal: Deal, players: Sequence[AnyPlayer]) -> tuple[int, ...]:
    """The points by seat after the players, in the order N E S W, have played the deal."""
    position = new_match([deal])
    while not position.open.over:
        actor = position.open.actor
        position = position.play(players[actor].choose(position.view(SEATS[actor])))
    return position.open.totals


def _figure(sample: Sequence[float]) -> Figure:
    return Figure(fmean(sample), stdev(sample) / sqrt(len(sample)))


def as_table(strength: Strength) -> Table:
    """The figures for people to read."""
    table = Table(title=f"{strength.hero} against three of {strength.field}, {strength.deals} deals of each type")
    for heading in ("type", "points a deal", "share, %"):
        table.add_column(heading, justify="right")
    for name, points, share in _rows(strength):
        table.add_row(name, f"{points.mean:.2f} ± {points.error:.2f}", f"{share.mean:.1f} ± {share.error:.1f}")
    return table


def _rows(strength: Strength) -> Iterator[tuple[str, Figure, Figure]]:
    for kind, points in strength.points.items():
        yield str(kind), points, strength.shares[kind]
    yield "all", strength.mean_points, strength.share


@click.command()
@click.option("--deals", default=200, show_default=True, type=click.IntRange(min=2), help="Deals of each type.")
@click.option("--seed", default=1, show_default=True, help="What the deals are drawn from.")
@click.option("--pair", "pairs", nargs=2, multiple=True, metavar="HERO FIELD", help="Only these, such as flat duck.")
@click.option("--strong", is_flag=True, help="The pairings that need Numba and much time.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(min=1), help="Processes that play.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def main(deals: int, seed: int, pairs: tuple[tuple[str, str], ...], strong: bool, workers: int, as_json: bool) -> None:
    """Measure the players of Kierki against one another."""
    pairings = pairs or (STRONG_PAIRINGS if strong else PAIRINGS)
    _check(pairings)
    console = Console()
    results = []
    with ProcessPoolExecutor(workers) as pool:
        for hero, field in pairings:
            results.append(measure(hero, field, deals, seed, run=pool.map if workers > 1 else None))
            if not as_json:
                console.print(as_table(results[-1]))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(results)).decode())


def _check(pairings: Sequence[tuple[str, str]]) -> None:
    for name in {name for pairing in pairings for name in pairing}:
        try:
            named_player(name, Random(0))
        except ValueError as wrong:
            raise click.UsageError(str(wrong)) from wrong


if __name__ == "__main__":
    main()
