"""Belief: how likely the plays seen at Kierki would have been in a world, and worlds drawn accordingly.

What a seat plays depends on its own cards and on what lies open. So the likelihood of all that was seen is a product
over the seats, each a sum over the ways in which that seat may be playing; and a world can be changed by letting two
seats exchange a card, with only those two to be weighed anew (Metropolis's algorithm).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.players.kierki_estimate import weigh
from stolik.players.kierki_kernels import (
    VOIDS,
    Floats,
    Ints,
    Words,
    actor_of,
    below,
    kernel,
    nth,
    playable,
    popcount,
    share,
    suit_of,
)
from stolik.players.kierki_playout import DUCK, HEURISTIC, RANDOM, SENSIBLE, WAYS, duck, sensible_chance

PRIOR: Final = np.array([0.05, 0.3, 0.3, 0.35])
"""[way]: how likely a player that was never met is to play so: random, duck, heuristic or sensible."""
SLIP: Final = 0.03
"""The chance that a seat leaves its way for one card: nobody is ruled out by a single play."""


@kernel("float64(float64[::1])")
def weight(credits: Floats) -> float:
    """How likely the plays are when the way is not known."""
    whole = 0.0
    for way in range(WAYS):
        whole += PRIOR[way] * credits[way]
    return whole


@kernel("float64(int64[:,::1], int64[::1], int64, int64, int64, float64, float64[::1], float64[::1])")
def credit(
    rows: Ints, cards: Ints, plays: int, seat: int, hand: int, enough: float, paper: Floats, credits: Floats
) -> float:
    """Weighs a hand that a seat may have now: `credits[way]` is how likely its plays are if it plays in that way.

    Returns their weight; as soon as it is no more than `enough` the rest does not matter, and is left out.
    """
    credits[:] = 1.0
    for play in range(plays - 1, -1, -1):
        row, card = rows[play], cards[play]
        if actor_of(row) != seat:
            continue
        hand |= 1 << card
        legal = playable(row, hand)
        many = popcount(legal)
        if many == 1:
            continue
        slip = SLIP / many
        credits[RANDOM] *= 1 / many
        credits[DUCK] *= 1 - SLIP + slip if duck(row, hand) == card else slip
        favourite = weigh(row, hand, paper)
        credits[HEURISTIC] *= 1 - SLIP + slip if favourite == card else slip
        credits[SENSIBLE] *= sensible_chance(row, legal, favourite, card, paper)
        if weight(credits) <= enough:
            return 0.0
    return weight(credits)


@kernel("int64(float64[::1], uint64[::1])")
def draw_way(credits: Floats, chance: Words) -> int:
    """A way for the seat, as likely as what was seen of it makes it."""
    left = share(chance) * weight(credits)
    for way in range(WAYS - 1):
        left -= PRIOR[way] * credits[way]
        if left < 0.0:
            return way
    return WAYS - 1


@kernel(
    "boolean(int64[:,::1], int64[::1], int64, int64[::1], int64, int64[::1], float64[:,::1], float64[:,::1],"
    " float64[::1], uint64[::1])"
)
def exchange(
    rows: Ints,
    cards: Ints,
    plays: int,
    deal: Ints,
    me: int,
    world: Ints,
    credits: Floats,
    tried: Floats,
    paper: Floats,
    chance: Words,
) -> bool:
    """Lets two other seats exchange a card, if that is possible and the plays seen do not speak against it."""
    left_out = below(chance, 3)
    one = (me + 1 + (left_out == 0)) & 3
    two = (me + 2 + (left_out != 2)) & 3
    if world[one] == 0 or world[two] == 0:
        return False
    given = nth(world[one], below(chance, popcount(world[one])))
    got = nth(world[two], below(chance, popcount(world[two])))
    if deal[VOIDS + suit_of(given)] >> two & 1 or deal[VOIDS + suit_of(got)] >> one & 1:
        return False
    both = (1 << given) | (1 << got)
    needed = share(chance) * weight(credits[one]) * weight(credits[two])
    first = credit(rows, cards, plays, one, world[one] ^ both, needed, paper, tried[0])
    if first == 0.0 or not credit(rows, cards, plays, two, world[two] ^ both, needed / first, paper, tried[1]):
        return False
    world[one] ^= both
    world[two] ^= both
    credits[one] = tried[0]
    credits[two] = tried[1]
    return True
