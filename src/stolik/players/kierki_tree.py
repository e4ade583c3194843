"""A tree over our own later choices at Kierki: a playout that learns, where it has been before, what to play there.

A node is a moment when it is our turn, told from others by the cards played since the root; what is hidden does not
tell them apart, for we could not either. The other seats play in their ways and have no nodes. A node begins with the
heuristic's opinion of the cards and comes to trust what their playouts cost.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

import numpy as np

from stolik.games.cards import Card
from stolik.games.kierki import TRICKS
from stolik.players.kierki_kernels import (
    COUNT,
    HANDS,
    LEADER,
    LEFT,
    TAKEN,
    Floats,
    Ints,
    Words,
    kernel,
    lowest,
    playable,
    put,
    settled,
)
from stolik.players.kierki_playout import choose

ROOT: Final = 1 << 62
"""The key of no cards."""
NODES: Final = 1 << 14
"""A power of two, and more than the playouts of a tenth of a second visit."""
_FULL: Final = NODES * 3 // 4
"""Past this many nodes finding one would take long; the tree grows no more."""
TRUST: Final = 8.0
"""How many playouts the heuristic's opinion of a card weighs."""
CURIOSITY: Final = 0.08
"""How much a card that was played seldom is favoured, in parts of the points that are left."""


def new_tree(wanted: bool) -> tuple[Ints, Ints, Floats]:
    """An empty tree: the nodes' keys, and by node and by place in the hand the playouts and their points.

    The key in place NODES counts the nodes. A tree that is not wanted has room for nothing.
    """
    nodes = NODES if wanted else 0
    return (
        np.zeros(nodes + wanted, dtype=np.int64),
        np.zeros((nodes, TRICKS), dtype=np.int64),
        np.zeros((nodes, TRICKS), dtype=np.float64),
    )


@kernel("int64(int64, int64)")
def longer(key: int, card: Card) -> int:
    """The key of the same cards and one more; never zero."""
    key = (key ^ (card + 1)) * 0x2545F4914F6CDD1D
    return (key ^ ((key >> 29) & 0x7FFFFFFFF)) | ROOT


@kernel("int64(int64[::1], int64)")
def _find(keys: Ints, key: int) -> int:
    """The place of the node, or of the empty one where it belongs."""
    place = (key ^ (key >> 17)) & (NODES - 1)
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & (NODES - 1)
    return place


@kernel("int64(int64, int64[::1], float64[::1], float64, float64[::1], float64)")
def _select(legal: int, visits: Ints, sums: Floats, left: float, paper: Floats, least: float) -> int:
    """The place, among the playable cards, of the one to try next."""
    many, whole = 0, 0.0
    for place in range(TRICKS):
        many += visits[place]
        whole += sums[place]
    mean, curious = whole / many, CURIOSITY * left * sqrt(log(many + 1.0))
    best, best_place, place = np.inf, 0, 0
    while legal:
        card = lowest(legal)
        legal &= legal - 1
        weight = visits[place] + TRUST
        cost = (sums[place] + TRUST * (mean + paper[card] - least)) / weight - curious / sqrt(weight)
        if cost < best:
            best, best_place = cost, place
        place += 1
    return best_place


@kernel(
    "void(int64[::1], int64, int64, int64[::1], int64[::1], int64[:,::1], float64[:,::1], int64[:,::1], uint64[::1],"
    " float64[::1])"
)
def walk(
    row: Ints,
    me: int,
    key: int,
    ways: Ints,
    keys: Ints,
    visits: Ints,
    sums: Floats,
    path: Ints,
    chance: Words,
    paper: Floats,
) -> None:
    """Plays the deal out, in the tree as long as it lasts; the tree grows by a node and learns what it cost."""
    depth, growing, before = 0, True, row[TAKEN + me]
    while not settled(row):
        seat = (row[LEADER] + row[COUNT]) & 3
        hand = row[HANDS + seat]
        card = choose(row, hand, ways[seat], chance, paper)
        if seat == me and growing:
            legal = playable(row, hand)
            if legal & (legal - 1):
                node = _find(keys, key)
                place = 0
                if keys[node] == 0:
                    growing = False
                    if keys[NODES] < _FULL:
                        keys[NODES] += 1
                        keys[node] = key
                        visits[node] = 0
                        sums[node] = 0.0
                        while lowest(legal) != card:
                            legal &= legal - 1
                            place += 1
                        path[depth, 0], path[depth, 1] = node, place
                        depth += 1
                else:
                    place = _select(legal, visits[node], sums[node], float(row[LEFT]), paper, paper[card])
                    for _ in range(place):
                        legal &= legal - 1
                    card = lowest(legal)
                    path[depth, 0], path[depth, 1] = node, place
                    depth += 1
        key = longer(key, card)
        put(row, card)
    for step in range(depth):
        visits[path[step, 0], path[step, 1]] += 1
        sums[path[step, 0], path[step, 1]] += row[TAKEN + me] - before
