"""How strong the players of Kierki are: duplicate matches of one hero against three of a field.

A match has one deal of each type, in any order, and the same four players, who may remember how the others play. Every
match is played four times, with the hero at N, E, S and W in turn, so that the luck of the cards evens out. The four
are not independent, so errors are computed over matches. If that takes too long, `--seats 1` plays each match once,
with the hero at N in the first, at E in the second, and so on. Then one of the field also plays the match from the
hero's seat. Four equal players take a quarter each in the long run, so its difference from a quarter is luck, and the
correlated part of the hero's result is subtracted (a control variate).

A player is named as in the registry. A player that samples can have a budget for each choice, in playouts (`flat:500`)
or in milliseconds (`search:100ms`). This is processor time, so a busy machine weakens no player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from statistics import fmean, linear_regression, stdev
from time import process_time
from typing import Final

import click
import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from stolik.games.kierki.rules import DEAL_POINTS, KINDS, SEATS, Deal, Points, new_match, random_deal
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
"""A hero, and the player on the other three seats; the last pair checks the method: it must give 25%."""


Run = Callable[[Callable[["Duplicate"], dict[int, float]], Iterable["Duplicate"]], Iterable[dict[int, float]]]


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
    """How many deals of each type were played, one in each match."""
    points: dict[int, Figure]
    """[kind]: the hero's points in a deal."""
    shares: dict[int, Figure]
    """[kind]: the hero's part of all the points, in percent; 25 is an equal one."""
    mean_points: Figure
    """Over the types: the hero's points in a deal."""
    share: Figure
    """The hero's part of the points of all the types together, in percent."""
    fair_share: Figure | None
    """The same with average cards; None when all seats were used, or with too few matches."""


class Duplicate(Struct, frozen=True):
    """One match, to be played from several seats; a value, so that any process can play it."""

    hero: str
    field: str
    deals: tuple[Deal, ...]
    seats: tuple[int, ...]
    """Where the hero sits, each time that the match is played."""
    seed: float

    def points(self) -> dict[int, float]:
        """[kind]: the hero's mean points over the seats."""
        rng = Random(self.seed)
        sheets = [self._points_at(seat, rng) for seat in self.seats]
        return {deal.kind: fmean(points) for deal, *points in zip(self.deals, *sheets, strict=True)}

    def _points_at(self, hero_seat: int, rng: Random) -> list[int]:
        names = [self.hero if seat == hero_seat else self.field for seat in range(len(SEATS))]
        sheet = play_match(self.deals, [named_player(name, Random(rng.random())) for name in names])
        return [points[hero_seat] for points in sheet]


def named_player(name: str, rng: Random) -> AnyPlayer:
    """A registered player of Kierki, with its own budget or with the one behind the colon; raises ValueError."""
    player, _, budget = name.partition(":")
    if not budget:
        return make_player("kierki", player, rng)
    from stolik.games.kierki.players.search import STYLES, Search  # not before a player needs Numba

    number = budget.removesuffix("ms")
    if player not in STYLES or not number.isdecimal():
        raise ValueError(f"not a player with a budget such as search:100ms or flat:500: {name!r}")
    if number != budget:
        return Search(rng, STYLES[player], seconds=int(number) / 1000, clock=process_time)
    return Search(rng, STYLES[player], playouts=int(number))


def measure(
    hero: str,
    field: str,
    deals: int,
    seed: int,
    kinds: Sequence[int] = KINDS,
    run: Run | None = None,
    seats: int = len(SEATS),
) -> Strength:
    """Plays `deals` matches, at least two, each from `seats` seats; the seed determines the result.

    With a budget of time the result varies. `run` maps the work to its results, in order; by default in this process.
    """
    work = matches(hero, field, deals, seed, kinds, seats)
    results = list((run or map)(Duplicate.points, work))
    points = {kind: _figure([result[kind] for result in results]) for kind in kinds}
    totals, whole = [sum(result.values()) for result in results], sum(DEAL_POINTS[kind] for kind in kinds)
    together, fair_share = _figure(totals), None
    if seats < len(SEATS) and deals > 2:
        stand_ins = (run or map)(Duplicate.points, matches(field, field, deals, seed, kinds, seats))
        luck = [sum(result.values()) - whole / len(SEATS) for result in stand_ins]
        fair_share = _without(luck, totals).scaled(100 / whole)
    return Strength(
        hero=hero,
        field=field,
        deals=deals,
        points=points,
        shares={kind: figure.scaled(100 / DEAL_POINTS[kind]) for kind, figure in points.items()},
        mean_points=together.scaled(1 / len(kinds)),
        share=together.scaled(100 / whole),
        fair_share=fair_share,
    )


def matches(
    hero: str, field: str, many: int, seed: int, kinds: Sequence[int] = KINDS, seats: int = len(SEATS)
) -> list[Duplicate]:
    """So many matches, drawn from the seed."""
    rng = Random(seed)
    work = []
    for number in range(many):
        deals = [random_deal(rng, kind) for kind in kinds]
        rng.shuffle(deals)
        hero_seats = tuple((number + place) % len(SEATS) for place in range(seats))
        work.append(Duplicate(hero, field, tuple(deals), hero_seats, rng.random()))
    return work


def play_match(deals: Sequence[Deal], players: Sequence[AnyPlayer]) -> tuple[Points, ...]:
    """The points of each deal after the players, in the order N E S W, have played the match."""
    position = new_match(deals)
    while not position.open.over:
        actor = position.open.actor
        position = position.play(players[actor].choose(position.view(SEATS[actor])))
    return position.open.sheet


def _figure(sample: Sequence[float]) -> Figure:
    return Figure(fmean(sample), stdev(sample) / sqrt(len(sample)))


def _without(luck: Sequence[float], sample: Sequence[float]) -> Figure:
    """The sample's mean without the part that is correlated with luck; the expected luck is 0."""
    slope = linear_regression(luck, sample).slope
    rest = _figure([one - slope * chance for one, chance in zip(sample, luck, strict=True)])
    return Figure(rest.mean, rest.error * sqrt((len(sample) - 1) / (len(sample) - 2)))  # for the slope was fitted


def as_table(strength: Strength) -> Table:
    """The figures for people to read."""
    table = Table(title=f"{strength.hero} against three of {strength.field}, {strength.deals} deals of each type")
    for heading in ("type", "points a deal", "share, %"):
        table.add_column(heading, justify="right")
    for name, points, share in _rows(strength):
        table.add_row(name, f"{points.mean:.2f} ± {points.error:.2f}", f"{share.mean:.1f} ± {share.error:.1f}")
    if fair := strength.fair_share:
        table.add_row("all, with average cards", "", f"{fair.mean:.2f} ± {fair.error:.2f}")
    return table


def _rows(strength: Strength) -> Iterator[tuple[str, Figure, Figure]]:
    for kind, points in strength.points.items():
        yield str(kind), points, strength.shares[kind]
    yield "all", strength.mean_points, strength.share


@click.command()
@click.option(
    "--deals", default=200, show_default=True, type=click.IntRange(min=2), help="Deals of each type, one in each match."
)
@click.option("--seed", default=1, show_default=True, help="What the deals are drawn from.")
@click.option("--pair", "pairs", nargs=2, multiple=True, metavar="HERO FIELD", help="Only these, such as flat duck.")
@click.option("--strong", is_flag=True, help="The pairings that need Numba and much time.")
@click.option(
    "--seats", default=4, show_default=True, type=click.IntRange(1, 4), help="From how many a match is played."
)
@click.option("--workers", default=1, show_default=True, type=click.IntRange(min=1), help="Processes that play.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
def main(
    deals: int, seed: int, pairs: tuple[tuple[str, str], ...], strong: bool, seats: int, workers: int, as_json: bool
) -> None:
    """Measure the players of Kierki against one another."""
    pairings = pairs or (STRONG_PAIRINGS if strong else PAIRINGS)
    _check(pairings)
    console = Console()
    results = []
    with ProcessPoolExecutor(workers) as pool:
        for hero, field in pairings:
            results.append(measure(hero, field, deals, seed, run=pool.map if workers > 1 else None, seats=seats))
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
