"""How strong the players of Kierki are: duplicate matches of one hero against three of a field.

Every deal is played four times, the hero sitting at N, E, S and W in turn, so that the luck of the cards evens out.
The four are not independent, so a deal is the unit over which errors are computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from stolik.games.kierki import DEAL_POINTS, KINDS, SEATS, Deal, new_match, random_deal
from stolik.players.registry import AnyPlayer, make_player

PAIRINGS: Final = (("heuristic", "duck"), ("heuristic", "random"), ("duck", "random"), ("heuristic", "heuristic"))
"""A hero, and the player that takes the other three seats; the last checks the measure itself: it must give 25%."""


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


def measure(hero: str, field: str, deals: int, seed: int, kinds: Sequence[int] = KINDS) -> Strength:
    """Plays so many deals of each type, at least two, each from the four seats; the seed settles everything."""
    rng = Random(seed)
    points = {
        kind: _figure([_duplicate(hero, field, random_deal(rng, kind), rng) for _ in range(deals)]) for kind in kinds
    }
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


def _duplicate(hero: str, field: str, deal: Deal, rng: Random) -> float:
    """The hero's mean points over the four seats of one deal."""
    return fmean(_points_at(seat, hero, field, deal, rng) for seat in range(len(SEATS)))


def _points_at(hero_seat: int, hero: str, field: str, deal: Deal, rng: Random) -> int:
    names = [hero if seat == hero_seat else field for seat in range(len(SEATS))]
    return play_deal(deal, [make_player("kierki", name, Random(rng.random())) for name in names])[hero_seat]


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
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def main(deals: int, seed: int, as_json: bool) -> None:
    """Measure the players of Kierki against one another."""
    console = Console()
    results = []
    for hero, field in PAIRINGS:
        results.append(measure(hero, field, deals, seed))
        if not as_json:
            console.print(as_table(results[-1]))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(results)).decode())


if __name__ == "__main__":
    main()
