"""Thinking at Kierki, in machine code: worlds are drawn, improved and played out with each card that we might play."""

from __future__ import annotations

import numpy as np

from stolik.players.kierki_belief import credit, draw_way, exchange
from stolik.players.kierki_estimate import PAPER
from stolik.players.kierki_kernels import HANDS, TAKEN, WIDTH, Floats, Ints, Words, kernel, lowest, put
from stolik.players.kierki_playout import HEURISTIC, WAYS, play_out
from stolik.players.kierki_worlds import draw_world


@kernel(
    "void(int64[:,::1], int64[::1], int64, int64[::1], int64, int64[::1], float64[:,:,::1], boolean, int64[:,::1],"
    " float64[:,:,::1], uint64[::1])"
)
def draw_worlds(
    rows: Ints,
    cards: Ints,
    plays: int,
    deal: Ints,
    me: int,
    counts: Ints,
    table: Floats,
    weighed: bool,
    worlds: Ints,
    credits: Floats,
    chance: Words,
) -> None:
    """Fills `worlds` evenly from the possible ones and, if wanted, weighs them by the plays seen."""
    paper = np.zeros(PAPER)
    credits[:] = 1.0
    for at in range(len(worlds)):
        draw_world(deal, me, counts, table, chance, worlds[at])
        for seat in range(4):
            if weighed and seat != me:
                credit(rows, cards, plays, seat, worlds[at, seat], 0.0, paper, credits[at, seat])


@kernel(
    "void(int64[:,::1], int64[::1], int64, int64[::1], int64, int64, int64[:,::1], float64[:,:,::1], int64,"
    " float64[::1], uint64[::1])"
)
def think(
    rows: Ints,
    cards: Ints,
    plays: int,
    deal: Ints,
    me: int,
    steps: int,
    worlds: Ints,
    credits: Floats,
    candidates: int,
    totals: Floats,
    chance: Words,
) -> None:
    """Improves each world by so many steps and plays it out with every candidate; `totals` adds up our points.

    Our own later cards are the heuristic's.
    """
    row, ways = np.zeros(WIDTH, dtype=np.int64), np.full(4, HEURISTIC)
    paper, tried = np.zeros(PAPER), np.zeros((2, WAYS))
    for at in range(len(worlds)):
        for _ in range(steps):
            exchange(rows, cards, plays, deal, me, worlds[at], credits[at], tried, paper, chance)
        for seat in range(4):
            if seat != me:
                ways[seat] = draw_way(credits[at, seat], chance)
        left = candidates
        while left:
            card = lowest(left)
            left &= left - 1
            row[:] = deal
            row[HANDS : HANDS + 4] = worlds[at]
            put(row, card)
            play_out(row, ways, chance, paper)
            totals[card] += row[TAKEN + me]
