"""How deals are played out in machine code: ways of choosing a card, and the rest of a deal played by them.

Each way sees of the deal only what its seat would: the hand, what lies open, and who has shown to be void.
"""

from __future__ import annotations

from typing import Final

from stolik.games.cards import Card
from stolik.players.kierki_estimate import weigh
from stolik.players.kierki_kernels import (
    BEST,
    COUNT,
    HANDS,
    LEADER,
    SUITS,
    Floats,
    Ints,
    Words,
    below,
    highest,
    kernel,
    lowest,
    nth,
    playable,
    popcount,
    put,
    settled,
    suit_of,
)

RANDOM: Final = 0
DUCK: Final = 1
HEURISTIC: Final = 2

_TWOS: Final = sum(1 << 13 * suit for suit in range(4))
"""Shifted, the four cards of any rank."""
_ONE_SUIT: Final = (1 << 13) - 1


@kernel("int64(int64)")
def _ranks(cards: int) -> int:
    """The ranks that occur in a set, as a set of clubs."""
    return (cards | cards >> 13 | cards >> 26 | cards >> 39) & _ONE_SUIT


@kernel("int64(int64[::1], int64)")
def duck(deal: Ints, hand: int) -> Card:
    """What `Duck` plays."""
    legal = playable(deal, hand)
    if deal[COUNT] == 0:
        return lowest(legal & (_TWOS << lowest(_ranks(legal))))
    best = deal[BEST]
    if legal & SUITS[suit_of(best)]:
        under = legal & ((1 << best) - 1)
        return highest(under) if under else lowest(legal)
    return highest(legal & (_TWOS << highest(_ranks(legal))))


@kernel("int64(int64[::1], int64, int64, uint64[::1], float64[::1])")
def choose(deal: Ints, hand: int, way: int, chance: Words, paper: Floats) -> Card:
    """The card that a player of that way plays from the hand."""
    if way == HEURISTIC:
        return weigh(deal, hand, paper)
    if way == DUCK:
        return duck(deal, hand)
    legal = playable(deal, hand)
    return nth(legal, below(chance, popcount(legal)))


@kernel("void(int64[::1], int64[::1], uint64[::1], float64[::1])")
def play_out(deal: Ints, ways: Ints, chance: Words, paper: Floats) -> None:
    """Plays the deal on until nothing more can cost anybody anything, each seat in its way."""
    while not settled(deal):
        seat = (deal[LEADER] + deal[COUNT]) & 3
        put(deal, choose(deal, deal[HANDS + seat], ways[seat], chance, paper))
