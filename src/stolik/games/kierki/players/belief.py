"""Belief: computes how likely the plays seen are in a world, and draws worlds by that likelihood.

What a seat plays depends on its own cards and on what everyone can see. So the likelihood of all plays is a product
over the seats, and for each seat a sum over its possible ways of playing. To change a world, two seats exchange a
card; then only these two must be computed again (Metropolis's algorithm).
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
"""A way of playing that can add at most this part to a hand's weight is skipped."""
TWO_AT_ONCE: Final = 4
"""One exchange in so many is of two cards: single ones cannot reach every likely world."""
MEMO: Final = 1 << 15
"""The size of the cache of the heuristic's choices; a power of two."""
_HAND: Final = 52
"""The bits of a hand."""
_SPREADING: Final = 0x9E3779B97F4A7C15 - (1 << 64)


@kernel("float64(float64[::1], float64[::1])")
def weight(prior: Floats, credits: Floats) -> float:
    """The likelihood of the plays when the way of playing is not known."""
    whole = 0.0
    for way in range(WAYS):
        whole += prior[way] * credits[way]
    return whole


@kernel("float64(int64, boolean, int64)")
def _agrees(way: int, same: bool, many: int) -> float:
    """The likelihood of a card for a way of playing that is fixed except for slips."""
    return (1.0 - SLIPS[way] if same else 0.0) + SLIPS[way] / many  # type: ignore[no-any-return]


@kernel("int64(int64[::1], int64, int64, boolean, int64[::1], float64[:,::1], float64[::1])")
def _recall(play: Ints, seat: int, held: int, sensing: bool, keys: Ints, memo: Floats, paper: Floats) -> int:
    """The cache index of the chances that a sensible player makes the play, in each manner; computed if needed.

    The first chance is negative when the play is also the heuristic's.
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
    """Computes the weight of a possible hand of a seat; `credits[way]` is the likelihood of its plays in that way.

    Returns the weight. Stops as soon as it is at most `enough`, and skips ways that can hardly matter. A play that
    ended the computation is checked earlier the next time.
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
    """Draws a way of playing for the seat, by the likelihood of its plays."""
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
    """Lets two other seats exchange one or two cards, if possible and if Metropolis's rule accepts it.

    Every second time both cards are of one suit, because more of those exchanges are accepted. The frequency of worlds
    then approaches the likelihood of the plays, to the power of `trust`.
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
    """Resamples the worlds: likelier ones replace unlikely ones, when the trust grows by `more_trust`."""
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
