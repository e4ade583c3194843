"""Machine words behind kernels, so that tests can call them. Import only where Numba is installed."""

from __future__ import annotations

from stolik.games.othello.players.bits import kernel
from stolik.games.othello.players.intrinsics import count_last, first_square, flips, popcount, targets


@kernel("uint64(uint64, uint64)")
def targets_of(own: int, other: int) -> int:
    """Where one may move."""
    return targets(own, other)


@kernel("uint64(uint64, uint64, int64)")
def flips_of(own: int, other: int, square: int) -> int:
    """What is turned."""
    return flips(own, other, square)


@kernel("int64(uint64)")
def count_of(board: int) -> int:
    """How many squares."""
    return popcount(board)


@kernel("int64(uint64)")
def first_of(board: int) -> int:
    """The lowest square."""
    return first_square(board)


@kernel("int64(uint64, int64)")
def last_flips_of(own: int, square: int) -> int:
    """How many discs the last one turns."""
    return count_last(own, square)
