"""Worlds: layouts of the hidden cards of Kierki, drawn so that each possible one is equally likely.

A world is possible when every other seat has the right number of cards and none that it cannot have. Worlds are drawn
without rejection: the hidden cards are grouped into classes by which seats may have them. First the number of cards of
each class is drawn for each seat, in proportion to the number of worlds that agree with it; then the cards.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from stolik.games.kierki.players.kernels import (
    DECK,
    GONE,
    HANDS,
    SUITS,
    VOIDS,
    Floats,
    Ints,
    Words,
    below,
    kernel,
    nth,
    popcount,
    share,
)
from stolik.games.kierki.rules import TRICKS

_MOST: Final = 3 * TRICKS
_CHOICES: Final = np.array([[comb(n, k) for k in range(TRICKS + 1)] for n in range(_MOST + 1)], dtype=np.float64)
"""[n, k]: in how many ways k cards can be picked from n."""
CLASSES: Final = 8
"""A bit for each of the three seats after us: whether it may hold the cards of the class."""


def room_for_ways() -> Floats:
    """An empty table for `count_ways`, which can be reused."""
    return np.zeros((CLASSES + 1, TRICKS + 1, TRICKS + 1))


@kernel("void(int64[::1], int64[::1])")
def bar_voids(deal: Ints, barred: Ints) -> None:
    """`barred[seat]`: the cards that the seat cannot have, because it did not follow suit."""
    for seat in range(4):
        barred[seat] = 0
        for suit in range(4):
            if deal[VOIDS + suit] >> seat & 1:
                barred[seat] |= SUITS[suit]


@kernel("int64(int64[::1], int64, int64[::1], int64)")
def _class(deal: Ints, me: int, barred: Ints, which: int) -> int:
    """The unseen cards of a class."""
    cards = DECK & ~deal[GONE] & ~deal[HANDS + me]
    for place in range(3):
        cannot = barred[(me + 1 + place) & 3]
        cards &= ~cannot if which >> place & 1 else cannot
    return cards  # type: ignore[no-any-return]


@kernel("float64(int64, int64, int64, int64)")
def _splits(which: int, many: int, first: int, second: int) -> float:
    """In how many ways `many` cards of a class can be split, if the next two seats get `first` and `second` of them."""
    third = many - first - second
    if (first and not which & 1) or (second and not which & 2) or (third and not which & 4):
        return 0.0
    return _CHOICES[many, first] * _CHOICES[many - first, second]  # type: ignore[no-any-return]


@kernel("float64(int64[::1], int64, int64[::1], int64[::1], float64[:,:,::1])")
def count_ways(deal: Ints, me: int, counts: Ints, barred: Ints, ways: Floats) -> float:
    """The number of possible worlds when each seat has `counts` cards; fills the table from which they are drawn.

    `ways[which, first, second]` counts the splits of that class and the later ones in which the two seats after me
    have `first` and `second` of these cards; the third seat has the rest.
    """
    most_first, most_second, most_third = counts[(me + 1) & 3], counts[(me + 2) & 3], counts[(me + 3) & 3]
    if popcount(DECK & ~deal[GONE] & ~deal[HANDS + me]) != most_first + most_second + most_third:
        return 0.0
    ways[:] = 0.0
    ways[CLASSES, 0, 0] = 1.0
    for which in range(CLASSES - 1, -1, -1):
        many = popcount(_class(deal, me, barred, which))
        for first in range(min(many, most_first) + 1):
            for second in range(max(0, many - first - most_third), min(many - first, most_second) + 1):
                splits = _splits(which, many, first, second)
                if splits == 0.0:
                    continue
                for a in range(first, most_first + 1):
                    for b in range(second, most_second + 1):
                        ways[which, a, b] += splits * ways[which + 1, a - first, b - second]
    return ways[0, most_first, most_second]  # type: ignore[no-any-return]


@kernel("int64(int64, int64, uint64[::1])")
def _pick(cards: int, many: int, chance: Words) -> int:
    """A random subset of the cards, of the given size."""
    picked = 0
    left = popcount(cards)
    for _ in range(many):
        bit = 1 << nth(cards, below(chance, left))
        picked |= bit
        cards ^= bit
        left -= 1
    return picked


@kernel("void(int64[::1], int64, int64[::1], int64[::1], float64[:,:,::1], uint64[::1], int64[::1])")
def draw_world(deal: Ints, me: int, counts: Ints, barred: Ints, ways: Floats, chance: Words, world: Ints) -> None:
    """Deals the unseen cards to the other seats; needs the table that `count_ways` has filled."""
    world[:] = 0
    world[me] = deal[HANDS + me]
    a, b = counts[(me + 1) & 3], counts[(me + 2) & 3]
    for which in range(CLASSES):
        cards = _class(deal, me, barred, which)
        many = popcount(cards)
        if many == 0:
            continue
        left = share(chance) * ways[which, a, b]
        at_first, at_second = 0, 0
        for first in range(min(many, a) + 1):
            for second in range(min(many - first, b) + 1):
                rest = ways[which + 1, a - first, b - second]
                if rest > 0.0 and left >= 0.0:
                    weight = _splits(which, many, first, second) * rest
                    if weight > 0.0:
                        # If rounding leaves a remainder, the last possible split is used.
                        at_first, at_second = first, second
                        left -= weight
        a -= at_first
        b -= at_second
        picked = _pick(cards, at_first, chance)
        world[(me + 1) & 3] |= picked
        cards ^= picked
        picked = _pick(cards, at_second, chance)
        world[(me + 2) & 3] |= picked
        world[(me + 3) & 3] |= cards ^ picked
