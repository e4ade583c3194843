"""The end of Othello, solved exactly: the difference of discs that best play leads to.

A null window asks only whether the score is above `alpha`; every kernel answers with a bound on the same side. The
nearer the end, the simpler the kernel: a small table only, then no table and no sorting when the board is nearly full,
for they would cost more than the search that they save.
"""

from __future__ import annotations

from typing import Final

from stolik.players.othello_bits import CORNERS, final_score, kernel, odd_regions, stable_discs
from stolik.players.othello_intrinsics import as_word, bit, first_square, flips, int64, popcount, store, targets, uint64
from stolik.players.othello_last import last, last_four, last_three, last_two
from stolik.players.othello_memory import (
    EDGES,
    UNSETTLED,
    count_nodes,
    load_signed,
    near_slot_of,
    next_move,
    paper_of,
    recall_near,
    remember_near,
    stopped,
)

_NONE: Final = uint64(0)
_ONE: Final = uint64(1)
_X_SQUARES: Final = uint64(0x0042000000004200)

UNSORTED: Final = 6
"""Up to so many empty squares, moves are not sorted."""

_NEAR: Final = 6
"""From so many empty squares on, the near table is asked."""

_SAFE_FROM: Final = 20
_SAFE_EMPTIES: Final = 16
_PARITY_WORTH: Final = 512
_CORNER_WORTH: Final = 1024
_X_WORTH: Final = 256


@kernel("int64(int64, uint64, uint64, int64, int64)")
def safe_bound(memory: int, own: int, other: int, alpha: int, empties: int) -> int:
    """What the other's safe discs leave at most, where it is likely enough that they settle the question; or 64."""
    if alpha < _SAFE_FROM - 2 * max(_SAFE_EMPTIES - empties, int64(0)):
        return int64(64)
    return int64(64) - 2 * popcount(stable_discs(load_signed(memory + EDGES), other, own))


@kernel("int64(uint64)")
def _first_to_try(squares: int) -> int:
    """A corner if there is one, and no square next to one on the diagonal if there is another."""
    if squares & CORNERS != _NONE:
        squares &= CORNERS
    elif squares & ~_X_SQUARES != _NONE:
        squares &= ~_X_SQUARES
    return first_square(squares)


@kernel("int64(int64, uint64, uint64, int64, int64)")
def _unsorted(memory: int, own: int, other: int, alpha: int, empties: int) -> int:
    """Five squares left or a few more: those in odd quarters first."""
    count_nodes(memory, uint64(1))
    open_ = targets(own, other)
    if open_ == _NONE:
        if targets(other, own) == _NONE:
            return final_score(own, other, empties)
        return -_unsorted(memory, other, own, -alpha - 1, empties)
    bound = safe_bound(memory, own, other, alpha, empties)
    if bound <= alpha:
        return bound
    slot = near_slot_of(memory, own, other)
    if empties >= _NEAR:
        bound = recall_near(slot, own, other, alpha)
        if bound != UNSETTLED:
            return bound
    odd = odd_regions(~(own | other)) & open_
    best = int64(-100)
    while open_ != _NONE:
        square = _first_to_try(odd if odd != _NONE else open_)
        open_ &= ~bit(square)
        odd &= open_
        turned = flips(own, other, square)
        after, mine = other ^ turned, own ^ turned ^ bit(square)
        if empties == 5:
            score = -last_four(memory, after, mine, -alpha - 1)
        else:
            score = -_unsorted(memory, after, mine, -alpha - 1, empties - int64(1))
        if score > best:
            best = score
            if best > alpha:
                break
    if empties >= _NEAR:
        remember_near(slot, own, other, alpha, best)
    return best


@kernel("int64(int64, uint64, uint64, int64)")
def _sorted_moves(memory: int, own: int, other: int, empties: int) -> int:
    """Writes the moves down on the ply's scratch paper, fewest replies first in sight; how many there are.

    Each is a word: how promising it is, above the square's eight bits.
    """
    paper = paper_of(memory, empties)
    open_ = targets(own, other)
    odd = odd_regions(~(own | other))
    count = int64(0)
    while open_ != _NONE:
        square = first_square(open_)
        open_ &= open_ - _ONE
        disc = bit(square)
        turned = flips(own, other, square)
        replies = targets(other ^ turned, own ^ turned ^ disc)
        promise = int64(1 << 20) - 512 * (popcount(replies) + popcount(replies & CORNERS))
        promise += int64(_PARITY_WORTH) if odd & disc != _NONE else int64(0)
        promise += int64(_CORNER_WORTH) if CORNERS & disc != _NONE else int64(0)
        promise -= int64(_X_WORTH) if _X_SQUARES & disc != _NONE else int64(0)
        store(paper + 8 * count, as_word(promise << int64(8) | square))
        count += 1
    return count


@kernel("int64(int64, uint64, uint64, int64, int64)")
def _few_left(memory: int, own: int, other: int, alpha: int, empties: int) -> int:
    if empties > 4:
        return _unsorted(memory, own, other, alpha, empties)
    empty = ~(own | other)
    if empties == 4:
        return last_four(memory, own, other, alpha)
    if empties == 0:
        return final_score(own, other, empties)
    a = first_square(empty)
    empty ^= bit(a)
    if empties == 1:
        return last(own, other, alpha, a)
    b = first_square(empty)
    empty ^= bit(b)
    if empties == 2:
        return last_two(memory, own, other, alpha, a, b)
    return last_three(memory, own, other, alpha, a, b, first_square(empty))


@kernel("int64(int64, uint64, uint64, int64, int64)")
def above(memory: int, own: int, other: int, alpha: int, empties: int) -> int:
    """A bound that says whether the score is above alpha."""
    if empties <= UNSORTED:
        return _few_left(memory, own, other, alpha, empties)
    count_nodes(memory, uint64(1))
    if stopped(memory):
        return alpha
    bound = safe_bound(memory, own, other, alpha, empties)
    if bound <= alpha:
        return bound
    slot = near_slot_of(memory, own, other)
    bound = recall_near(slot, own, other, alpha)
    if bound != UNSETTLED:
        return bound
    count = _sorted_moves(memory, own, other, empties)
    if count == 0:
        if targets(other, own) == _NONE:
            return final_score(own, other, empties)
        return -above(memory, other, own, -alpha - 1, empties)
    paper = paper_of(memory, empties)
    best = int64(-100)
    for at in range(count):
        square = next_move(paper, at, count)
        turned = flips(own, other, square)
        score = -above(memory, other ^ turned, own ^ turned ^ bit(square), -alpha - 1, empties - int64(1))
        if stopped(memory):
            return alpha
        if score > best:
            best = score
            if best > alpha:
                break
    remember_near(slot, own, other, alpha, best)
    return best
