"""Exact scores with more empty squares than the endgame kernels can solve: the evaluation sorts the moves.

It only sorts: its errors cost time, but the score stays exact.
"""

from __future__ import annotations

from typing import Final

from stolik.games.othello.players.bits import CORNERS, final_score, frontier, kernel
from stolik.games.othello.players.endgame import above, safe_bound, sort_moves
from stolik.games.othello.players.eval import evaluate, evaluate_briefly_after, note_brief_states
from stolik.games.othello.players.intrinsics import (
    as_word,
    bit,
    first_square,
    flips,
    int64,
    load,
    popcount,
    store,
    targets,
    uint64,
)
from stolik.games.othello.players.memory import (
    BEST,
    EXACT,
    LEVEL,
    NO_MOVE,
    NOT_FOUND,
    TRUST,
    UNSETTLED,
    count_nodes,
    depth_of,
    fetch_soon,
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
from stolik.games.othello.players.paper import (
    REPLIES,
    STATES,
    TURNED,
    next_move,
    paper_of,
    replies_to,
    square_of,
    turned_by,
    write_move,
)
from stolik.games.othello.players.patterns import DISC, WORST
from stolik.games.othello.players.search import from_leaves, seems_above

_NONE: Final = uint64(0)
_ONE: Final = uint64(1)

TABLED: Final = 9
"""From so many empty squares on, positions are stored in the table."""

_WEIGHED: Final = 10
"""From so many empty squares on, moves are also sorted by the evaluation."""

_ONE_PLY: Final = 16
"""From so many empty squares on, the evaluation for sorting is one ply deeper."""

_TRUSTED: Final = 12
"""From so many empty squares on, an inexact search may use a shallow one instead."""

_DOUBT: Final = 5 * DISC
"""The standard error of that shallow search as an estimate of the exact score, in parts of a disc."""

_A_REPLY_COSTS: Final = 6 * DISC
"""The weight of each reply: a move with few replies has a small tree, and is tried before one that looks better."""

_THE_FRONTIER_COSTS: Final = DISC
"""The weight of each empty square beside own discs (the frontier)."""

_SETTLED_FROM: Final = 11
"""From so many empty squares on, the table is searched for the positions after the moves."""

_WINDOW: Final = 5 * DISC
"""A move that looks worse than needed by more than this is not distinguished further."""


@kernel("void(int64, uint64, uint64, uint64, int64)")
def _turn_discs(memory: int, own: int, other: int, open_: int, empties: int) -> None:
    """Writes what each move flips, and prefetches the table entries of the positions after the moves."""
    notes = paper_of(memory, empties) + int64(TURNED)
    while open_ != _NONE:
        square = first_square(open_)
        open_ &= open_ - _ONE
        turned = flips(own, other, square)
        store(notes, turned)
        notes += 8
        fetch_soon(memory, other ^ turned, own ^ turned ^ bit(square))


@kernel("int64(int64, uint64, uint64, uint64, int64, int64)")
def _settled(memory: int, own: int, other: int, open_: int, enough: int, empties: int) -> int:
    """An upper bound of a position after a move, if the table has one that is enough; or UNSETTLED."""
    notes = paper_of(memory, empties) + int64(TURNED)
    sure = load_signed(memory + LEVEL) + empties - int64(1)
    while open_ != _NONE:
        turned, disc = load(notes), bit(first_square(open_))
        open_ ^= disc
        notes += 8
        note = recall(memory, other ^ turned, own ^ turned ^ disc)
        if note != NOT_FOUND and depth_of(note) >= sure and -upper_of(note) > enough * int64(DISC):
            return upper_of(note) // int64(DISC)
    return int64(UNSETTLED)


@kernel("int64(int64, int64, uint64, int64, uint64, uint64, uint64, int64, int64)")
def _promise(
    memory: int, paper: int, turned: int, square: int, theirs: int, mine: int, replies: int, alpha: int, empties: int
) -> int:
    """The promise of a move: few replies and a good evaluation."""
    promise = int64(1 << 20) - int64(_A_REPLY_COSTS) * (popcount(replies) + popcount(replies & CORNERS))
    if empties >= _ONE_PLY:
        return promise - from_leaves(memory, theirs, mine, int64(_WINDOW) - alpha * int64(DISC))
    promise -= int64(_THE_FRONTIER_COSTS) * popcount(frontier(mine, theirs))
    return promise - evaluate_briefly_after(memory, paper + int64(STATES), turned, square, theirs, mine, replies)


@kernel("int64(int64, uint64, uint64, uint64, int64, int64, int64, int64, int64)")
def _weigh_moves(
    memory: int, own: int, other: int, open_: int, alpha: int, enough: int, first: int, second: int, empties: int
) -> int:
    """Writes the moves, each with its promise; returns their number, or -1000 + a bound when one decides the search.

    A move decides the search when the table says that the position after it is good enough. When the promise is cheap
    to compute, the table is read after it: by then the prefetch has finished.
    """
    if empties < _WEIGHED:
        return sort_moves(memory, own, other, open_, empties)
    paper = paper_of(memory, empties)
    _turn_discs(memory, own, other, open_, empties)
    bound = _settled(memory, own, other, open_, enough, empties) if empties >= _ONE_PLY else int64(UNSETTLED)
    if bound != UNSETTLED:
        return int64(-1000) + bound
    if empties < _ONE_PLY:
        note_brief_states(memory, own, other, paper + int64(STATES))
    rest = open_
    count = int64(0)
    while rest != _NONE:
        square = first_square(rest)
        rest &= rest - _ONE
        turned = load(paper + int64(TURNED) + 8 * count)
        mine, theirs = own ^ turned ^ bit(square), other ^ turned
        replies = targets(theirs, mine)
        store(paper + int64(REPLIES) + 8 * count, replies)
        if square == first:
            promise = int64(1 << 30)
        elif square == second:
            promise = int64(1 << 29)
        else:
            promise = _promise(memory, paper, turned, square, theirs, mine, replies, alpha, empties)
        write_move(paper, count, promise, square)
        count += 1
    if _SETTLED_FROM <= empties < _ONE_PLY:
        bound = _settled(memory, own, other, open_, enough, empties)
    return count if bound == UNSETTLED else int64(-1000) + bound


@kernel("int64(int64, uint64, uint64, int64, int64)")
def _seems_decided(memory: int, own: int, other: int, alpha: int, empties: int) -> int:
    """1 or -1 when a shallow search says that the score is far above alpha or far below; else 0."""
    margin = load_signed(memory + TRUST) * int64(_DOUBT) >> int64(4)
    shallow = (empties - int64(8)) // int64(4) * int64(2) + (empties & int64(1))
    now = evaluate(memory, own, other)
    high, low = alpha * int64(DISC) + margin, (alpha + int64(1)) * int64(DISC) - margin
    if high < int64(WORST) and now > high - margin and seems_above(memory, own, other, high, shallow) > high:
        return int64(1)
    if low > int64(-WORST) and now < low + margin and seems_above(memory, own, other, low, shallow) <= low:
        return int64(-1)
    return int64(0)


@kernel("int64(int64, int64)")
def _depth(memory: int, empties: int) -> int:
    """The mark of a bound that is found now: near the end every bound is exact."""
    return empties + (load_signed(memory + LEVEL) if empties >= _TRUSTED else int64(EXACT))


@kernel("int64(int64, uint64, uint64, uint64, int64, int64)")
def surely_above(memory: int, own: int, other: int, open_: int, alpha: int, empties: int) -> int:
    """A bound that shows whether the score is above alpha; the player to move can move to the open squares."""
    if empties < TABLED:
        return above(memory, own, other, open_, alpha, empties)
    count_nodes(memory, _ONE)
    if stopped(memory):
        return alpha
    bound = safe_bound(memory, own, other, alpha)
    if bound <= alpha:
        return bound
    note = recall(memory, own, other)
    first = second = int64(NO_MOVE)
    if note != NOT_FOUND:
        if depth_of(note) >= _depth(memory, empties):
            lower, upper = lower_of(note) // int64(DISC), upper_of(note) // int64(DISC)
            if lower > alpha:
                return lower
            if upper <= alpha:
                return upper
        first, second = move_of(note), second_move_of(note)
    if load(memory + TRUST) != _NONE and empties >= _TRUSTED:
        seems = _seems_decided(memory, own, other, alpha, empties)
        if seems != 0:
            # Scores are even.
            return (alpha + int64(2) if seems > 0 else alpha) & int64(-2)
    if open_ == _NONE:
        open_ = targets(other, own)
        if open_ == _NONE:
            return final_score(own, other, empties)
        return -surely_above(memory, other, own, open_, -alpha - 1, empties)
    count = _weigh_moves(memory, own, other, open_, alpha, alpha, first, second, empties)
    if count < 0:
        return -(count + int64(1000))
    paper = paper_of(memory, empties)
    best = int64(-100)
    move = int64(NO_MOVE)
    for at in range(count):
        next_ = next_move(paper, at, count)
        square, turned, replies = square_of(next_), turned_by(paper, next_), replies_to(paper, next_)
        mine = own ^ turned ^ bit(square)
        score = -surely_above(memory, other ^ turned, mine, replies, -alpha - 1, empties - int64(1))
        if stopped(memory):
            return alpha
        if score > best:
            best, move = score, square
            if best > alpha:
                break
    remember_side(memory, own, other, alpha * int64(DISC), best * int64(DISC), _depth(memory, empties), move)
    return best


@kernel("int64(int64, uint64, uint64, uint64, int64, int64, int64)")
def exact(memory: int, own: int, other: int, open_: int, alpha: int, beta: int, empties: int) -> int:
    """The score if it is between alpha and beta; else a bound on its side."""
    if empties < TABLED:
        while True:
            score = above(memory, own, other, open_, alpha, empties)
            if score <= alpha:
                return score
            if score >= beta:
                return score
            alpha = score
    count_nodes(memory, uint64(1))
    note = recall(memory, own, other)
    move = int64(NO_MOVE)
    if note != NOT_FOUND:
        move = move_of(note)
    if open_ == _NONE:
        open_ = targets(other, own)
        if open_ == _NONE:
            return final_score(own, other, empties)
        return -exact(memory, other, own, open_, -beta, -alpha, empties)
    count = _weigh_moves(memory, own, other, open_, alpha, int64(64), move, int64(NO_MOVE), empties)
    paper = paper_of(memory, empties)
    best = int64(-100)
    floor = alpha
    for at in range(count):
        next_ = next_move(paper, at, count)
        square, turned, replies = square_of(next_), turned_by(paper, next_), replies_to(paper, next_)
        after, mine = other ^ turned, own ^ turned ^ bit(square)
        if at == 0:
            score = -exact(memory, after, mine, replies, -beta, -floor, empties - int64(1))
        else:
            score = -surely_above(memory, after, mine, replies, -floor - 1, empties - int64(1))
            if floor < score < beta:
                score = -exact(memory, after, mine, replies, -beta, -score + 1, empties - int64(1))
        if stopped(memory):
            return alpha
        if score > best:
            best, move = score, square
            floor = max(floor, best)
            if best >= beta:
                break
    store(memory + BEST, as_word(move))
    lower = best if best > alpha else int64(-64)
    upper = best if best < beta else int64(64)
    remember(memory, own, other, lower * int64(DISC), upper * int64(DISC), _depth(memory, empties), move)
    return best


@kernel("int64(int64, uint64, uint64, int64, int64, int64)")
def solve(memory: int, own: int, other: int, alpha: int, beta: int, empties: int) -> int:
    """Like `exact`, for a player who can move; writes the best move to the control block."""
    if empties >= TABLED:
        return exact(memory, own, other, targets(own, other), alpha, beta, empties)
    count_nodes(memory, _ONE)
    open_ = targets(own, other)
    best = int64(-100)
    floor = alpha
    while open_ != _NONE:
        square = first_square(open_)
        open_ &= open_ - _ONE
        turned = flips(own, other, square)
        after, mine = other ^ turned, own ^ turned ^ bit(square)
        score = -exact(memory, after, mine, targets(after, mine), -beta, -floor, empties - int64(1))
        if score > best:
            best = score
            store(memory + BEST, as_word(square))
            floor = max(floor, best)
            if best >= beta:
                break
    return best
