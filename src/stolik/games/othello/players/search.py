"""Othello's middle game: estimates a position by a search of some plies.

Scores are in parts of a disc. As in the endgame, a null window asks whether the score is above `alpha`.
When a shallow search is already far outside the window, the deep one is skipped. How far is set by the caution in the
control block; 0 means that nothing is skipped.
"""

from __future__ import annotations

from typing import Final

from stolik.games.othello.players.bits import CORNERS, final_score, kernel
from stolik.games.othello.players.eval import evaluate, evaluate_after, note_states
from stolik.games.othello.players.intrinsics import (
    as_word,
    bit,
    first_square,
    flips,
    int64,
    popcount,
    store,
    targets,
    uint64,
)
from stolik.games.othello.players.memory import (
    BEST,
    CAUTION,
    NO_MOVE,
    NOT_FOUND,
    count_nodes,
    depth_of,
    load_signed,
    lower_of,
    move_of,
    recall,
    remember,
    remember_side,
    second_move_of,
    stopped,
    upper_of,
)
from stolik.games.othello.players.paper import STATES, next_move, paper_of, square_of, write_move
from stolik.games.othello.players.patterns import DISC, WORST

_NONE: Final = uint64(0)
_ONE: Final = uint64(1)

REMEMBERED: Final = 2
"""From this depth on, positions are stored in the table and moves are sorted."""

PROBED: Final = 4
"""From this depth on, a shallower search may replace a deeper one."""


@kernel("int64(int64, uint64, uint64, int64)")
def from_leaves(memory: int, own: int, other: int, alpha: int) -> int:
    """A search of one ply: the best move by its evaluation; stops when one is above alpha."""
    count_nodes(memory, _ONE)
    open_ = targets(own, other)
    if open_ == _NONE:
        if targets(other, own) == _NONE:
            return final_score(own, other, popcount(~(own | other))) * int64(DISC)
        return -from_leaves(memory, other, own, -alpha - 1)
    best = int64(-WORST)
    before = paper_of(memory, popcount(~(own | other))) + int64(STATES)
    note_states(memory, own, other, before)
    while open_ != _NONE:
        square = first_square(open_)
        open_ &= open_ - _ONE
        turned = flips(own, other, square)
        theirs, mine = other ^ turned, own ^ turned ^ bit(square)
        count_nodes(memory, _ONE)
        score = -evaluate_after(memory, before, turned, square, theirs, mine, targets(theirs, mine))
        if score > best:
            best = score
            if best > alpha:
                return best
    return best


@kernel("int64(int64, uint64, uint64, int64, int64, int64, int64)")
def list_moves(memory: int, own: int, other: int, first: int, second: int, empties: int, depth: int) -> int:
    """Writes the moves to the ply's buffer (paper), each with its promise; returns their number.

    Near the leaves the promise is the number of replies; further up it is the evaluation of each move.
    """
    paper = paper_of(memory, empties)
    open_ = targets(own, other)
    count = int64(0)
    if depth >= 3:
        note_states(memory, own, other, paper + int64(STATES))
    while open_ != _NONE:
        square = first_square(open_)
        open_ &= open_ - _ONE
        if square == first:
            promise = int64(1 << 30)
        elif square == second:
            promise = int64(1 << 29)
        else:
            turned = flips(own, other, square)
            mine, theirs = own ^ turned ^ bit(square), other ^ turned
            replies = targets(theirs, mine)
            promise = int64(1 << 20) - int64(DISC) * (popcount(replies) + popcount(replies & CORNERS))
            if depth >= 3:
                promise -= 2 * evaluate_after(memory, paper + int64(STATES), turned, square, theirs, mine, replies)
        write_move(paper, count, promise, square)
        count += 1
    return count


@kernel("int64(int64)")
def shallower(depth: int) -> int:
    """The depth of the search that may replace this one: about half; odd for odd, because estimates alternate."""
    return depth // int64(4) * int64(2) + (depth & int64(1))


@kernel("int64(int64, int64)")
def spread(depth: int, empties: int) -> int:
    """The standard error of the shallower search as an estimate of the deeper one, in parts of a disc."""
    return int64(DISC) * 4


@kernel("int64(int64, uint64, uint64, int64, int64)")
def seems_above(memory: int, own: int, other: int, alpha: int, depth: int) -> int:
    """A bound that shows whether the estimated score is above alpha."""
    if depth <= 1:
        if depth == 1:
            return from_leaves(memory, own, other, alpha)
        count_nodes(memory, _ONE)
        return evaluate(memory, own, other)
    count_nodes(memory, _ONE)
    if stopped(memory):
        return alpha
    note = recall(memory, own, other)
    first = second = int64(NO_MOVE)
    if note != NOT_FOUND:
        if depth_of(note) >= depth:
            lower, upper = lower_of(note), upper_of(note)
            if lower > alpha:
                return lower
            if upper <= alpha:
                return upper
        first, second = move_of(note), second_move_of(note)
    empties = popcount(~(own | other))
    caution = load_signed(memory + CAUTION)
    if caution > 0 and depth >= PROBED:
        margin = caution * spread(depth, empties) >> int64(4)
        shallow = shallower(depth)
        high = alpha + margin
        if high < int64(WORST) and seems_above(memory, own, other, high, shallow) > high:
            return alpha + int64(1)
        low = alpha - margin
        if low > int64(-WORST) and seems_above(memory, own, other, low, shallow) <= low:
            return alpha
    count = list_moves(memory, own, other, first, second, empties, depth)
    if count == 0:
        if targets(other, own) == _NONE:
            return final_score(own, other, empties) * int64(DISC)
        return -seems_above(memory, other, own, -alpha - 1, depth)
    paper = paper_of(memory, empties)
    best = int64(-WORST - 1)
    move = int64(NO_MOVE)
    for at in range(count):
        square = square_of(next_move(paper, at, count))
        turned = flips(own, other, square)
        score = -seems_above(memory, other ^ turned, own ^ turned ^ bit(square), -alpha - 1, depth - int64(1))
        if stopped(memory):
            return alpha
        if score > best:
            best, move = score, square
            if best > alpha:
                break
    remember_side(memory, own, other, alpha, best, depth, move)
    return best


@kernel("int64(int64, uint64, uint64, int64, int64, int64)")
def seems(memory: int, own: int, other: int, alpha: int, beta: int, depth: int) -> int:
    """The estimated score, if it is between alpha and beta, else a bound; writes the best move to the control block."""
    count_nodes(memory, _ONE)
    if depth == 0:
        return evaluate(memory, own, other)
    note = recall(memory, own, other)
    first = second = int64(NO_MOVE)
    if note != NOT_FOUND:
        first, second = move_of(note), second_move_of(note)
    empties = popcount(~(own | other))
    count = list_moves(memory, own, other, first, second, empties, depth)
    if count == 0:
        if targets(other, own) == _NONE:
            return final_score(own, other, empties) * int64(DISC)
        return -seems(memory, other, own, -beta, -alpha, depth)
    paper = paper_of(memory, empties)
    best = int64(-WORST - 1)
    move = int64(NO_MOVE)
    floor = alpha
    for at in range(count):
        square = square_of(next_move(paper, at, count))
        turned = flips(own, other, square)
        after, mine = other ^ turned, own ^ turned ^ bit(square)
        if at == 0:
            score = -seems(memory, after, mine, -beta, -floor, depth - int64(1))
        else:
            score = -seems_above(memory, after, mine, -floor - 1, depth - int64(1))
            if floor < score < beta:
                score = -seems(memory, after, mine, -beta, -floor, depth - int64(1))
        if stopped(memory):
            break
        if score > best:
            best, move = score, square
            floor = max(floor, best)
            if best >= beta:
                break
    store(memory + BEST, as_word(move))
    if not stopped(memory):
        lower = best if best > alpha else int64(-WORST)
        upper = best if best < beta else int64(WORST)
        remember(memory, own, other, lower, upper, depth, move)
    return best
