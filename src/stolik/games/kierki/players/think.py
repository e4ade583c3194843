"""The search of Kierki in machine code: worlds are drawn, improved, and played out with each card that we may play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from stolik.games.kierki.players.belief import credit, draw_way, exchange
from stolik.games.kierki.players.estimate import PAPER
from stolik.games.kierki.players.kernels import (
    DECK,
    HANDS,
    TAKEN,
    WIDTH,
    Floats,
    Ints,
    Words,
    kernel,
    lowest,
    put,
    share,
)
from stolik.games.kierki.players.playout import DUCK, WAYS, play_out
from stolik.games.kierki.players.seen import LACKS, MADE, OWN
from stolik.games.kierki.players.tree import play_wisely
from stolik.games.kierki.players.worlds import bar_voids, count_ways, draw_world
from stolik.games.kierki.rules import TRICKS


@kernel(
    "void(int64[:,:,::1], int64[:,::1], int64[::1], int64, int64[::1], int64[:,::1], float64[:,:,:,::1], float64[::1])"
)
def sort_out(
    rows: Ints, order: Ints, deal: Ints, me: int, counts: Ints, barred: Ints, tables: Floats, numbers: Floats
) -> None:
    """Prepares to draw worlds for each set of seats that play as `Duck`, a bit for each of the three seats after us.

    `numbers` is the number of worlds; 0 if one of those seats has played otherwise than `Duck` could.
    """
    for ducks in range(8):
        bar_voids(deal, barred[ducks])
        for place in range(3):
            seat = (me + 1 + place) & 3
            if ducks >> place & 1:
                for n in range(order[seat, MADE]):
                    lacks = rows[seat, n, LACKS]
                    barred[ducks, seat] |= lacks if rows[seat, n, OWN] & lacks == 0 else DECK
        numbers[ducks] = count_ways(deal, me, counts, barred[ducks], tables[ducks])


@kernel(
    "void(int64[:,:,::1], int64[:,::1], int64[::1], int64, int64[::1], float64[:,::1], int64[:,::1],"
    " float64[:,:,:,::1], float64[::1], boolean, int64[:,::1], float64[:,:,::1], int64[::1], float64[:,::1],"
    " uint64[::1])"
)
def draw_worlds(
    rows: Ints,
    order: Ints,
    deal: Ints,
    me: int,
    counts: Ints,
    prior: Floats,
    barred: Ints,
    tables: Floats,
    numbers: Floats,
    weighed: bool,
    worlds: Ints,
    credits: Floats,
    keys: Ints,
    memo: Floats,
    chance: Words,
) -> None:
    """Fills `worlds` uniformly from the possible ones and, if wanted, computes their weights by the plays seen.

    Then a seat plays as `Duck` in as many worlds as the prior says.
    """
    paper = np.zeros(PAPER)
    credits[:] = 1.0
    for at in range(len(worlds)):
        ducks = 0
        for place in range(3):
            if weighed and share(chance) < prior[(me + 1 + place) & 3, DUCK]:
                ducks |= 1 << place
        if numbers[ducks] == 0.0:
            ducks = 0
        draw_world(deal, me, counts, barred[ducks], tables[ducks], chance, worlds[at])
        for seat in range(4):
            if weighed and seat != me:
                credit(rows, order, seat, worlds[at, seat], prior[seat], 0.0, keys, memo, paper, credits[at, seat])


@kernel(
    "void(int64[:,:,::1], int64[:,::1], int64[::1], int64, float64[:,::1], int64, float64, int64[:,::1],"
    " float64[:,:,::1], int64[::1], float64[:,::1], uint64[::1])"
)
def improve(
    rows: Ints,
    order: Ints,
    deal: Ints,
    me: int,
    prior: Floats,
    steps: int,
    trust: float,
    worlds: Ints,
    credits: Floats,
    keys: Ints,
    memo: Floats,
    chance: Words,
) -> None:
    """Tries `steps` exchanges in each world; `trust` is the exponent of the likelihood of the plays seen."""
    paper, tried = np.zeros(PAPER), np.zeros((2, WAYS))
    for at in range(len(worlds)):
        for _ in range(steps):
            exchange(rows, order, deal, me, prior, worlds[at], credits[at], trust, tried, keys, memo, paper, chance)


@kernel(
    "void(int64[::1], int64, float64[:,::1], int64[:,::1], float64[:,:,::1], int64, float64[::1], int64, boolean,"
    " int64[::1], int8[:,::1], float32[:,:,::1], int64[::1], uint64[::1])"
)
def think(
    deal: Ints,
    me: int,
    prior: Floats,
    worlds: Ints,
    credits: Floats,
    candidates: int,
    totals: Floats,
    own_way: int,
    planning: bool,
    nodes: Ints,
    node_cards: NDArray[np.int8],
    stats: NDArray[np.float32],
    sizes: Ints,
    chance: Words,
) -> None:
    """Plays each world out with every candidate; `totals` adds up our points.

    Our own later cards are played in the given way, or chosen by the tree.
    """
    row, ways = np.zeros(WIDTH, dtype=np.int64), np.full(4, own_way)
    paper, path = np.zeros(PAPER), np.zeros(TRICKS, dtype=np.int64)
    for at in range(len(worlds)):
        for seat in range(4):
            if seat != me:
                ways[seat] = draw_way(prior[seat], credits[at, seat], chance)
        left = candidates
        while left:
            card = lowest(left)
            left &= left - 1
            row[:] = deal
            row[HANDS : HANDS + 4] = worlds[at]
            put(row, card)
            if planning:
                totals[card] += play_wisely(
                    row, me, ways, card + 1, nodes, node_cards, stats, sizes, path, chance, paper
                )
            else:
                play_out(row, ways, chance, paper)
                totals[card] += row[TAKEN + me]
