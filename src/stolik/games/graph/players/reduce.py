"""Makes a position of the graph game smaller without changing who wins it.

A position is the neighbours of each vertex, as sets, and the token's vertex. Four things can be taken away:

- What the token cannot reach.
- A dead end: a vertex with one edge, not the token's, and its neighbour. A player who moves to the neighbour loses,
  because the opponent moves to the dead end.
- Two adjacent vertices of two edges each, neither of them the token's: the three moves along the path through
  them are forced, so that the path is an edge between its ends. Two edges between the same vertices cancel each
  other: a move along the one is answered along the other.
- A forced move: when one edge leaves the token, the token walks it, and the position is the opponent's.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.games.graph.players.bits import NONE, ONE, Words, kernel, lowest, only, size

UNDECIDED: Final = 0
WON: Final = 1
LOST: Final = 2


@kernel("uint64(uint64[::1], int64)")
def reachable(adjacent: Words, token: int) -> np.uint64:
    """The vertices of the token's component."""
    found = only(token)
    ahead = found
    while ahead != NONE:
        vertex = lowest(ahead)
        ahead &= ahead - ONE
        new = adjacent[vertex] & ~found
        found |= new
        ahead |= new
    return found


@kernel("uint64(uint64[::1], int64)")
def take_vertex(adjacent: Words, vertex: int) -> np.uint64:
    """Takes a vertex and its edges away; returns those neighbours whose edges have become few."""
    few = NONE
    rest = adjacent[vertex]
    adjacent[vertex] = NONE
    gone = ~only(vertex)
    while rest != NONE:
        neighbour = lowest(rest)
        rest &= rest - ONE
        adjacent[neighbour] &= gone
        if size(adjacent[neighbour]) <= 2:
            few |= only(neighbour)
    return few


@kernel("uint64(uint64[::1], int64, int64)")
def shorten(adjacent: Words, near: int, far: int) -> np.uint64:
    """Replaces the path through two adjacent vertices of two edges by an edge; returns its ends, if possible."""
    near_end = lowest(adjacent[near] & ~only(far))
    far_end = lowest(adjacent[far] & ~only(near))
    if near_end == far_end:
        return NONE  # a triangle is a pass, which no edge can stand for
    adjacent[near] = NONE
    adjacent[far] = NONE
    adjacent[near_end] ^= only(near) ^ only(far_end)
    adjacent[far_end] ^= only(far) ^ only(near_end)
    return only(near_end) | only(far_end)


@kernel("int64(uint64[::1], int64, uint64)")
def simplify(adjacent: Words, token: int, suspects: np.uint64) -> int:
    """Removes dead ends and shortens paths, beginning at the suspects; returns whether this shows a win."""
    here = only(token)
    while suspects != NONE:
        vertex = lowest(suspects)
        suspects &= suspects - ONE
        edges = size(adjacent[vertex])
        if vertex == token or edges == 0 or edges > 2:
            continue
        if edges == 1:
            neighbour = lowest(adjacent[vertex])
            if neighbour == token:
                return WON
            suspects |= take_vertex(adjacent, neighbour)
            continue
        others = adjacent[vertex] & ~here
        while others != NONE:
            other = lowest(others)
            others &= others - ONE
            if size(adjacent[other]) == 2:
                ends = shorten(adjacent, vertex, other)
                if ends != NONE:
                    suspects |= ends
                    break
    return UNDECIDED


@kernel("UniTuple(int64, 3)(uint64[::1], int64, uint64)")
def reduce(adjacent: Words, token: int, suspects: np.uint64) -> tuple[int, int, int]:
    """Reduces in place: who wins, where the token then stands, and whether the turn has changed (0 or 1).

    The outcome is for the player to move in the reduced position. Only the suspects are checked first: the vertices
    whose edges have changed since the position was last reduced.
    """
    turns = 0
    outcome = simplify(adjacent, token, suspects)
    while outcome == UNDECIDED and size(adjacent[token]) <= 1:
        if adjacent[token] == NONE:
            outcome = LOST
            break
        ahead = lowest(adjacent[token])
        adjacent[token] = NONE
        adjacent[ahead] &= ~only(token)
        token = ahead
        turns ^= 1
    return outcome, token, turns
