"""Depth-first proof-number search of the graph game, over reduced positions.

A position's numbers are for the player to move: `proof` estimates how many positions must still be solved to show a
win, `disproof` to show a loss. The search goes to the position that is cheapest to solve, and back when another has
become cheaper. All its results are in its table, so that it can stop anywhere and be resumed.

Level 0 of the stack is the position on the board, so that its moves are the player's; all other levels are reduced.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.games.graph.players.bits import NONE, ONE, Numbers, Words, kernel, lowest, only, size
from stolik.games.graph.players.even import judge
from stolik.games.graph.players.reduce import LOST, UNDECIDED, WON, reachable, reduce
from stolik.games.graph.players.table import SETTLED, find, keep, key_of, numbers_in

# Columns of a level of the stack: where the token is, up to which numbers the level is searched, how many
# children it has and which is being searched, and the count of nodes when it was entered.
TOKEN, PROOF_LIMIT, DISPROOF_LIMIT, CHILDREN, CURRENT, ENTERED = range(6)
LEVEL_COLUMNS: Final = 6

# Columns of a child: the vertex walked to, whether a forced move has given the turn back, and the numbers of the
# one who walked there.
VERTEX, TURNED, PROOF, DISPROOF = range(4)
CHILD_COLUMNS: Final = 4

# A component of this size or less is solved almost at once; every four more vertices add one to the first numbers.
EASY_SIZE: Final = 8
HARDER_SHIFT: Final = 2

# How far above the second best child's number the best one may rise, in sixteenths: fewer changes between children.
SLACK: Final = 8

_W1, _W2, _N1, _N2, _N3 = "uint64[::1]", "uint64[:, ::1]", "int64[::1]", "int64[:, ::1]", "int64[:, :, ::1]"


@kernel(f"UniTuple(int64, 3)({_W2}, int64, int64, int64, boolean)")
def walk(graphs: Words, depth: int, token: int, vertex: int, is_reduced: bool) -> tuple[int, int, int]:
    """Makes the next level's graph: the move's outcome, where the token then stands, and whether the turn came back."""
    following = graphs[depth + 1]
    for place in range(following.shape[0]):
        following[place] = graphs[depth, place]
    following[token] ^= only(vertex)
    following[vertex] ^= only(token)
    suspects = only(token)
    if not is_reduced:
        suspects = reachable(following, vertex)
    return reduce(following, vertex, suspects)


@kernel(f"UniTuple(int64, 2)({_W1}, int64, uint64, {_W2})")
def first_numbers(adjacent: Words, token: int, component: np.uint64, rows: Words) -> tuple[int, int]:
    """The numbers of a new position: solved by linear algebra, or estimated by its size and moves."""
    outcome = judge(adjacent, token, component, rows)
    if outcome == WON:
        return 0, SETTLED
    if outcome == LOST:
        return SETTLED, 0
    harder = max(size(component) - EASY_SIZE, 0) >> HARDER_SHIFT
    return harder + 1, harder + size(adjacent[token])


@kernel(f"boolean({_W2}, {_N2}, {_W2}, {_N3}, int64, {_W2}, {_W2})")
def expand(
    graphs: Words, levels: Numbers, keys: Words, children: Numbers, depth: int, table: Words, rows: Words
) -> bool:
    """Lists the moves that are not known to lose. Returns True if one is known to win: it is then the current child."""
    token = levels[depth, TOKEN]
    count = 0
    ahead = graphs[depth, token]
    following = graphs[depth + 1]
    while ahead != NONE:
        vertex = lowest(ahead)
        ahead &= ahead - ONE
        outcome, stands, turned = walk(graphs, depth, token, vertex, depth > 0)
        if outcome == UNDECIDED:
            component = reachable(following, stands)
            key = key_of(following, component, stands)
            row = find(table, key)
            if row >= 0:
                proof, disproof = numbers_in(table, row)
            else:
                proof, disproof = first_numbers(following, stands, component, rows)
                keep(table, key, proof, disproof, 0)
        else:
            key = NONE
            proof = SETTLED if outcome == LOST else 0
            disproof = SETTLED - proof
        if turned == 0:
            proof, disproof = disproof, proof
        children[depth, count, VERTEX] = vertex
        if proof == 0:
            levels[depth, CURRENT] = count
            levels[depth, CHILDREN] = count + 1
            return True
        if disproof == 0:
            continue
        # Two moves that lead to one position are one move.
        twin = False
        for other in range(count):
            twin = twin or (keys[depth, other] == key and children[depth, other, TURNED] == turned)
        if not twin:
            keys[depth, count] = key
            children[depth, count, TURNED] = turned
            children[depth, count, PROOF] = proof
            children[depth, count, DISPROOF] = disproof
            count += 1
    levels[depth, CHILDREN] = count
    return False


@kernel(f"void({_N2}, {_W2}, {_N3}, int64, {_W2})")
def refresh(levels: Numbers, keys: Words, children: Numbers, depth: int, table: Words) -> None:
    """Copies the numbers of the current child from the table; a child that is no longer there keeps its old numbers."""
    current = levels[depth, CURRENT]
    row = find(table, keys[depth, current])
    if row >= 0:
        proof, disproof = numbers_in(table, row)
        if children[depth, current, TURNED] == 0:
            proof, disproof = disproof, proof
        children[depth, current, PROOF] = proof
        children[depth, current, DISPROOF] = disproof


@kernel(f"UniTuple(int64, 3)({_N2}, {_N3}, int64)")
def weigh(levels: Numbers, children: Numbers, depth: int) -> tuple[int, int, int]:
    """The level's proof and disproof numbers and its second lowest proof number; the cheapest child becomes current.

    The mover needs one child that is won, so the cheapest counts; the opponent must hold against all of them.
    """
    proof = SETTLED
    second = SETTLED
    disproof = 0
    for child in range(levels[depth, CHILDREN]):
        against = children[depth, child, DISPROOF]
        if against == 0:
            continue
        disproof += against
        cost = children[depth, child, PROOF]
        if cost < proof:
            second = proof
            proof = cost
            levels[depth, CURRENT] = child
        elif cost < second:
            second = cost
    if proof == 0:
        return proof, SETTLED, second
    # A sum must stay below the mark, which means "proved".
    return proof, min(disproof, SETTLED - 1), second


@kernel(f"void({_W2}, {_N2}, {_N3}, int64, int64, int64)")
def descend(graphs: Words, levels: Numbers, children: Numbers, depth: int, disproof: int, second: int) -> None:
    """Enters the current child, with limits that send the search back when another child becomes the cheapest."""
    current = levels[depth, CURRENT]
    vertex = children[depth, current, VERTEX]
    _, stands, turned = walk(graphs, depth, levels[depth, TOKEN], vertex, depth > 0)
    proof_limit = min(levels[depth, PROOF_LIMIT], second + 1 + second * SLACK // 16, SETTLED)
    others = disproof - children[depth, current, DISPROOF]
    disproof_limit = min(levels[depth, DISPROOF_LIMIT] - others, SETTLED)
    if turned == 0:
        proof_limit, disproof_limit = disproof_limit, proof_limit
    levels[depth + 1, TOKEN] = stands
    levels[depth + 1, PROOF_LIMIT] = proof_limit
    levels[depth + 1, DISPROOF_LIMIT] = disproof_limit


@kernel(f"UniTuple(int64, 3)({_W2}, {_N2}, {_W2}, {_N3}, {_W2}, {_W2}, int64, {_N1})")
def search(
    graphs: Words,
    levels: Numbers,
    keys: Words,
    children: Numbers,
    table: Words,
    rows: Words,
    most_nodes: int,
    stop: Numbers,
) -> tuple[int, int, int]:
    """Searches level 0 until it is settled, most_nodes are expanded or stop[0] is set.

    Returns its numbers and the count of nodes expanded. When it is won, its current child wins.
    """
    nodes = 0
    depth = 0
    proof = 1
    disproof = 1
    levels[0, PROOF_LIMIT] = SETTLED
    levels[0, DISPROOF_LIMIT] = SETTLED
    is_new = True
    while depth >= 0:
        second = SETTLED
        wins = False
        if is_new:
            nodes += 1
            levels[depth, ENTERED] = nodes
            wins = expand(graphs, levels, keys, children, depth, table, rows)
        else:
            refresh(levels, keys, children, depth, table)
        if wins:
            proof = 0
            disproof = SETTLED
        else:
            proof, disproof, second = weigh(levels, children, depth)
        is_over = proof >= levels[depth, PROOF_LIMIT] or disproof >= levels[depth, DISPROOF_LIMIT]
        is_new = not (is_over or nodes >= most_nodes or stop[0] != 0)
        if is_new:
            descend(graphs, levels, children, depth, disproof, second)
            depth += 1
        else:
            if depth > 0:
                key = keys[depth - 1, levels[depth - 1, CURRENT]]
                keep(table, key, proof, disproof, nodes - levels[depth, ENTERED] + 1)
            depth -= 1
    return proof, disproof, nodes
