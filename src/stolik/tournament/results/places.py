"""Places in the standings: by points, then by the tie-breaks that the format has; who is still equal shares a place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from stolik.tournament.plan.assignment import Result
from stolik.tournament.results.standings import beat, meetings

DIRECT: Final = "direct result"
BUCHHOLZ: Final = "Buchholz"
SONNEBORN_BERGER: Final = "Sonneborn-Berger"
TIE_BREAKS: Final[Mapping[str, tuple[str, ...]]] = {
    "cyclic": (DIRECT, SONNEBORN_BERGER),
    "round-robin": (DIRECT, SONNEBORN_BERGER),
    "swiss": (BUCHHOLZ, SONNEBORN_BERGER, DIRECT),
    # Everybody has met the first player only.
    "gauntlet": (),
}
"""The tie-breaks of each format, in their order."""


class Place(Struct, frozen=True):
    """A player's place."""

    name: str
    place: int
    shared: bool
    tie_breaks: dict[str, float]
    """The values of the format's tie-breaks. The direct result is there only where it was needed and could be had."""


class _Met(Struct, frozen=True):
    """What players have got against each other."""

    points: dict[str, float]
    against: Mapping[str, Mapping[str, float]]
    """[one][other]: the points of one against the other."""
    times: Mapping[str, Mapping[str, int]]
    """[one][other]: in how many meetings they met."""
    byes: Mapping[str, int]


def places(
    game: str, format_: str, results: Iterable[Result], points: Mapping[str, float], byes: Mapping[str, int]
) -> list[Place]:
    """Everyone's place, the best first; equal players in the order of `points`, which has all names."""
    met = _met(game, results, points, byes)
    criteria = TIE_BREAKS[format_]
    found: list[Place] = []
    for group in _split(list(points), [lambda name, _: points[name], *(_VALUES[name](met) for name in criteria)]):
        for name in group:
            values = {
                BUCHHOLZ: _buchholz(met, name),
                SONNEBORN_BERGER: _sonneborn_berger(met, name),
                DIRECT: _direct(met, name, [other for other in points if points[other] == points[name]]),
            }
            known = {criterion: value for criterion in criteria if (value := values[criterion]) is not None}
            found.append(Place(name, len(found) - group.index(name) + 1, len(group) > 1, known))
    return found


def _met(game: str, results: Iterable[Result], points: Mapping[str, float], byes: Mapping[str, int]) -> _Met:
    against: dict[str, defaultdict[str, float]] = {name: defaultdict(float) for name in points}
    times: dict[str, Counter[str]] = {name: Counter() for name in points}
    for meeting in meetings(results):
        names = list(meeting[0].seats.values())
        for one in names:
            for other in names:
                if one != other:
                    times[one][other] += 1
        for result in meeting:
            for seat, one in result.seats.items():
                for other_seat, other in result.seats.items():
                    if seat != other_seat:
                        against[one][other] += beat(game, result, seat, other_seat)
    return _Met(dict(points), against, times, byes)


_Value = Callable[[str, Sequence[str]], float | None]
"""The value of a tie-break for a player among those who are equal so far; None: it cannot be applied to them."""


def _split(group: list[str], values: Sequence[_Value]) -> list[list[str]]:
    """Divides players by one criterion after the other, into groups of equal players."""
    if len(group) < 2 or not values:
        return [group]
    found = {name: values[0](name, group) for name in group}
    if None in found.values():
        return _split(group, values[1:])
    parts: dict[float, list[str]] = {}
    for name, value in found.items():
        parts.setdefault(value or 0.0, []).append(name)
    return [part for value in sorted(parts, reverse=True) for part in _split(parts[value], values[1:])]


def _buchholz(met: _Met, name: str) -> float:
    """The points of all opponents, once for each meeting; a bye counts as an opponent with the player's own points."""
    of_opponents = sum(times * met.points[other] for other, times in met.times[name].items())
    return of_opponents + met.byes.get(name, 0) * met.points[name]


def _sonneborn_berger(met: _Met, name: str) -> float:
    """The points of each opponent, times what the player has got against that opponent."""
    return sum(got * met.points[other] for other, got in met.against[name].items())


def _direct(met: _Met, name: str, group: Sequence[str]) -> float | None:
    """What the player has got against the others of a group, if all of them have met equally often."""
    met_by = {met.times[one].get(other, 0) for one in group for other in group if one != other}
    if len(met_by) != 1 or met_by == {0}:
        return None
    return sum(met.against[name].get(other, 0.0) for other in group)


_VALUES: Final[Mapping[str, Callable[[_Met], _Value]]] = {
    BUCHHOLZ: lambda met: lambda name, _: _buchholz(met, name),
    SONNEBORN_BERGER: lambda met: lambda name, _: _sonneborn_berger(met, name),
    DIRECT: lambda met: lambda name, group: _direct(met, name, group),
}
