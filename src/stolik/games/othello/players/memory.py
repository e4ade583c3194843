"""The memory of an Othello search: counters, buffers, and the transposition table.

A kernel gets one address, of the control block; its words are the addresses of everything else.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from stolik.games.othello.players.bits import edge_table, kernel
from stolik.games.othello.players.intrinsics import as_signed, as_word, int64, load, prefetch, store, uint64
from stolik.games.othello.players.patterns import WORST, row_table, square_table

# The words of the control block, as offsets in bytes.
NODES: Final = 0
LIMIT: Final = 8
"""The search stops after so many nodes; another thread can write 0 here to stop it at once."""
TABLE: Final = 16
TABLE_SHIFT: Final = 24
"""How far a hash is shifted right to get a bucket's number."""
GENERATION: Final = 32
EDGES: Final = 40
SCRATCH: Final = 48
WEIGHTS: Final = 56
ROWS: Final = 64
BEST: Final = 72
"""The best move at the root of a search."""
CAUTION: Final = 80
"""How far outside the window a shallow search must be to replace a deep one, in standard errors / 16; 0: never."""
SQUARES: Final = 88
TRUST: Final = 96
"""The same for a shallow search that replaces an exact one; 0: never, so that the score is exact."""
LEVEL: Final = 104
"""The solver uses a stored bound only if its depth is at least this plus the empty squares."""
NEAR: Final = 112
_CONTROL_WORDS: Final = 16

EXACT: Final = 192
"""A depth of at least this plus the empty squares marks exact bounds."""

LEVELS: Final = (64, 128)
"""The same marks for bounds of searches to the end with predicted cut-offs, in two degrees of trust."""

NO_MOVE: Final = 64
NOT_FOUND: Final = uint64(0xFFFFFFFFFFFFFFFF)

SLOT: Final = 32
BUCKET: Final = 64
"""Two slots, one cache line: the first keeps the most expensive entry, the second the newest."""

NEAR_BITS: Final = 9
NEAR_SLOT: Final = 32
"""A second table, small enough for the first-level cache: for positions that come again soon or never."""

UNSETTLED: Final = 100
"""Not a bound: means that no stored entry decides the question."""

PLY_BYTES: Final = 1024
PLIES: Final = 130
"""The buffer of each ply."""

SHIFT_SCORE: Final = 32768
"""Added to a bound so that it is stored without a sign, in 16 bits."""


@kernel("int64(int64)")
def load_signed(address: int) -> int:
    """The word at an address, as an address or a number."""
    return as_signed(load(address))


@kernel("boolean(int64)")
def stopped(memory: int) -> bool:
    """Whether the nodes allowed are used up."""
    return load(memory + NODES) >= load(memory + LIMIT)


@kernel("void(int64, uint64)")
def count_nodes(memory: int, nodes: int) -> None:
    """Adds to the nodes counted."""
    store(memory + NODES, load(memory + NODES) + nodes)


@kernel("int64(int64, uint64, uint64)")
def bucket_of(memory: int, own: int, other: int) -> int:
    """The address of the position's bucket."""
    mixed = own * uint64(0x9E3779B97F4A7C15) ^ (other * uint64(0xD6E8FEB86659FD93)) >> uint64(7)
    mixed = (mixed ^ mixed >> uint64(29)) * uint64(0xBF58476D1CE4E5B9) + other
    mixed *= uint64(0x94D049BB133111EB)
    return as_signed(load(memory + TABLE)) + as_signed(mixed >> load(memory + TABLE_SHIFT)) * int64(BUCKET)


@kernel("void(int64, uint64, uint64)")
def fetch_soon(memory: int, own: int, other: int) -> None:
    """Prefetches the position's bucket."""
    prefetch(bucket_of(memory, own, other))


@kernel("uint64(int64, uint64, uint64)")
def recall(memory: int, own: int, other: int) -> int:
    """The entry of the position, or NOT_FOUND. The whole position is compared, so it is never another's."""
    slot = bucket_of(memory, own, other)
    if load(slot) == own and load(slot + 8) == other:
        return load(slot + 16)
    slot += SLOT
    if load(slot) == own and load(slot + 8) == other:
        return load(slot + 16)
    return NOT_FOUND


@kernel("int64(uint64)")
def lower_of(note: int) -> int:
    """The score is at least this."""
    return as_signed(note & uint64(0xFFFF)) - int64(SHIFT_SCORE)


@kernel("int64(uint64)")
def upper_of(note: int) -> int:
    """The score is at most this."""
    return as_signed(note >> uint64(16) & uint64(0xFFFF)) - int64(SHIFT_SCORE)


@kernel("int64(uint64)")
def depth_of(note: int) -> int:
    """How deep the search was that found the bounds."""
    return as_signed(note >> uint64(32) & uint64(0xFF))


@kernel("int64(uint64)")
def move_of(note: int) -> int:
    """The move that was best, or NO_MOVE."""
    return as_signed(note >> uint64(40) & uint64(0xFF))


@kernel("int64(uint64)")
def second_move_of(note: int) -> int:
    """The move that was best before that, or NO_MOVE."""
    return as_signed(note >> uint64(48) & uint64(0xFF))


@kernel("void(int64, uint64, uint64, int64, int64, int64, int64)")
def remember(memory: int, own: int, other: int, lower: int, upper: int, depth: int, move: int) -> None:
    """Stores bounds of the score at a depth, unless deeper ones are there; tightens those of the same depth."""
    generation = load(memory + GENERATION)
    costly = bucket_of(memory, own, other)
    slot = costly
    second = int64(NO_MOVE)
    if load(slot) != own or load(slot + 8) != other:
        slot = costly + SLOT
    if load(slot) == own and load(slot + 8) == other:
        known = load(slot + 16)
        if depth < depth_of(known):
            return
        if depth_of(known) == depth:
            lower = max(lower, lower_of(known))
            upper = min(upper, upper_of(known))
        second = move_of(known)
        if move == NO_MOVE:
            move = second
        if second == move:
            second = second_move_of(known)
    else:
        kept = load(costly + 16)
        if kept >> uint64(56) != generation or depth_of(kept) <= depth:
            slot = costly
    store(slot, own)
    store(slot + 8, other)
    bounds = as_word(lower + int64(SHIFT_SCORE)) | as_word(upper + int64(SHIFT_SCORE)) << uint64(16)
    moves = as_word(move) << uint64(40) | as_word(second) << uint64(48)
    store(slot + 16, bounds | as_word(depth) << uint64(32) | moves | generation << uint64(56))


@kernel("void(int64, uint64, uint64, int64, int64, int64, int64)")
def remember_side(memory: int, own: int, other: int, alpha: int, score: int, depth: int, move: int) -> None:
    """Stores the result of a null window: a lower bound if the score is above alpha, else an upper bound."""
    if score > alpha:
        remember(memory, own, other, score, int64(WORST), depth, move)
    else:
        remember(memory, own, other, int64(-WORST), score, depth, move)


@kernel("int64(int64, uint64, uint64)")
def near_slot_of(memory: int, own: int, other: int) -> int:
    """The address of the position's place in the near table."""
    mixed = (own * uint64(0x9E3779B97F4A7C15) ^ other) * uint64(0xD6E8FEB86659FD93)
    return load_signed(memory + NEAR) + as_signed(mixed >> uint64(64 - NEAR_BITS)) * int64(NEAR_SLOT)


@kernel("int64(int64, uint64, uint64, int64)")
def recall_near(slot: int, own: int, other: int, alpha: int) -> int:
    """A bound from the near table that shows whether the score is above alpha, or UNSETTLED."""
    if load(slot) == own and load(slot + 8) == other:
        lower, upper = load_signed(slot + 16), load_signed(slot + 24)
        if lower > alpha:
            return lower
        if upper <= alpha:
            return upper
    return int64(UNSETTLED)


@kernel("void(int64, uint64, uint64, int64, int64)")
def remember_near(slot: int, own: int, other: int, alpha: int, score: int) -> None:
    """Stores the result of a null window in the near table, and replaces what was there."""
    store(slot, own)
    store(slot + 8, other)
    store(slot + 16, as_word(score if score > alpha else int64(-64)))
    store(slot + 24, as_word(int64(64) if score > alpha else score))


class Memory:
    """Owns the arrays that kernels use by address, so that they are not freed."""

    def __init__(self, bits: int = 20) -> None:
        """Makes a table of 2 ** `bits` buckets of 64 bytes; the system allocates a page when it is first used."""
        self.control = np.zeros(_CONTROL_WORDS, np.uint64)
        self._table = np.zeros((1 << bits) * BUCKET // 8 + BUCKET // 8, np.uint64)
        self._near = np.zeros((1 << NEAR_BITS) * NEAR_SLOT // 8, np.uint64)
        self._edges = edge_table()
        self._scratch = np.zeros(PLIES * PLY_BYTES // 8, np.uint64)
        start = self._table.ctypes.data
        self._set(TABLE, start + -start % BUCKET)
        self._set(TABLE_SHIFT, 64 - bits)
        self._set(GENERATION, 1)
        self._set(NEAR, self._near.ctypes.data)
        self._set(EDGES, self._edges.ctypes.data)
        self._set(SCRATCH, self._scratch.ctypes.data)
        self._set(ROWS, row_table().ctypes.data)
        self._set(SQUARES, square_table().ctypes.data)
        self._set(LEVEL, EXACT)
        self.allow(None)

    def _set(self, word: int, value: int) -> None:
        self.control[word // 8] = value

    @property
    def address(self) -> int:
        """The address that a kernel gets."""
        return self.control.ctypes.data

    def use_weights(self, weights: NDArray[np.int16]) -> None:
        """Evaluates with these weights, [phase, weight], from now on."""
        self._weights = np.ascontiguousarray(weights)
        self._set(WEIGHTS, self._weights.ctypes.data)

    @property
    def nodes(self) -> int:
        """Nodes counted since the last `allow`."""
        return int(self.control[NODES // 8])

    @property
    def best(self) -> int:
        """The best move at the root of the last search."""
        return int(self.control[BEST // 8])

    def be_cautious(self, sixteenths: int) -> None:
        """Sets how far outside the window, in standard errors / 16, a shallow search replaces a deep one; 0: never."""
        self._set(CAUTION, sixteenths)

    def trust(self, sixteenths: int, level: int) -> None:
        """Sets how far outside the window a shallow search replaces one to the end, and how its bounds are marked."""
        self._set(TRUST, sixteenths)
        self._set(LEVEL, level)

    def allow(self, nodes: int | None) -> None:
        """Starts the count again: the next searches stop after so many nodes."""
        self._set(NODES, 0)
        self._set(LIMIT, nodes if nodes is not None else 1 << 62)

    def stop(self) -> None:
        """Stops the current search; may be called from any thread."""
        self._set(LIMIT, 0)

    @property
    def stopped(self) -> bool:
        """Whether the nodes allowed are used up, or the search was stopped."""
        return bool(self.control[NODES // 8] >= self.control[LIMIT // 8])

    def forget(self) -> None:
        """Clears the tables, so that earlier searches do not influence the next one."""
        self._table[:] = 0
        self._near[:] = 0

    def turn_page(self) -> None:
        """Marks all present entries as old: these are overwritten first."""
        self._set(GENERATION, int(self.control[GENERATION // 8]) % 255 + 1)
