"""Solves the end of Othello exactly: the difference of discs with best play.

A null window asks only whether the score is above `alpha`; every kernel answers with a bound on the same side. The
nearer the end, the simpler the kernel: first only a small table, then no table and no sorting when the board is nearly
full, because they would take longer than the search.
"""

from __future__ import annotations

from typing import Final

from stolik.games.othello.players.bits import CORNERS, final_score, frontier, kernel, odd_regions, stable_discs
from stolik.games.othello.players.intrinsics import bit, first_square, flips, int64, popcount, store, targets, uint64
from stolik.games.othello.players.last import first_to_try, last, last_five, last_four, last_three, last_two
from stolik.games.othello.players.memory import (
    EDGES,
    UNSETTLED,
    count_nodes,
    load_signed,
    near_slot_of,
    recall_near,
    remember_near,
    stopped,
)
from stolik.games.othello.players.paper import (
    REPLIES,
    TURNED,
    next_move,
    paper_of,
    replies_to,
    square_of,
    turned_by,
    write_move,
)

_NONE: Final = uint64(0)
_ONE: Final = uint64(1)

_UNSORTED: Final = 6
"""Up to so many empty squares, moves are not sorted."""

_NEVER_SAFE: Final = 6
"""So many of the opponent's discs are hardly ever safe: if only these could decide, safe discs are not computed."""

_FEWER_REPLIES: Final = 8
_ODD_QUARTER: Final = 4
_A_CORNER: Final = 4
"""The weights for sorting moves near the end, for one square less on the frontier: fewest nodes in 11 positions."""


@kernel("int64(int64, uint64, uint64, int64)")
def safe_bound(memory: int, own: int, other: int, alpha: int) -> int:
    """An upper bound of the score by the opponent's safe discs, if they may decide the question; else 64."""
    if int64(64) - 2 * (popcount(other) - int64(_NEVER_SAFE)) > alpha:
        return int64(64)
    return int64(64) - 2 * popcount(stable_discs(load_signed(memory + EDGES), other, own))


@kernel("int64(int64, uint64, uint64, uint64, int64)")
def _last_six(memory: int, own: int, other: int, open_: int, alpha: int) -> int:
    """The search with six empty squares: those in odd quarters first."""
    count_nodes(memory, uint64(1))
    if open_ == _NONE:
        open_ = targets(other, own)
        if open_ == _NONE:
            return final_score(own, other, int64(6))
        return -_last_six(memory, other, own, open_, -alpha - 1)
    bound = safe_bound(memory, own, other, alpha)
    if bound <= alpha:
        return bound
    slot = near_slot_of(memory, own, other)
    bound = recall_near(slot, own, other, alpha)
    if bound != UNSETTLED:
        return bound
    odd = odd_regions(~(own | other)) & open_
    best = int64(-100)
    while open_ != _NONE and best <= alpha:
        square = first_to_try(odd if odd != _NONE else open_)
        open_ &= ~bit(square)
        odd &= open_
        turned = flips(own, other, square)
        best = max(best, -last_five(memory, other ^ turned, own ^ turned ^ bit(square), -alpha - 1))
    remember_near(slot, own, other, alpha, best)
    return best


@kernel("int64(int64, uint64, uint64, uint64, int64)")
def sort_moves(memory: int, own: int, other: int, open_: int, empties: int) -> int:
    """Writes the moves to the ply's buffer (paper), each with its promise; returns their number."""
    paper = paper_of(memory, empties)
    odd = odd_regions(~(own | other))
    count = int64(0)
    while open_ != _NONE:
        square = first_square(open_)
        open_ &= open_ - _ONE
        disc = bit(square)
        turned = flips(own, other, square)
        mine, theirs = own ^ turned ^ disc, other ^ turned
        replies = targets(theirs, mine)
        promise = int64(1 << 10) - _FEWER_REPLIES * popcount(replies) - popcount(frontier(mine, theirs))
        promise += int64(_ODD_QUARTER) if odd & disc != _NONE else int64(0)
        promise += int64(_A_CORNER) if CORNERS & disc != _NONE else int64(0)
        write_move(paper, count, promise, square)
        store(paper + int64(TURNED) + 8 * count, turned)
        store(paper + int64(REPLIES) + 8 * count, replies)
        count += 1
    return count


@kernel("int64(int64, uint64, uint64, uint64, int64, int64)")
def _few_left(memory: int, own: int, other: int, open_: int, alpha: int, empties: int) -> int:
    if empties == 6:
        return _last_six(memory, own, other, open_, alpha)
    if empties == 5:
        return last_five(memory, own, other, alpha)
    if empties == 4:
        return last_four(memory, own, other, alpha)
    if empties == 0:
        return final_score(own, other, empties)
    empty = ~(own | other)
    a = first_square(empty)
    empty ^= bit(a)
    if empties == 1:
        return last(own, other, alpha, a)
    b = first_square(empty)
    empty ^= bit(b)
    if empties == 2:
        return last_two(memory, own, other, alpha, a, b)
    return last_three(memory, own, other, alpha, a, b, first_square(empty))


@kernel("int64(int64, uint64, uint64, uint64, int64, int64)")
def above(memory: int, own: int, other: int, open_: int, alpha: int, empties: int) -> int:
    """A bound that shows whether the score is above alpha; the player to move can move to the open squares."""
    if empties <= _UNSORTED:
        return _few_left(memory, own, other, open_, alpha, empties)
    count_nodes(memory, uint64(1))
    if stopped(memory):
        return alpha
    bound = safe_bound(memory, own, other, alpha)
    if bound <= alpha:
        return bound
    slot = near_slot_of(memory, own, other)
    bound = recall_near(slot, own, other, alpha)
    if bound != UNSETTLED:
        return bound
    if open_ == _NONE:
        open_ = targets(other, own)
        if open_ == _NONE:
            return final_score(own, other, empties)
        return -above(memory, other, own, open_, -alpha - 1, empties)
    count = sort_moves(memory, own, other, open_, empties)
    paper = paper_of(memory, empties)
    best = int64(-100)
    for at in range(count):
        move = next_move(paper, at, count)
        turned, replies = turned_by(paper, move), replies_to(paper, move)
        mine = own ^ turned ^ bit(square_of(move))
        score = -above(memory, other ^ turned, mine, replies, -alpha - 1, empties - int64(1))
        if stopped(memory):
            return alpha
        if score > best:
            best = score
            if best > alpha:
                break
    remember_near(slot, own, other, alpha, best)
    return best
