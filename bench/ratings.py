"""Simulates tournaments whose true strengths are known, and counts how often the ratings' statements are right.

    python -m bench.ratings            prints the tables
    python -m bench.ratings --write    puts them into docs/tournaments.md

The seed is fixed: the same code gives the same tables. It takes some minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import exp, log
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from stolik.tournament.results.fit import Fit
from stolik.tournament.results.ratings import SCALE, TAIL, Meeting, fit_meetings, superiority

DOCS: Final = Path(__file__).parents[1] / "docs" / "tournaments.md"
BEGIN: Final = "<!-- made by python -m bench.ratings --write -->"
END: Final = "<!-- end of what bench.ratings made -->"
PLAYERS: Final = 12
GAMES: Final = (4, 10, 40)
# The spread of a field's strengths is drawn between these, evenly on a logarithmic scale: 87 to 521 points of rating.
SMALLEST, LARGEST = 0.5, 3.0
# Fields of one spread.
FIELDS: Final = (0.5, 1.0, 2.0, 3.0)
# How often the second game of a pair is decided by the position just as the first one was.
SPLIT: Final = 0.5
BANDS: Final = ((0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.99), (0.99, 1.01))


# A band with fewer claims is not shown.
FEWEST_CLAIMS: Final = 100

Spreads = tuple[float, float]
"""Between which values the spread of a field is drawn."""


class Kind(NamedTuple):
    """A kind of tournament."""

    title: str
    seats: int
    of_a_meeting: int
    simulate: Callable[[Random, Sequence[float], Sequence[int]], Meeting]


class Counts:
    """How often statements were made, and how often they were right."""

    def __init__(self) -> None:
        self.intervals = self.covered = 0
        self.claims: dict[tuple[float, float], list[float]] = {band: [0, 0, 0.0] for band in BANDS}

    def add(self, truth: Sequence[float], fitted: Fit) -> None:
        """Compares one tournament's ratings with the truth."""
        for player, strength in enumerate(truth):
            self.intervals += 1
            self.covered += TAIL <= fitted.below(strength, player) <= 1 - TAIL
            for other in range(player):
                claimed = superiority(fitted, player, other)
                right = (strength > truth[other]) == (claimed > 0.5)
                claimed = max(claimed, 1 - claimed)
                band = next(band for band in BANDS if band[0] <= claimed < band[1])
                self.claims[band][0] += 1
                self.claims[band][1] += right
                self.claims[band][2] += claimed


def single(rng: Random, truth: Sequence[float], table: Sequence[int]) -> Meeting:
    """One game of two."""
    return [_pair_game(table, rng.random() < _chance(truth, table))]


def paired(rng: Random, truth: Sequence[float], table: Sequence[int]) -> Meeting:
    """Two games from one position. Each is won as often as a single one, but often the position wins both."""
    chance, luck = _chance(truth, table), rng.random()
    again = 1 - luck if rng.random() < SPLIT else rng.random()
    return [_pair_game(table, luck < chance), _pair_game(table, again < chance)]


def rotation(rng: Random, truth: Sequence[float], table: Sequence[int]) -> Meeting:
    """Four games of four, one from every seat; each is a ranking."""
    return [_ranking(rng, truth, table) for _ in range(4)]


def _chance(truth: Sequence[float], table: Sequence[int]) -> float:
    one, other = table
    return 1 / (1 + exp(truth[other] - truth[one]))


def _pair_game(table: Sequence[int], won: bool) -> list[tuple[int, float]]:
    return [(table[0], float(won)), (table[1], float(not won))]


def _ranking(rng: Random, truth: Sequence[float], table: Sequence[int]) -> list[tuple[int, float]]:
    # The order of exponential waiting times is that of Plackett and Luce.
    waits = sorted(table, key=lambda player: rng.expovariate(exp(truth[player])))
    return [(player, float(len(table) - 1 - place)) for place, player in enumerate(waits)]


KINDS: Final = (
    Kind("two players, single games", 2, 1, single),
    Kind("two players, paired games", 2, 2, paired),
    Kind("four players, every seat", 4, 4, rotation),
)


def simulate(kind: Kind, games: int, tournaments: int, spreads: Spreads = (SMALLEST, LARGEST)) -> Counts:
    """Some tournaments of one kind, in which everybody plays that many games."""
    rng = Random(f"{kind.title}/{games}")
    counts = Counts()
    for _ in range(tournaments):
        truth = _field(rng, spreads)
        meetings = []
        for _ in range(max(1, games // kind.of_a_meeting)):
            order = rng.sample(range(PLAYERS), PLAYERS)
            tables = [order[start : start + kind.seats] for start in range(0, PLAYERS, kind.seats)]
            meetings += [kind.simulate(rng, truth, table) for table in tables]
        counts.add(truth, fit_meetings(PLAYERS, meetings))
    return counts


def _field(rng: Random, spreads: Spreads) -> list[float]:
    spread = exp(rng.uniform(*map(log, spreads)))
    strengths = [rng.gauss(0, spread) for _ in range(PLAYERS)]
    middle = sum(strengths) / PLAYERS
    return [strength - middle for strength in strengths]


def tables(tournaments: int) -> str:
    """All tables, as Markdown."""
    with ProcessPoolExecutor() as pool:
        mixed = {
            (kind.title, games): pool.submit(simulate, kind, games, tournaments) for kind in KINDS for games in GAMES
        }
        alike = {
            (spread, games): pool.submit(simulate, KINDS[0], games, tournaments, (spread, spread))
            for spread in FIELDS
            for games in GAMES
        }
    found = {key: counts.result() for key, counts in mixed.items()}
    heads = [f"{games} games a player" for games in GAMES]
    covered = [[kind.title, *(_covered(found[kind.title, games]) for games in GAMES)] for kind in KINDS]
    by_spread = [
        [f"{spread * SCALE:.0f} points", *(_covered(alike[spread, games].result()) for games in GAMES)]
        for spread in FIELDS
    ]
    claims = [
        [f"{kind.title}, {games} games", *map(_claim, found[kind.title, games].claims.values())]
        for kind in KINDS
        for games in GAMES
    ]
    bands = [f"{100 * low:.0f} to {100 * min(high, 1):.0f} %" for low, high in BANDS]
    return "\n\n".join(
        (
            f"How often the 95 % interval has the true rating in it ({tournaments} tournaments of {PLAYERS} players):",
            _table(["", *heads], covered),
            "The same for fields of one kind, by the standard deviation of their true ratings (single games):",
            _table(["", *heads], by_spread),
            "How often the one that is said to be better is better, by how sure the report is: said / true:",
            _table(["", *bands], claims),
        )
    )


def _covered(counts: Counts) -> str:
    return f"{100 * counts.covered / counts.intervals:.1f} %"


def _claim(claim: Sequence[float]) -> str:
    made, right, sure = claim
    return f"{100 * sure / made:.1f} / {100 * right / made:.1f} %" if made >= FEWEST_CLAIMS else "–"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(arguments: Sequence[str]) -> None:
    """Prints the tables, or writes them into the documentation."""
    made = tables(500)
    if "--write" in arguments:
        text = DOCS.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        _, _, after = rest.partition(END)
        DOCS.write_text(f"{before}{BEGIN}\n\n{made}\n\n{END}{after}", encoding="utf-8")
    else:
        print(made)


if __name__ == "__main__":
    main(sys.argv[1:])
