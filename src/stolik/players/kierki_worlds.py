"""Worlds: ways in which the hidden cards of Kierki may lie, drawn so that each possible one is equally likely.

A world is possible when every other seat has the right number of cards and none of a suit in which it is known to be
void. Worlds are drawn without rejection: first how many cards of each suit a seat has, in proportion to the number of
worlds that agree with it, then which ones.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from stolik.games.kierki import TRICKS
from stolik.players.kierki_kernels import (
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

_CHOICES: Final = np.array([[comb(n, k) for k in range(TRICKS + 1)] for n in range(TRICKS + 1)], dtype=np.float64)
"""[n, k]: in how many ways k cards can be picked from n."""


def room_for_ways() -> Floats:
    """An empty table for `count_ways`, to be used again and again."""
    return np.zeros((5, TRICKS + 1, TRICKS + 1))


@kernel("float64(int64[::1], int64, int64, int64, int64, int64)")
def _splits(deal: Ints, me: int, suit: int, many: int, first: int, second: int) -> float:
    """In how many ways so many cards of a suit can be split, if the next two seats have these numbers of them."""
    void = deal[VOIDS + suit]
    third = many - first - second
    if (
        (first and void >> ((me + 1) & 3) & 1)
        or (second and void >> ((me + 2) & 3) & 1)
        or (third and void >> ((me + 3) & 3) & 1)
    ):
        return 0.0
    return _CHOICES[many, first] * _CHOICES[many - first, second]  # type: ignore[no-any-return]


@kernel("float64(int64[::1], int64, int64[::1], float64[:,:,::1])")
def count_ways(deal: Ints, me: int, counts: Ints, ways: Floats) -> float:
    """How many worlds are possible when each seat has so many cards; fills the table from which they are drawn.

    `ways[suit, first, second]` counts those of the suit and the later ones alone, in which the two seats after me
    have so many cards of them; the third seat has the rest.
    """
    unseen = DECK & ~deal[GONE] & ~deal[HANDS + me]
    most_first, most_second = counts[(me + 1) & 3], counts[(me + 2) & 3]
    if popcount(unseen) != most_first + most_second + counts[(me + 3) & 3]:
        return 0.0
    ways[:] = 0.0
    ways[4, 0, 0] = 1.0
    for suit in range(3, -1, -1):
        many = popcount(unseen & SUITS[suit])
        for first in range(many + 1):
            for second in range(many + 1 - first):
                splits = _splits(deal, me, suit, many, first, second)
                if splits == 0.0:
                    continue
                for a in range(first, most_first + 1):
                    for b in range(second, most_second + 1):
                        ways[suit, a, b] += splits * ways[suit + 1, a - first, b - second]
    return ways[0, most_first, most_second]  # type: ignore[no-any-return]


@kernel("int64(int64, int64, uint64[::1])")
def _pick(cards: int, many: int, chance: Words) -> int:
    """So many of the cards."""
    picked = 0
    left = popcount(cards)
    for _ in range(many):
        bit = 1 << nth(cards, below(chance, left))
        picked |= bit
        cards ^= bit
        left -= 1
    return picked


@kernel("void(int64[::1], int64, int64[::1], float64[:,:,::1], uint64[::1], int64[::1])")
def draw_world(deal: Ints, me: int, counts: Ints, ways: Floats, chance: Words, world: Ints) -> None:
    """Deals the unseen cards to the other seats; needs the table that `count_ways` has filled."""
    unseen = DECK & ~deal[GONE] & ~deal[HANDS + me]
    world[:] = 0
    world[me] = deal[HANDS + me]
    a, b = counts[(me + 1) & 3], counts[(me + 2) & 3]
    for suit in range(4):
        cards = unseen & SUITS[suit]
        many = popcount(cards)
        left = share(chance) * ways[suit, a, b]
        at_first, at_second = 0, 0
        for first in range(min(many, a) + 1):
            for second in range(min(many - first, b) + 1):
                weight = _splits(deal, me, suit, many, first, second) * ways[suit + 1, a - first, b - second]
                if weight > 0.0 and left >= 0.0:
                    # The last possible split stands should rounding leave a remainder.
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
