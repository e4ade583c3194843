"""The last five squares of an Othello game, a kernel for each number: here simple code is the fastest."""

from __future__ import annotations

from typing import Final

from stolik.games.othello.players.bits import CORNERS, final_score, kernel, odd_regions
from stolik.games.othello.players.intrinsics import (
    as_word,
    bit,
    count_last,
    first_square,
    flips,
    int64,
    popcount,
    uint64,
)
from stolik.games.othello.players.memory import count_nodes

_NONE: Final = uint64(0)
_X_SQUARES: Final = uint64(0x0042000000004200)


@kernel("int64(uint64, uint64, int64, int64)")
def last(own: int, other: int, alpha: int, square: int) -> int:
    """A bound that shows whether the score with one square left is above alpha; either player may have to take it."""
    discs = popcount(own)
    turned = count_last(own, square)
    if turned != 0:
        return 2 * (discs + turned) - int64(62)
    score = 2 * discs - (int64(62) if discs >= 32 else int64(64))
    if score <= alpha:
        return score
    turned = count_last(other, square)
    return 2 * (discs - turned) - int64(64) if turned != 0 else score


@kernel("int64(int64, uint64, uint64, int64, int64, int64)")
def _two(memory: int, own: int, other: int, alpha: int, first: int, second: int) -> int:
    """The best score of the player to move with two squares left; -100 when that player cannot move."""
    best = int64(-100)
    turned = flips(own, other, first)
    if turned != _NONE:
        count_nodes(memory, uint64(1))
        best = -last(other ^ turned, own ^ turned ^ bit(first), -alpha - 1, second)
        if best > alpha:
            return best
    turned = flips(own, other, second)
    if turned != _NONE:
        count_nodes(memory, uint64(1))
        best = max(best, -last(other ^ turned, own ^ turned ^ bit(second), -alpha - 1, first))
    return best


@kernel("int64(int64, uint64, uint64, int64, int64, int64)")
def last_two(memory: int, own: int, other: int, alpha: int, first: int, second: int) -> int:
    """The same with two squares left."""
    best = _two(memory, own, other, alpha, first, second)
    if best != -100:
        return best
    best = -_two(memory, other, own, -alpha - 1, first, second)
    return best if best != 100 else final_score(own, other, int64(2))


@kernel("int64(int64, uint64, uint64, int64, int64, int64, int64)")
def _three(memory: int, own: int, other: int, alpha: int, first: int, second: int, third: int) -> int:
    """`_two` with three squares left."""
    count_nodes(memory, uint64(1))
    best = int64(-100)
    turned = flips(own, other, first)
    if turned != _NONE:
        best = -last_two(memory, other ^ turned, own ^ turned ^ bit(first), -alpha - 1, second, third)
        if best > alpha:
            return best
    turned = flips(own, other, second)
    if turned != _NONE:
        best = max(best, -last_two(memory, other ^ turned, own ^ turned ^ bit(second), -alpha - 1, first, third))
        if best > alpha:
            return best
    turned = flips(own, other, third)
    if turned != _NONE:
        best = max(best, -last_two(memory, other ^ turned, own ^ turned ^ bit(third), -alpha - 1, first, second))
    return best


@kernel("int64(int64, uint64, uint64, int64, int64, int64, int64)")
def last_three(memory: int, own: int, other: int, alpha: int, first: int, second: int, third: int) -> int:
    """The same with three squares left."""
    best = _three(memory, own, other, alpha, first, second, third)
    if best != -100:
        return best
    best = -_three(memory, other, own, -alpha - 1, first, second, third)
    return best if best != 100 else final_score(own, other, int64(3))


@kernel("int64(int64, uint64, uint64, int64, int64, int64, int64, int64)")
def _four(memory: int, own: int, other: int, alpha: int, a: int, b: int, c: int, d: int) -> int:
    """`_two` with four squares left."""
    count_nodes(memory, uint64(1))
    best = int64(-100)
    turned = flips(own, other, a)
    if turned != _NONE:
        best = -last_three(memory, other ^ turned, own ^ turned ^ bit(a), -alpha - 1, b, c, d)
        if best > alpha:
            return best
    turned = flips(own, other, b)
    if turned != _NONE:
        best = max(best, -last_three(memory, other ^ turned, own ^ turned ^ bit(b), -alpha - 1, a, c, d))
        if best > alpha:
            return best
    turned = flips(own, other, c)
    if turned != _NONE:
        best = max(best, -last_three(memory, other ^ turned, own ^ turned ^ bit(c), -alpha - 1, a, b, d))
        if best > alpha:
            return best
    turned = flips(own, other, d)
    if turned != _NONE:
        best = max(best, -last_three(memory, other ^ turned, own ^ turned ^ bit(d), -alpha - 1, a, b, c))
    return best


@kernel("int64(int64, uint64, uint64, int64)")
def last_four(memory: int, own: int, other: int, alpha: int) -> int:
    """The same with four, squares in odd quarters first; if three are in one quarter, the single one first."""
    empty = ~(own | other)
    odd = empty & odd_regions(empty)
    if odd == empty:
        quarter = uint64(0x0F0F0F0F) << as_word(first_square(empty) & int64(36))
        if popcount(empty & quarter) == 3:
            odd = empty & ~quarter
    even = empty ^ odd
    a = first_square(odd if odd != _NONE else even)
    rest = empty ^ bit(a)
    odd &= rest
    b = first_square(odd if odd != _NONE else rest)
    rest ^= bit(b)
    odd &= rest
    c = first_square(odd if odd != _NONE else rest)
    d = first_square(rest ^ bit(c))
    best = _four(memory, own, other, alpha, a, b, c, d)
    if best != -100:
        return best
    best = -_four(memory, other, own, -alpha - 1, a, b, c, d)
    return best if best != 100 else final_score(own, other, int64(4))


@kernel("int64(uint64)")
def first_to_try(squares: int) -> int:
    """A corner if there is one; the square diagonally next to a corner only if there is no other."""
    if squares & CORNERS != _NONE:
        squares &= CORNERS
    elif squares & ~_X_SQUARES != _NONE:
        squares &= ~_X_SQUARES
    return first_square(squares)


@kernel("int64(int64, uint64, uint64, int64)")
def _five(memory: int, own: int, other: int, alpha: int) -> int:
    """`_two` with five squares left: those in odd quarters first."""
    count_nodes(memory, uint64(1))
    rest = ~(own | other)
    odd = rest & odd_regions(rest)
    best = int64(-100)
    while rest != _NONE:
        square = first_to_try(odd if odd != _NONE else rest)
        rest &= ~bit(square)
        odd &= rest
        turned = flips(own, other, square)
        if turned != _NONE:
            best = max(best, -last_four(memory, other ^ turned, own ^ turned ^ bit(square), -alpha - 1))
            if best > alpha:
                return best
    return best


@kernel("int64(int64, uint64, uint64, int64)")
def last_five(memory: int, own: int, other: int, alpha: int) -> int:
    """The same with five."""
    best = _five(memory, own, other, alpha)
    if best != -100:
        return best
    best = -_five(memory, other, own, -alpha - 1)
    return best if best != 100 else final_score(own, other, int64(5))
