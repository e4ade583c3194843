"""Who meets whom, in which round and from which position: pure functions of the number of players.

Players are numbered from 0 as they were drawn; the course's z1 is 0. A table lists its players in the order of
their seats, and in games for two the first one moves first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Final

from msgspec import Struct

Table = tuple[int, ...]
"""The players of one game, by number."""


class Pairing(Struct, frozen=True):
    """One game of the schedule."""

    round: int
    players: Table
    position: str
    """Games with the same key are played from the same position."""


class ScheduleError(ValueError):
    """An impossible tournament: too few players, or too many rounds."""


def cyclic(players: int, rounds: int, seats: int) -> Iterator[tuple[int, Table]]:
    """The course's schedule: in round r, zi meets z(i+r). At four seats, z(i+r), z(i+r+1) and z(i+r+2)."""
    steps = players - seats + 1
    for round_ in range(1, rounds + 1):
        step = 1 + (round_ - 1) % steps
        for player in range(players):
            others = ((player + step + more) % players for more in range(seats - 1))
            yield round_, (player, *others)


def round_robin(players: int, cycles: int, seats: int) -> Iterator[tuple[int, Table]]:
    """Everyone meets everyone, once a cycle; who moves first changes from cycle to cycle."""
    if seats > 2:
        for cycle in range(1, cycles + 1):
            for table in combinations(range(players), seats):
                yield cycle, table
        return
    a_cycle = _circle(players)
    for cycle in range(cycles):
        for number, tables in enumerate(a_cycle, 1):
            for first, second in tables:
                yield cycle * len(a_cycle) + number, (second, first) if cycle % 2 else (first, second)


def _circle(players: int) -> list[list[tuple[int, int]]]:
    """The rounds of one cycle by the circle method: one player stays, the others rotate; of an odd number one rests."""
    ring: list[int | None] = list(range(players))
    if players % 2:
        ring.append(None)
    rounds = []
    for turn in range(len(ring) - 1):
        half = len(ring) // 2
        tables = []
        for place, (one, other) in enumerate(zip(ring[:half], reversed(ring[half:]), strict=True)):
            if one is not None and other is not None:
                # Without this, the player who stays would always move first.
                tables.append((other, one) if (turn if place == 0 else place) % 2 else (one, other))
        rounds.append(tables)
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def gauntlet(players: int, cycles: int, seats: int) -> Iterator[tuple[int, Table]]:
    """The first player meets everyone else, once a cycle; who moves first changes from cycle to cycle."""
    for cycle in range(1, cycles + 1):
        for others in combinations(range(1, players), seats - 1):
            table = (0, *others)
            yield cycle, table if cycle % 2 or seats > 2 else table[::-1]


Format = Callable[[int, int, int], Iterator[tuple[int, Table]]]
FIXED_FORMATS: Final[dict[str, Format]] = {"cyclic": cyclic, "round-robin": round_robin, "gauntlet": gauntlet}
"""The formats whose whole schedule is known at the start."""
FORMATS: Final = (*FIXED_FORMATS, "swiss")


def tables_in_all(format_: str, players: int, rounds: int, seats: int) -> int:
    """How many tables there are in all rounds of a tournament; each is played once or, paired, more often."""
    a_round = {
        "cyclic": players,
        "round-robin": comb(players, seats),
        "gauntlet": comb(players - 1, seats - 1),
        "swiss": players // seats,
    }[format_]
    return rounds * a_round


def usual_rounds(format_: str, players: int) -> int:
    """The default number of rounds."""
    if format_ == "cyclic":
        return max(1, players // 2)
    if format_ == "swiss":
        return max(1, (players - 1).bit_length())
    return 1


def check(format_: str, players: int, rounds: int, seats: int) -> None:
    """Raises ScheduleError when such a tournament is impossible."""
    if players < seats:
        raise ScheduleError(f"the game is played by {seats}, and there are {players} players")
    # With more rounds everyone would meet somebody twice: that is a round robin of several cycles.
    most = players if players % 2 else players - 1
    if format_ == "swiss" and seats == 2 and rounds > most:
        raise ScheduleError(
            f"{players} players can play {most} rounds of a Swiss tournament at most, not {rounds}; "
            "use --format round-robin"
        )


def games_of(tables: Sequence[tuple[int, Table]], paired: bool, first_table: int = 0) -> list[Pairing]:
    """The games of some tables; the games of one table, from the same position, follow each other."""
    return [
        Pairing(round_, seating, f"{round_}/{number}")
        for number, (round_, table) in enumerate(tables, first_table)
        for seating in seatings(table, paired)
    ]


def seatings(table: Table, paired: bool) -> list[Table]:
    """The order of a table's players in each of its games.

    Two players: one game, or also one with seats swapped. Four players: everyone in every seat; paired, also with the
    left and right neighbours exchanged.
    """
    if len(table) == 2:
        return [table, table[::-1]] if paired else [table]
    rotations = [table[turn:] + table[:turn] for turn in range(len(table))]
    return rotations + [seating[::-1] for seating in rotations] if paired else rotations
