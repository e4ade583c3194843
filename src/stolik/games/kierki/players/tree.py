"""A tree of our own later choices at Kierki, in machine code: playouts use the results of earlier playouts.

A node is a choice of ours; its key is all the cards played since the card that is being tried, which we will have
seen by then. Its statistics are over all the worlds in which it was reached, so no choice uses a hidden card.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stolik.games.kierki.players.kernels import (
    COUNT,
    HANDS,
    LEADER,
    LEFT,
    TAKEN,
    Floats,
    Ints,
    Words,
    distinct_cards,
    kernel,
    lowest,
    playable,
    put,
    settled,
)
from stolik.games.kierki.players.playout import INSTINCT, choose
from stolik.games.kierki.rules import TRICKS

NODES: Final = 1 << 15
_FULL: Final = NODES * 3 // 4
EXPLORE: Final = 0.1
"""The exploration bonus of a card that was seldom tried, in parts of the points that are left."""
OPENING: Final = 0.5
"""How soon expensive cards are tried: this times the square root of the visits is the number of cards tried."""
TRUST: Final = 0.4
"""The part of a result that is instinct's estimate at our first choice beyond the tree; at later ones, of the rest."""
_SPREADING: Final = 0x9E3779B97F4A7C15 - (1 << 64)


class Tree:
    """The memory of the nodes."""

    def __init__(self) -> None:
        self.keys = np.zeros(NODES, dtype=np.int64)
        self.cards = np.zeros((NODES, TRICKS), dtype=np.int8)
        """[node, place]: the cards to choose from, the likeliest first."""
        self.stats = np.zeros((NODES, TRICKS, 2), dtype=np.float32)
        """[node, place]: how often the card was tried, and our points then."""
        self.sizes = np.zeros(NODES + 1, dtype=np.int64)
        """[node]: its number of cards; the last element is the number of nodes."""

    def clear(self) -> None:
        """Forgets everything."""
        self.keys[:] = 0
        self.sizes[NODES] = 0


@kernel("int64(int64[::1], int64)")
def _find(keys: Ints, key: int) -> int:
    """The index where the key is, or where it belongs."""
    at = (key * _SPREADING >> 40) & (NODES - 1)
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & (NODES - 1)
    return at


@kernel("void(int64, int64, int8[:,::1], float32[:,:,::1], int64[::1], float64[::1])")
def _grow(
    node: int, options: int, cards: NDArray[np.int8], stats: NDArray[np.float32], sizes: Ints, paper: Floats
) -> None:
    """Fills a new node with the cards, in the order of their costs on the paper."""
    size = 0
    while options:
        card = lowest(options)
        options &= options - 1
        place = size
        while place and paper[cards[node, place - 1]] > paper[card]:
            cards[node, place] = cards[node, place - 1]
            place -= 1
        cards[node, place] = card
        stats[node, size, 0] = 0.0
        stats[node, size, 1] = 0.0
        size += 1
    sizes[node] = size
    sizes[NODES] += 1


@kernel("int64(int64, int64, float32[:,:,::1], int64)")
def _pick(node: int, size: int, stats: NDArray[np.float32], left: int) -> int:
    """The place of the card to try next, by its average and by how seldom it was tried."""
    visits = 0.0
    for place in range(size):
        visits += stats[node, place, 0]
    opened = min(size, 1 + int(OPENING * sqrt(visits)))
    chosen, least, spread = 0, np.inf, EXPLORE * left
    for place in range(opened):
        tried = stats[node, place, 0]
        if tried == 0.0:
            return place
        hope = stats[node, place, 1] / tried - spread * sqrt(log(visits) / tried)
        if hope < least:
            chosen, least = place, hope
    return chosen


@kernel("float64(int64[::1], int64, int64[::1], uint64[::1], float64[::1])")
def _beyond(deal: Ints, me: int, ways: Ints, chance: Words, paper: Floats) -> float:
    """Plays the deal to its end, each seat in its way; returns our points, mixed with instinct's estimates."""
    expected, rest = 0.0, 1.0
    while not settled(deal):
        seat = (deal[LEADER] + deal[COUNT]) & 3
        hand = deal[HANDS + seat]
        legal = playable(deal, hand)
        card = choose(deal, hand, ways[seat], chance, paper)
        if seat == me and ways[me] == INSTINCT and legal & (legal - 1):
            expected += rest * TRUST * (deal[TAKEN + me] + paper[card])
            rest *= 1 - TRUST
        put(deal, card)
    return expected + rest * deal[TAKEN + me]  # type: ignore[no-any-return]


@kernel(
    "float64(int64[::1], int64, int64[::1], int64, int64[::1], int8[:,::1], float32[:,:,::1], int64[::1], int64[::1],"
    " uint64[::1], float64[::1])"
)
def play_wisely(
    deal: Ints,
    me: int,
    ways: Ints,
    key: int,
    keys: Ints,
    cards: NDArray[np.int8],
    stats: NDArray[np.float32],
    sizes: Ints,
    path: Ints,
    chance: Words,
    paper: Floats,
) -> float:
    """Plays the deal to its end, each seat in its way, ours by the tree and beyond it in our way; returns our points.

    If our way is instinct, its estimates count too: they reduce the noise of a single playout.
    """
    inside, depth = sizes[NODES] < _FULL, 0
    expected, trust = 0.0, 0.0
    while inside and not settled(deal):
        seat = (deal[LEADER] + deal[COUNT]) & 3
        hand = deal[HANDS + seat]
        legal = playable(deal, hand)
        if seat != me or legal & (legal - 1) == 0:
            card = choose(deal, hand, ways[seat], chance, paper)
        else:
            node, place = _find(keys, key), 0
            if keys[node] == key:
                place = _pick(node, sizes[node], stats, deal[LEFT])
            else:
                choose(deal, hand, ways[me], chance, paper)
                _grow(node, distinct_cards(deal, hand, legal), cards, stats, sizes, paper)
                keys[node] = key
                inside = False
            card = int(cards[node, place])
            path[depth] = node * TRICKS + place
            depth += 1
            if not inside and ways[me] == INSTINCT:
                expected, trust = deal[TAKEN + me] + paper[card], TRUST
        put(deal, card)
        key = (key + card + 1) * _SPREADING
        key ^= (key >> 29) & 0xFFFFFFFF
    points = trust * expected + (1 - trust) * _beyond(deal, me, ways, chance, paper)
    for at in range(depth):
        node, place = path[at] // TRICKS, path[at] % TRICKS
        stats[node, place, 0] += 1.0
        stats[node, place, 1] += points
    return points
