"""Depth-first proof-number search of the graph game, over reduced positions.

Every position is its mover's: `proof` is how many positions must still be shown to prove a win of the mover, `disproof` a
loss. The search always goes to the position that is cheapest to settle, and returns to a parent when another
child has become cheaper. What it has learnt is in a table, so that it can be stopped and taken up again at any time.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.players.graph_bits import NONE, ONE, Numbers, Words, kernel, lowest, only
from stolik.players.graph_even import judge
from stolik.players.graph_reduce import LOST, UNDECIDED, WON, reachable, reduce

# More than any sum of proof numbers that is met, and small enough for two of them and an effort in one word.
SETTLED: Final = np.int64((1 << 28) - 1)

BUCKET: Final = np.int64(4)

@kernel("uint64(uint64)")
def scrambled(word: np.uint64) -> np.uint64:
    """A word whose every bit depends on all of the given one."""
    word ^= word >> np.uint64(32)
    word *= np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(29)
    return word * np.uint64(0xD6E8FEB86659FD93)


@kernel("uint64(uint64[::1], uint64, int64)")
def key_of(adjacent: Words, component: np.uint64, token: int) -> np.uint64:
    """A hash of the token's component."""
    key = scrambled(np.uint64(token + 1))
    rest = component
    while rest != NONE:
        vertex = lowest(rest)
        rest &= rest - ONE
        key += scrambled(adjacent[vertex] + np.uint64(vertex) * np.uint64(0xBF58476D1CE4E5B9))
    return key ^ (key >> np.uint64(31))


@kernel("int64(uint64[:, ::1], uint64)")
def find(table: Words, key: np.uint64) -> int:
    """Where the position is in the table; -1 when it is not."""
    first = np.int64(key & np.uint64(table.shape[0] // BUCKET - 1)) * BUCKET
    for place in range(first, first + BUCKET):
        if table[place, 0] == key:
            return place
    return -1


@kernel("void(uint64[:, ::1], uint64, int64, int64, int64)")
def keep(table: Words, key: np.uint64, proof: int, disproof: int, effort: int) -> None:
    """Writes a position's numbers, over those that cost least when there is no room."""
    first = np.int64(key & np.uint64(table.shape[0] // BUCKET - 1)) * BUCKET
    chosen = first
    least = np.int64(1 << 62)
    for place in range(first, first + BUCKET):
        if table[place, 0] == key:
            chosen = place
            effort = max(effort, np.int64(table[place, 1] >> np.uint64(56)))
            break
        cost = np.int64(table[place, 1] >> np.uint64(56)) if table[place, 0] != NONE else np.int64(-1)
        if cost < least:
            least = cost
            chosen = place
    table[chosen, 0] = key
    table[chosen, 1] = np.uint64(proof) | np.uint64(disproof) << np.uint64(28) | np.uint64(effort) << np.uint64(56)


@kernel("int64(uint64)")
def proof_in(numbers: np.uint64) -> int:
    """The proof number of a table's word."""
    return np.int64(numbers & np.uint64(SETTLED))


@kernel("int64(uint64)")
def disproof_in(numbers: np.uint64) -> int:
    """The disproof number of a table's word."""
    return np.int64(numbers >> np.uint64(28) & np.uint64(SETTLED))

# Columns of a level of the search's stack.
TOKEN, PROOF_LIMIT, DISPROOF_LIMIT, CHILDREN, CURRENT, STARTED = range(6)


@kernel("UniTuple(int64, 2)(uint64[::1], int64, uint64[:, ::1], uint64, uint64[:, ::1], int64[::1])")
def first_look(
    adjacent: Words, token: int, table: Words, key: np.uint64, rows: Words, config: Numbers
) -> tuple[int, int]:
    """The numbers of a position that is met for the first time."""
    component = reachable(adjacent, token)
    outcome, guess = judge(adjacent, token, component, rows)
    proof, disproof = np.int64(1), np.int64(1)
    if outcome == WON:
        proof, disproof = np.int64(0), SETTLED
    elif outcome == LOST:
        proof, disproof = SETTLED, np.int64(0)
    elif guess == WON:
        proof, disproof = config[1], config[2]
    else:
        proof, disproof = config[2], config[1]
    keep(table, key, proof, disproof, np.int64(0))
    return proof, disproof


@kernel(
    "boolean(uint64[:, ::1], int64[:, ::1], uint64[:, ::1], int64[:, :, ::1], int64, uint64[:, ::1], uint64[:, ::1], int64[::1])"
)
def expand(
    graphs: Words, levels: Numbers, keys: Words, children: Numbers, depth: int, table: Words, rows: Words, config: Numbers
) -> bool:
    """Lists the moves that do not lose at once; true when one of them wins at once."""
    token = levels[depth, TOKEN]
    count = np.int64(0)
    ahead = graphs[depth, :][token]
    scratch = graphs[depth + 1]
    while ahead != NONE:
        vertex = lowest(ahead)
        ahead &= ahead - ONE
        scratch[:] = graphs[depth]
        scratch[token] ^= only(vertex)
        scratch[vertex] ^= only(token)
        outcome, stands, turns = reduce(scratch, vertex, only(token))
        if outcome != UNDECIDED:
            if (outcome == LOST) == (turns == 0):
                return True
            continue
        component = reachable(scratch, stands)
        key = key_of(scratch, component, stands)
        # Two moves that lead to one position are one move.
        again = False
        for other in range(count):
            again = again or (keys[depth, other] == key and children[depth, other, 1] == turns)
        if again:
            continue
        place = find(table, key)
        if place >= 0:
            proof, disproof = proof_in(table[place, 1]), disproof_in(table[place, 1])
        else:
            proof, disproof = first_look(scratch, stands, table, key, rows, config)
        # Numbers of the one who moved: after a forced move the position is theirs again.
        if turns == 0:
            proof, disproof = disproof, proof
        if proof == 0:
            return True
        if disproof == 0:
            continue
        children[depth, count, 0] = vertex
        children[depth, count, 1] = turns
        children[depth, count, 2] = proof
        children[depth, count, 3] = disproof
        keys[depth, count] = key
        count += 1
    levels[depth, CHILDREN] = count
    return False


@kernel(
    "int64(uint64[:, ::1], int64[:, ::1], uint64[:, ::1], int64[:, :, ::1], uint64[:, ::1], uint64[:, ::1], "
    "int64[::1], int64[::1], uint64)"
)
def search(
    graphs: Words,
    levels: Numbers,
    keys: Words,
    children: Numbers,
    table: Words,
    rows: Words,
    config: Numbers,
    stop: Numbers,
    root: np.uint64,
) -> int:
    """Searches the reduced position of level 0 until it is settled, stopped, or config[0] positions are expanded."""
    nodes = np.int64(0)
    depth = np.int64(0)
    own = np.zeros(levels.shape[0], dtype=np.uint64)
    own[0] = root
    levels[0, PROOF_LIMIT] = SETTLED
    levels[0, DISPROOF_LIMIT] = SETTLED
    entering = True
    while depth >= 0:
        if entering:
            nodes += 1
            levels[depth, STARTED] = nodes
            if expand(graphs, levels, keys, children, depth, table, rows, config):
                keep(table, own[depth], np.int64(0), SETTLED, np.int64(0))
                depth -= 1
                entering = False
                continue
        else:
            place = find(table, keys[depth, levels[depth, CURRENT]])
            # A child that has been pushed out keeps its old numbers.
            if place >= 0:
                current = levels[depth, CURRENT]
                proof, disproof = proof_in(table[place, 1]), disproof_in(table[place, 1])
                if children[depth, current, 1] == 0:
                    proof, disproof = disproof, proof
                children[depth, current, 2] = proof
                children[depth, current, 3] = disproof
        # The mover needs one child that is won, the opponent needs them all.
        best = np.int64(-1)
        proof = SETTLED
        second = SETTLED
        total = np.int64(0)
        most = np.int64(0)
        alive = np.int64(0)
        for child in range(levels[depth, CHILDREN]):
            cost = children[depth, child, 2]
            against = children[depth, child, 3]
            if against == 0:
                continue
            alive += 1
            total += against
            most = max(most, against)
            if cost < proof:
                second = proof
                proof = cost
                best = child
            elif cost < second:
                second = cost
        if proof == 0:
            disproof = SETTLED
        elif config[3] == 0:
            disproof = min(total, SETTLED - 1)
        else:
            disproof = min(most + (alive - 1) * config[3], SETTLED - 1) if alive > 0 else np.int64(0)
        if alive == 0:
            proof = SETTLED
            disproof = np.int64(0)
        out = nodes >= config[0] or stop[0] != 0
        if proof >= levels[depth, PROOF_LIMIT] or disproof >= levels[depth, DISPROOF_LIMIT] or proof == 0 or out:
            work = nodes - levels[depth, STARTED] + 1
            effort = np.int64(0)
            while work > 0:
                work >>= 1
                effort += 1
            keep(table, own[depth], proof, disproof, effort)
            depth -= 1
            entering = False
            continue
        against = children[depth, best, 3]
        need = min(levels[depth, PROOF_LIMIT], second + 1 + second * config[4] // 16)
        if config[3] == 0:
            need_against = levels[depth, DISPROOF_LIMIT] - (disproof - against)
        else:
            need_against = levels[depth, DISPROOF_LIMIT] - (alive - 1) * config[3]
        need = min(need, SETTLED)
        need_against = min(need_against, SETTLED)
        levels[depth, CURRENT] = best
        token = levels[depth, TOKEN]
        vertex = children[depth, best, 0]
        following = graphs[depth + 1]
        following[:] = graphs[depth]
        following[token] ^= only(vertex)
        following[vertex] ^= only(token)
        outcome, stands, turns = reduce(following, vertex, only(token))
        own[depth + 1] = keys[depth, best]
        depth += 1
        levels[depth, TOKEN] = stands
        if turns == 0:
            levels[depth, PROOF_LIMIT] = need_against
            levels[depth, DISPROOF_LIMIT] = need
        else:
            levels[depth, PROOF_LIMIT] = need
            levels[depth, DISPROOF_LIMIT] = need_against
        entering = True
    return nodes
