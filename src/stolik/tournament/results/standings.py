"""The standings: points, results against each other, faults by kind, and the time that moves took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final

from msgspec import Struct

from stolik.contract import Seat
from stolik.contract.registry import find_game
from stolik.tournament.plan.assignment import Ending, Result


class Line(Struct, frozen=True):
    """A player's line in the standings."""

    name: str
    points: float
    """One for every opponent with a worse result in a game, a half for an equal result."""
    games: int
    won: int
    """Games won alone."""
    walkovers: float
    """The part of the points that was won against programs that never made a legal move."""
    faults: dict[str, int]
    """How many games the player lost by faults, by ending."""
    mean_time: float
    longest_time: float


def beat(game: str, result: Result, one: Seat, other: Seat) -> float:
    """The points of one seat against another in a game: 1, a half or 0. Both get 0 if both failed or it is annulled."""
    won, lost = one in result.winners, other in result.winners
    if won != lost:
        return float(won)
    if result.ending is not Ending.RULES:
        return 0.5 if won else 0.0
    mine, theirs = result.scores[one], result.scores[other]
    if mine == theirs:
        return 0.5
    return float((mine < theirs) == find_game(game).low_score_wins)


def beaten(game: str, result: Result, seat: Seat) -> float:
    """A seat's points in a game."""
    return sum(beat(game, result, seat, other) for other in result.seats if other != seat)


def standings(game: str, names: Iterable[str], results: Sequence[Result]) -> list[Line]:
    """Everyone's line, the best first; equal players in the order in which they were drawn."""
    mine: dict[str, list[tuple[Seat, Result]]] = {name: [] for name in names}
    for result in results:
        for seat, name in result.seats.items():
            mine[name].append((seat, result))
    idle = never_moved(results)
    lines = [_line(game, name, games, idle) for name, games in mine.items()]
    return sorted(lines, key=lambda line: -line.points)


def never_moved(results: Iterable[Result]) -> set[str]:
    """Who has lost a game by a fault and has not made a legal move in any."""
    failed: set[str] = set()
    moved: set[str] = set()
    for result in results:
        moved.update(result.seats[seat] for seat in set(result.movers))
        failed.update(name for seat, name in result.seats.items() if is_fault(result, seat))
    return failed - moved


def _line(game: str, name: str, games: Sequence[tuple[Seat, Result]], idle: Container[str]) -> Line:
    times = [
        time
        for seat, result in games
        for mover, time in zip(result.movers, result.times, strict=False)
        if mover == seat
    ]
    return Line(
        name=name,
        points=sum(beaten(game, result, seat) for seat, result in games),
        games=len(games),
        walkovers=sum(
            beat(game, result, seat, other)
            for seat, result in games
            for other, opponent in result.seats.items()
            if other != seat and opponent in idle
        ),
        won=sum(result.winners == (seat,) for seat, result in games),
        faults=dict(Counter(str(result.ending) for seat, result in games if is_fault(result, seat))),
        mean_time=fmean(times) if times else 0.0,
        longest_time=max(times, default=0.0),
    )


def byes(names: Sequence[str], results: Iterable[Result]) -> Counter[str]:
    """How often each player rested in a Swiss tournament; unfinished rounds do not count."""
    present: dict[int, set[str]] = {}
    for result in results:
        present.setdefault(result.round, set()).update(result.seats.values())
    absent = (set(names) - here for here in present.values())
    return Counter(name for alone in absent if len(alone) == len(names) % 2 for name in alone)


def is_fault(result: Result, seat: Seat) -> bool:
    """Whether the seat lost by a fault, not by the rules of the game."""
    return result.ending not in (Ending.RULES, Ending.ANNULLED) and seat not in result.winners


def crosstable(game: str, names: Sequence[str], results: Sequence[Result], only_first: bool) -> list[list[str]]:
    """The course's table: a row for each round, a column for each player.

    `+k`, `-k`, `=k` and `xk` mean a game won, lost, drawn or annulled against zk. With `only_first` a meeting is in the
    column of the player who is first in the schedule, as in the course's document; otherwise in the columns of all its
    players.
    """
    numbers = {name: number for number, name in enumerate(names, 1)}
    rows: dict[int, list[list[str]]] = {}
    for meeting in meetings(results):
        first = next(iter(meeting[0].seats.values()))
        row = rows.setdefault(meeting[0].round, [[] for _ in names])
        for result in meeting:
            for seat, name in result.seats.items():
                if name == first or not only_first:
                    row[numbers[name] - 1].append(_signs(game, result, seat, numbers))
    return [[" ".join(cell) for cell in rows[round_]] for round_ in sorted(rows)]


def meetings(results: Iterable[Result]) -> list[list[Result]]:
    """Groups the games of one position by the same players, in the order of the schedule."""
    found: dict[tuple[int, frozenset[str], str], list[Result]] = {}
    for result in sorted(results, key=lambda result: result.number):
        found.setdefault((result.round, frozenset(result.seats.values()), result.setup), []).append(result)
    return list(found.values())


def _signs(game: str, result: Result, seat: Seat, numbers: Mapping[str, int]) -> str:
    """The signs of one game: `+2`, or with four seats `+2-3=4`."""
    others = ((other, numbers[name]) for other, name in result.seats.items() if other != seat)
    if result.ending is Ending.ANNULLED:
        return "".join(f"x{number}" for _, number in others)
    return "".join(f"{_SIGNS[beat(game, result, seat, other)]}{number}" for other, number in others)


_SIGNS: Final = {1.0: "+", 0.5: "=", 0.0: "-"}
