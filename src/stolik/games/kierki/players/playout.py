"""Plays deals out in machine code. A way is a style of playing; each seat in a playout has one.

Each way uses only what its seat would see: the hand, what everyone can see, and who is known to be void.
"""

from __future__ import annotations

from math import exp
from typing import Final

import numpy as np

from stolik.games.kierki.cards import Card
from stolik.games.kierki.players.estimate import weigh
from stolik.games.kierki.players.instinct import sense
from stolik.games.kierki.players.kernels import (
    BEST,
    COUNT,
    HANDS,
    KIND,
    LEADER,
    SUITS,
    Floats,
    Ints,
    Words,
    below,
    distinct_cards,
    highest,
    kernel,
    lowest,
    nth,
    playable,
    popcount,
    put,
    settled,
    share,
    suit_of,
)
from stolik.games.kierki.rules import DEAL_POINTS, TRICKS

RANDOM: Final = 0
DUCK: Final = 1
HEURISTIC: Final = 2
SENSIBLE: Final = 3
CASUAL: Final = 4
"""Unknown sensible players, in two manners: their choices are random."""
ROUGH_DUCK: Final = 5
ROUGH_HEURISTIC: Final = 6
"""Players who sometimes play a random card."""
WAYS: Final = 7
INSTINCT: Final = 7
"""Only for our own later cards; no other seat is supposed to play in this way."""
SLIPS: Final = np.array([1.0, 0.001, 0.001, 0.0, 0.0, 0.2, 0.1])
"""[way]: the chance of a random card. It is never 0, so that one play cannot rule out a way."""

MANNERS: Final = 2
"""Of strangers with sense: the first, who think long, as our own `flat` does, and those with a judgement of their own,
as our own `network`. The chances below fit their plays best, or nearly so: others may be something like them."""
AGREES: Final = np.array([0.3, 0.0])
"""[manner]: how often they play the heuristic's card without further thought."""
STRAYS: Final = np.array([0.01, 0.15])
"""[manner]: how often they play a random card. Otherwise a card is rarer, the higher its estimated cost."""
SPREAD: Final = 0.9
"""First manner: the extra cost, in parts of a trick's mean points, that makes a card e times rarer."""
_SHARPER: Final = 5
"""Second manner: an extra cost of one part in so many makes a card e times rarer."""
TWIN: Final = np.array([0.01, 1.0])
"""[manner]: how often they play a card that has an equivalent lower one, relative to that one."""
_SCALES: Final = np.array([1.0] + [TRICKS / (SPREAD * points) for points in DEAL_POINTS[1:]])
"""[kind]: turns points into powers of e."""

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


@kernel("float64(int64[::1], float64, float64)")
def _appeal(deal: Ints, least: float, cost: float) -> float:
    """How often a sensible player of the first manner plays a card of that cost, relative to the cheapest."""
    return exp((least - cost) * _SCALES[deal[KIND]])


@kernel("float64(float64, int64, int64, int64)")
def _in_manner(appeal: float, distinct: int, manner: int, card: Card) -> float:
    """The same in either manner, also considering equivalent lower cards."""
    if manner:
        appeal = appeal**_SHARPER
    return appeal if distinct >> card & 1 else TWIN[manner] * appeal


@kernel("int64(int64, int64)")
def _first_twin(distinct: int, card: Card) -> Card:
    """The lowest of the cards that are equivalent to this one."""
    return highest(distinct & ((2 << card) - 1))


@kernel("void(int64[::1], int64, int64, int64, float64[::1], float64[::1])")
def note_chances(deal: Ints, hand: int, favourite: Card, card: Card, paper: Floats, chances: Floats) -> None:
    """`chances[manner]`: how likely a sensible player is to play the card; reads the costs of all from the paper."""
    legal = playable(deal, hand)
    distinct, many = distinct_cards(deal, hand, legal), popcount(legal)
    first, second, least = 0.0, 0.0, paper[favourite]
    while legal:
        other = lowest(legal)
        legal &= legal - 1
        appeal = _appeal(deal, least, paper[other])
        first += _in_manner(appeal, distinct, 0, other)
        second += _in_manner(appeal, distinct, 1, other)
    appeal = _appeal(deal, least, paper[card])
    chances[0] = _in_manner(appeal, distinct, 0, card) / first
    chances[1] = _in_manner(appeal, distinct, 1, card) / second
    for manner in range(MANNERS):
        chances[manner] *= 1 - AGREES[manner] - STRAYS[manner]
        chances[manner] += STRAYS[manner] / many
        if card == _first_twin(distinct, favourite):
            chances[manner] += AGREES[manner]


@kernel("int64(int64[::1], int64, int64, uint64[::1], float64[::1])")
def _sensible(deal: Ints, hand: int, manner: int, chance: Words, paper: Floats) -> Card:
    """A card drawn with those chances."""
    favourite, legal = weigh(deal, hand, paper), playable(deal, hand)
    if legal & (legal - 1) == 0:
        return favourite
    left = share(chance) - AGREES[manner]
    if 0.0 <= left < STRAYS[manner]:
        return nth(legal, below(chance, popcount(legal)))
    distinct = distinct_cards(deal, hand, legal)
    if left < 0.0:
        return _first_twin(distinct, favourite)
    whole, cards, least = 0.0, legal, paper[favourite]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        paper[card] = _in_manner(_appeal(deal, least, paper[card]), distinct, manner, card)
        whole += paper[card]
    left = share(chance) * whole
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        left -= paper[card]
        if left < 0.0:
            return card
    return favourite


@kernel("int64(int64[::1], int64, int64, uint64[::1], float64[::1])")
def choose(deal: Ints, hand: int, way: int, chance: Words, paper: Floats) -> Card:
    """The card that a player of that way plays; `HEURISTIC` and `INSTINCT` write the costs of all to the paper."""
    if way == INSTINCT:
        return sense(deal, hand, paper)
    if way == HEURISTIC:
        return weigh(deal, hand, paper)
    if way == DUCK:
        return duck(deal, hand)
    if way in (SENSIBLE, CASUAL):
        return _sensible(deal, hand, way - SENSIBLE, chance, paper)
    if way != RANDOM and share(chance) >= SLIPS[way]:
        return duck(deal, hand) if way == ROUGH_DUCK else weigh(deal, hand, paper)
    legal = playable(deal, hand)
    return nth(legal, below(chance, popcount(legal)))


@kernel("void(int64[::1], int64[::1], uint64[::1], float64[::1])")
def play_out(deal: Ints, ways: Ints, chance: Words, paper: Floats) -> None:
    """Plays the deal until no points are left, each seat in its way."""
    while not settled(deal):
        seat = (deal[LEADER] + deal[COUNT]) & 3
        put(deal, choose(deal, deal[HANDS + seat], ways[seat], chance, paper))
