"""The transposition table of the graph game's search.

A row is a position's key and a word with its proof number, its disproof number and how much work they cost. A key
depends on the position alone, not on how it was reached, so that one table can be used for a whole game.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from stolik.games.graph.players.bits import NONE, ONE, Words, kernel, lowest, number

# The number that means "proved impossible". Two such numbers and a row's work must fit in one word.
SETTLED: Final = (1 << 28) - 1

_MASK: Final = np.uint64(SETTLED)
_DISPROOF_SHIFT: Final = np.uint64(28)
_WORK_SHIFT: Final = np.uint64(56)

# Rows that one key can be in: four of them fill a line of the processor's cache.
BUCKET: Final = 4


def empty_table(bits: int) -> Words:
    """A table of 2 ** bits rows."""
    return np.zeros((1 << bits, 2), dtype=np.uint64)


@kernel("uint64(uint64)")
def scrambled(word: np.uint64) -> np.uint64:
    """A word whose high bits depend on all of the given one."""
    word ^= word >> np.uint64(32)
    word *= np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> np.uint64(29)
    return word * np.uint64(0xD6E8FEB86659FD93)


@kernel("uint64(uint64[::1], uint64, int64)")
def key_of(adjacent: Words, component: np.uint64, token: int) -> np.uint64:
    """A hash of the token's component: the sum over its vertices, each with all its edges at once."""
    key = scrambled(np.uint64(token + 1))
    rest = component
    while rest != NONE:
        vertex = lowest(rest)
        rest &= rest - ONE
        key += scrambled(adjacent[vertex] + np.uint64(vertex) * np.uint64(0xBF58476D1CE4E5B9))
    return key ^ (key >> np.uint64(31))


@kernel("int64(uint64[:, ::1], uint64)")
def find(table: Words, key: np.uint64) -> int:
    """The position's row; -1 when it has none."""
    first = number(key & np.uint64(table.shape[0] // BUCKET - 1)) * BUCKET
    for row in range(first, first + BUCKET):
        if table[row, 0] == key:
            return row
    return -1


@kernel("UniTuple(int64, 2)(uint64[:, ::1], int64)")
def numbers_in(table: Words, row: int) -> tuple[int, int]:
    """A row's proof and disproof numbers."""
    word = table[row, 1]
    return number(word & _MASK), number(word >> _DISPROOF_SHIFT & _MASK)


@kernel("void(uint64[:, ::1], uint64, uint64)")
def put(table: Words, key: np.uint64, word: np.uint64) -> None:
    """Writes a row; if there is no room, it replaces the row that cost the least work."""
    first = number(key & np.uint64(table.shape[0] // BUCKET - 1)) * BUCKET
    chosen = first
    least = 1 << 8
    for row in range(first, first + BUCKET):
        cost = number(table[row, 1] >> _WORK_SHIFT)
        if table[row, 0] == key:
            chosen = row
            break
        if table[row, 0] == NONE:
            cost = -1
        if cost < least:
            least = cost
            chosen = row
    table[chosen, 0] = key
    table[chosen, 1] = word


@kernel("void(uint64[:, ::1], uint64, int64, int64, int64)")
def keep(table: Words, key: np.uint64, proof: int, disproof: int, nodes: int) -> None:
    """Writes a position's numbers and how many nodes they cost."""
    work = 0
    while nodes > 0:
        nodes >>= 1
        work += 1
    numbers = np.uint64(proof) | np.uint64(disproof) << _DISPROOF_SHIFT
    put(table, key, numbers | np.uint64(work) << _WORK_SHIFT)


@kernel("void(uint64[:, ::1], uint64[:, ::1])")
def move_rows(table: Words, larger: Words) -> None:
    """Copies all rows to a larger table."""
    for row in range(table.shape[0]):
        if table[row, 0] != NONE:
            put(larger, table[row, 0], table[row, 1])
