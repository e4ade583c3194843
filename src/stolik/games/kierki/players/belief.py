"""Belief: how likely the plays seen at Kierki would have been in a world, and worlds drawn accordingly.

What a seat plays depends on its own cards and on what lies open. So the likelihood of all that was seen is a product
over the seats, each a sum over the ways in which that seat may be playing; and a world can be changed by letting two
seats exchange a card, with only those two to be weighed anew (Metropolis's algorithm).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.games.kierki.players.estimate import weigh
from stolik.games.kierki.players.kernels import (
    NUMBER,
    SUITS,
    VOIDS,
    Floats,
    Ints,
    Words,
    below,
    kernel,
    nth,
    playable,
    popcount,
    share,
    suit_of,
)
from stolik.games.kierki.players.playout import (
    CASUAL,
    DUCK,
    HEURISTIC,
    RANDOM,
    ROUGH_DUCK,
    ROUGH_HEURISTIC,
    SENSIBLE,
    SLIPS,
    WAYS,
    note_chances,
)
from stolik.games.kierki.players.seen import CARD, LACKS, MADE, OWN

NEGLIGIBLE: Final = 1e-6
"""Ways that can add no more than this part to a hand's weight need not be followed."""
TWO_AT_ONCE: Final = 4
"""Of the others, one in so many is of two cards: single ones do not lead from every likely world to every other."""
MEMO: Final = 1 << 15
"""How many plays of the heuristic are remembered; a power of two."""
_HAND: Final = 52
"""The bits of a hand."""
_SPREADING: Final = 0x9E3779B97F4A7C15 - (1 << 64)


@kernel("float64(float64[::1], float64[::1])")
def weight(prior: Floats, credits: Floats) -> float:
    """How likely the plays are when the way is not known."""
    whole = 0.0
    for way in range(WAYS):
        whole += prior[way] * credits[way]
    return whole


@kernel("float64(int64, boolean, int64)")
def _agrees(way: int, same: bool, many: int) -> float:
    """How likely a card is with a player of a way that is certain but for its slips."""
    return (1.0 - SLIPS[way] if same else 0.0) + SLIPS[way] / many  # type: ignore[no-any-return]


@kernel("int64(int64[::1], int64, int64, boolean, int64[::1], float64[:,::1], float64[::1])")
def _recall(play: Ints, seat: int, held: int, sensing: bool, keys: Ints, memo: Floats, paper: Floats) -> int:
    """Where the memo has the chance that a sensible player makes the play, in each manner, if it matters.

    The first is negative when the play is also the heuristic's.
    """
    key = held | (8 * play[NUMBER] + 2 * seat + sensing) << _HAND
    at = (key * _SPREADING >> 40) & (MEMO - 1)
    if keys[at] != key:
        card = play[CARD]
        favourite = weigh(play, held, paper)
        keys[at] = key
        memo[at] = 1.0
        if sensing:
            note_chances(play, held, favourite, card, paper, memo[at])
        if favourite == card:
            memo[at, 0] = -memo[at, 0]
    return at  # type: ignore[no-any-return]


@kernel(
    "float64(int64[:,:,::1], int64[:,::1], int64, int64, float64[::1], float64, int64[::1], float64[:,::1],"
    " float64[::1], float64[::1])"
)
def credit(
    rows: Ints,
    order: Ints,
    seat: int,
    hand: int,
    prior: Floats,
    enough: float,
    keys: Ints,
    memo: Floats,
    paper: Floats,
    credits: Floats,
) -> float:
    """Weighs a hand that a seat may have now: `credits[way]` is how likely its plays are if it plays in that way.

    Returns their weight; as soon as it is no more than `enough` the rest does not matter, and is left out. Ways that
    could hardly matter are left out, too. A play that settles the matter comes earlier the next time.
    """
    plain = prior[RANDOM] + prior[DUCK] + prior[ROUGH_DUCK] > NEGLIGIBLE * enough
    sensing = prior[SENSIBLE] + prior[CASUAL] > NEGLIGIBLE * enough
    weighing = sensing or prior[HEURISTIC] + prior[ROUGH_HEURISTIC] > NEGLIGIBLE * enough
    for way in range(WAYS):
        credits[way] = plain if way in (RANDOM, DUCK, ROUGH_DUCK) else weighing
    for at in range(order[seat, MADE]):
        play = rows[seat, order[seat, at]]
        held = hand | play[OWN]
        legal = playable(play, held)
        many = popcount(legal)
        if many == 1:
            continue
        if plain:
            same = held & play[LACKS] == 0
            for way in (RANDOM, DUCK, ROUGH_DUCK):
                credits[way] *= _agrees(way, same, many)
        if weighing:
            chances = memo[_recall(play, seat, held, sensing, keys, memo, paper)]
            credits[SENSIBLE] *= abs(chances[0])
            credits[CASUAL] *= chances[1]
            for way in (HEURISTIC, ROUGH_HEURISTIC):
                credits[way] *= _agrees(way, chances[0] < 0.0, many)
        if weight(prior, credits) <= enough:
            if at:
                order[seat, at - 1], order[seat, at] = order[seat, at], order[seat, at - 1]
            return 0.0
    return weight(prior, credits)


@kernel("int64(float64[::1], float64[::1], uint64[::1])")
def draw_way(prior: Floats, credits: Floats, chance: Words) -> int:
    """A way for the seat, as likely as what was seen of it makes it."""
    left = share(chance) * weight(prior, credits)
    for way in range(WAYS - 1):
        left -= prior[way] * credits[way]
        if left < 0.0:
            return way
    return WAYS - 1


@kernel(
    "boolean(int64[:,:,::1], int64[:,::1], int64[::1], int64, float64[:,::1], int64[::1], float64[:,::1],"
    " float64, float64[:,::1], int64[::1], float64[:,::1], float64[::1], uint64[::1])"
)
def exchange(
    rows: Ints,
    order: Ints,
    deal: Ints,
    me: int,
    prior: Floats,
    world: Ints,
    credits: Floats,
    trust: float,
    tried: Floats,
    keys: Ints,
    memo: Floats,
    paper: Floats,
    chance: Words,
) -> bool:
    """Lets two other seats exchange a card, or two, if that is possible and the plays seen do not speak against it.

    Every second time it is a card for another of its suit, for more of those exchanges stand. Worlds then come as often
    as the likelihood of those plays, to the power of our trust in it, makes them.
    """
    left_out = below(chance, 3)
    one = (me + 1 + (left_out == 0)) & 3
    two = (me + 2 + (left_out != 2)) & 3
    if world[one] == 0 or world[two] == 0:
        return False
    card = nth(world[one], below(chance, popcount(world[one])))
    given, got, wanted = 1 << card, 0, world[two]
    if below(chance, 2):
        wanted &= SUITS[suit_of(card)]
    elif below(chance, TWO_AT_ONCE) == 0:
        given |= 1 << nth(world[one], below(chance, popcount(world[one])))
        got = 1 << nth(world[two], below(chance, popcount(world[two])))
    if wanted == 0:
        return False
    got |= 1 << nth(wanted, below(chance, popcount(wanted)))
    if popcount(given) != popcount(got):
        return False
    for suit in range(4):
        void = deal[VOIDS + suit]
        if (void >> two & 1 and given & SUITS[suit]) or (void >> one & 1 and got & SUITS[suit]):
            return False
    both = given | got
    needed = share(chance) ** (1.0 / trust) * weight(prior[one], credits[one]) * weight(prior[two], credits[two])
    first = credit(rows, order, one, world[one] ^ both, prior[one], needed, keys, memo, paper, tried[0])
    if first == 0.0:
        return False
    if not credit(rows, order, two, world[two] ^ both, prior[two], needed / first, keys, memo, paper, tried[1]):
        return False
    world[one] ^= both
    world[two] ^= both
    credits[one] = tried[0]
    credits[two] = tried[1]
    return True


@kernel("void(int64, float64[:,::1], int64[:,::1], float64[:,:,::1], float64, uint64[::1])")
def choose_again(me: int, prior: Floats, worlds: Ints, credits: Floats, more_trust: float, chance: Words) -> None:
    """Puts likelier worlds in the place of unlikely ones, as the likelihoods are trusted so much more than before."""
    likely = np.ones(len(worlds))
    for at in range(len(worlds)):
        for seat in range(4):
            if seat != me:
                likely[at] *= weight(prior[seat], credits[at, seat])
    likely = (likely / likely.max()) ** more_trust
    old_worlds, old_credits = worlds.copy(), credits.copy()
    step = likely.sum() / len(worlds)
    source, reached, mark = 0, likely[0], share(chance) * step
    for at in range(len(worlds)):
        while reached < mark and source < len(worlds) - 1:
            source += 1
            reached += likely[source]
        worlds[at] = old_worlds[source]
        credits[at] = old_credits[source]
        mark += step
