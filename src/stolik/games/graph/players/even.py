"""Even kernels: decides positions of the graph game by linear algebra over GF(2).

An even kernel is a set S of vertices with no edge inside it, such that every vertex outside has an even number of
neighbours in S. With the token in S the mover loses: every move leaves S, and the vertex entered has an odd
number of edges back to S left, so that the opponent can always return. As a vector x, S solves A x = 0, where A is
the graph's symmetric matrix; the solutions are few, and each is tried for edges inside it.

The same elimination shows every move into an even kernel. Moving from t to v needs A x = e(t) with v in S and t not,
or A x = e(t) + e(v) with both in S, since the edge walked vanishes.

On a bipartite graph this decides every position: either A x = 0 has a solution that contains the token, or A x = e(t)
has a solution; and its part on one side of the graph is also a solution, with no edge inside.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.games.graph.players.bits import NONE, ONE, Words, kernel, lowest, only
from stolik.games.graph.players.reduce import LOST, UNDECIDED, WON

# At most two to this power sums of solutions are tried: more would take longer than the search.
MOST_COMBINED: Final = 6


@kernel("boolean(uint64[::1], int64)")
def is_bipartite(adjacent: Words, token: int) -> bool:
    """Whether the token's component has two sides and all its edges between them."""
    ours = only(token)
    theirs = NONE
    ahead = ours
    while ahead != NONE:
        reached = NONE
        while ahead != NONE:
            reached |= adjacent[lowest(ahead)]
            ahead &= ahead - ONE
        if reached & ours != NONE:
            return False
        ahead = reached & ~theirs
        ours, theirs = theirs | reached, ours
    return True


@kernel("int64(uint64[::1], uint64, uint64[:, ::1])")
def eliminate(adjacent: Words, component: np.uint64, rows: Words) -> int:
    """Gauss's elimination, and the independent solutions of A x = 0.

    rows[0] is the echelon, each row at its lowest vertex's place; rows[1] the vertices whose rows each is the sum
    of; rows[2] the solutions. Returns how many independent solutions there are.
    """
    vertices = component
    while vertices != NONE:
        rows[0, lowest(vertices)] = NONE
        vertices &= vertices - ONE
    solutions = 0
    vertices = component
    while vertices != NONE:
        vertex = lowest(vertices)
        vertices &= vertices - ONE
        row = adjacent[vertex]
        total = only(vertex)
        while row != NONE:
            place = lowest(row)
            pivot = rows[0, place]
            if pivot == NONE:
                rows[0, place] = row
                rows[1, place] = total
                break
            row ^= pivot
            total ^= rows[1, place]
        if row == NONE:
            rows[2, solutions] = total
            solutions += 1
    return solutions


@kernel("UniTuple(uint64, 2)(uint64[:, ::1], uint64)")
def solution_of(rows: Words, goal: np.uint64) -> tuple[np.uint64, np.uint64]:
    """A solution of A x = goal, and what is left of the goal: the empty set when it was reached."""
    total = NONE
    while goal != NONE:
        place = lowest(goal)
        if rows[0, place] == NONE:
            break
        goal ^= rows[0, place]
        total ^= rows[1, place]
    return total, goal


@kernel("boolean(uint64[::1], uint64)")
def has_no_edge_inside(adjacent: Words, chosen: np.uint64) -> bool:
    """Whether no two of the vertices are neighbours."""
    rest = chosen
    while rest != NONE:
        if adjacent[lowest(rest)] & chosen != NONE:
            return False
        rest &= rest - ONE
    return True


@kernel("boolean(uint64[::1], uint64[:, ::1], int64, uint64)")
def some_sum_has_no_edge_inside(adjacent: Words, rows: Words, solutions: int, chosen: np.uint64) -> bool:
    """Whether the set, or the set and some of the solutions together, has no edge inside."""
    if has_no_edge_inside(adjacent, chosen):
        return True
    for count in range(1, 1 << min(solutions, MOST_COMBINED)):
        # In this order (Gray's) one solution comes or goes at a time.
        chosen ^= rows[2, lowest(np.uint64(count))]
        if has_no_edge_inside(adjacent, chosen):
            return True
    return False


@kernel("int64(int64, uint64[:, ::1], int64)")
def put_token_last(token: int, rows: Words, solutions: int) -> int:
    """Combines the solutions so that at most the last one holds the token; returns how many do."""
    here = only(token)
    for index in range(solutions):
        if rows[2, index] & here != NONE:
            holder = rows[2, index]
            rows[2, index] = rows[2, solutions - 1]
            rows[2, solutions - 1] = holder
            for other in range(index, solutions - 1):
                if rows[2, other] & here != NONE:
                    rows[2, other] ^= holder
            return 1
    return 0


@kernel("boolean(uint64[::1], int64, uint64[:, ::1], int64, uint64)")
def can_enter(adjacent: Words, token: int, rows: Words, solutions: int, holder: np.uint64) -> bool:
    """Whether some move of the token, whose edge vanishes, ends in an even kernel that also contains the old vertex.

    `holder` is the solution that contains the token; the empty set when none does.
    """
    here = only(token)
    ahead = adjacent[token]
    found = False
    while ahead != NONE and not found:
        vertex = lowest(ahead)
        there = only(vertex)
        ahead &= ahead - ONE
        chosen, missing = solution_of(rows, here | there)
        if chosen & here == NONE:
            chosen ^= holder
        if missing != NONE or chosen & here == NONE:
            continue
        adjacent[token] ^= there
        adjacent[vertex] ^= here
        found = some_sum_has_no_edge_inside(adjacent, rows, solutions, chosen)
        adjacent[token] ^= there
        adjacent[vertex] ^= here
    return found


@kernel("int64(uint64[::1], int64, uint64, uint64[:, ::1])")
def judge(adjacent: Words, token: int, component: np.uint64, rows: Words) -> int:
    """Who wins, if even kernels decide it. `rows` is a buffer: three rows for every vertex."""
    solutions = eliminate(adjacent, component, rows)
    holding = put_token_last(token, rows, solutions)
    if is_bipartite(adjacent, token):
        return LOST if holding else WON
    holder = rows[2, solutions - 1] if holding else NONE
    if holding:
        # Every solution that contains the token includes `holder`.
        if some_sum_has_no_edge_inside(adjacent, rows, solutions - 1, holder):
            return LOST
    else:
        chosen, _ = solution_of(rows, only(token))
        if some_sum_has_no_edge_inside(adjacent, rows, solutions, chosen):
            return WON
    return WON if can_enter(adjacent, token, rows, solutions - holding, holder) else UNDECIDED
