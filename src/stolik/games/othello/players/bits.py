"""Small kernels for Othello's boards: safe discs, odd regions, final scores.

Everything here is for the player to move: `own` are that player's discs, `other` the opponent's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from stolik.games.othello.players.intrinsics import (
    as_signed,
    bit,
    first_square,
    flips,
    int64,
    load_byte,
    popcount,
    targets,
    uint64,
)

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(signature: str) -> Callable[[Kernel], Kernel]:
    """Compiles for one signature, and caches the code. Without one, Numba takes a Python int as a signed word."""
    compile_ = njit(signature, cache=True, nogil=True, error_model="numpy", boundscheck=False)
    return cast("Callable[[Kernel], Kernel]", compile_)


CORNERS: Final = uint64(0x8100000000000081)
_INNER: Final = uint64(0x007E7E7E7E7E7E00)
_FILE_A: Final = uint64(0x0101010101010101)
_NONE: Final = uint64(0)
_BYTE: Final = uint64(0xFF)


@kernel("int64(uint64, uint64, int64)")
def final_score(own: int, other: int, empties: int) -> int:
    """The difference of discs when nobody can move; the empty squares go to the winner."""
    lead = popcount(own) - popcount(other)
    if lead > 0:
        return lead + empties
    if lead < 0:
        return lead - empties
    return int64(0)


@kernel("uint64(uint64)")
def odd_regions(empty: int) -> int:
    """The quarters of the board with an odd number of empty squares: a player who moves there may get the last move."""
    odd = empty ^ empty >> uint64(1)
    odd ^= odd >> uint64(2)
    odd ^= odd >> uint64(8)
    odd ^= odd >> uint64(16)
    return (odd & uint64(0x0000001100000011)) * uint64(0x0F0F0F0F)


@kernel("uint64(uint64, uint64)")
def frontier(own: int, other: int) -> int:
    """The empty squares beside discs of `own`: possible later moves of the opponent."""
    near = own | (own & uint64(0xFEFEFEFEFEFEFEFE)) >> uint64(1) | (own & uint64(0x7F7F7F7F7F7F7F7F)) << uint64(1)
    return (near | near << uint64(8) | near >> uint64(8)) & ~(own | other)


@kernel("uint64(uint64)")
def _full_rows(discs: int) -> int:
    rows = discs & discs >> uint64(4)
    rows &= rows >> uint64(2)
    rows &= rows >> uint64(1)
    return (rows & _FILE_A) * _BYTE


@kernel("uint64(uint64)")
def _full_columns(discs: int) -> int:
    columns = discs & (discs >> uint64(32) | discs << uint64(32))
    columns &= columns >> uint64(16) | columns << uint64(48)
    return columns & (columns >> uint64(8) | columns << uint64(56))


@kernel("uint64(uint64)")
def _full_rising(discs: int) -> int:
    """The squares of the lines parallel to a8-h1 that have no gap."""
    up = down = ~discs
    up |= up << uint64(7) & uint64(0x7F7F7F7F7F7F7F7F)
    up |= up << uint64(14) & uint64(0x3F3F3F3F3F3F3F3F)
    up |= up << uint64(28) & uint64(0x0F0F0F0F0F0F0F0F)
    down |= down >> uint64(7) & uint64(0xFEFEFEFEFEFEFEFE)
    down |= down >> uint64(14) & uint64(0xFCFCFCFCFCFCFCFC)
    down |= down >> uint64(28) & uint64(0xF0F0F0F0F0F0F0F0)
    return ~(up | down)


@kernel("uint64(uint64)")
def _full_falling(discs: int) -> int:
    """The squares of the lines parallel to a1-h8 that have no gap."""
    up = down = ~discs
    up |= up << uint64(9) & uint64(0xFEFEFEFEFEFEFEFE)
    up |= up << uint64(18) & uint64(0xFCFCFCFCFCFCFCFC)
    up |= up << uint64(36) & uint64(0xF0F0F0F0F0F0F0F0)
    down |= down >> uint64(9) & uint64(0x7F7F7F7F7F7F7F7F)
    down |= down >> uint64(18) & uint64(0x3F3F3F3F3F3F3F3F)
    down |= down >> uint64(36) & uint64(0x0F0F0F0F0F0F0F0F)
    return ~(up | down)


@kernel("uint64(uint64)")
def _column_as_row(board: int) -> int:
    """The a column as eight bits."""
    return (board & _FILE_A) * uint64(0x0102040810204080) >> uint64(56)


@kernel("uint64(int64)")
def _row_as_column(row: int) -> int:
    """Eight bits as the a column."""
    low = uint64(row & 127) * uint64(0x0002040810204081) & _FILE_A
    return low | uint64(row >> 7) << uint64(56)


@kernel("int64(int64, uint64, uint64)")
def _safe_on_edge(edges: int, own: int, other: int) -> int:
    return load_byte(edges + as_signed((own & _BYTE) << uint64(8) | other & _BYTE))


@kernel("uint64(int64, uint64, uint64)")
def stable_discs(edges: int, own: int, other: int) -> int:
    """Discs of `own` that can never be flipped: perhaps not all of them, but never a wrong one.

    For an edge there is a table. Elsewhere a disc is safe if on each of its four lines it has a safe neighbour, or the
    line has no gap; this is repeated until nothing changes.
    """
    discs = own | other
    right = uint64(7)
    last = uint64(56)
    safe = uint64(_safe_on_edge(edges, own, other))
    safe |= uint64(_safe_on_edge(edges, own >> last, other >> last)) << last
    safe |= _row_as_column(_safe_on_edge(edges, _column_as_row(own), _column_as_row(other)))
    safe |= _row_as_column(_safe_on_edge(edges, _column_as_row(own >> right), _column_as_row(other >> right))) << right
    rows, columns, rising, falling = _full_rows(discs), _full_columns(discs), _full_rising(discs), _full_falling(discs)
    inner = own & _INNER
    safe |= inner & rows & columns & rising & falling
    before = _NONE
    while safe != before:
        before = safe
        along = safe >> uint64(1) | safe << uint64(1) | rows
        along &= safe >> uint64(8) | safe << uint64(8) | columns
        along &= safe >> uint64(7) | safe << uint64(7) | rising
        along &= safe >> uint64(9) | safe << uint64(9) | falling
        safe |= inner & along
    return safe


@kernel("void(uint8[::1])")
def _fill_edges(table: NDArray[np.uint8]) -> None:
    """Fills the table of safe discs on an edge: those that stay whoever plays into any gap. Fuller edges come first."""
    for discs in range(255, -1, -1):
        own = discs
        while True:
            other = discs ^ own
            safe = own
            for square in range(8):
                gap = 1 << square
                if discs & gap == 0:
                    turned = int64(flips(uint64(own), uint64(other), int64(square))) & 255
                    safe &= table[(own | gap | turned) << 8 | (other & ~turned)]
                    turned = int64(flips(uint64(other), uint64(own), int64(square))) & 255
                    safe &= table[(own & ~turned) << 8 | (other | gap | turned)]
            table[own << 8 | other] = safe
            if own == 0:
                break
            own = (own - 1) & discs


def edge_table() -> NDArray[np.uint8]:
    """[own discs on an edge << 8 | the opponent's]: the safe own discs."""
    table = np.zeros(1 << 16, np.uint8)
    _fill_edges(table)
    return table


@kernel("int64(uint64, uint64, int64)")
def perft(own: int, other: int, depth: int) -> int:
    """The number of lines of play of a depth; a pass counts as a ply, and a finished game as a line."""
    if depth == 0:
        return int64(1)
    open_ = targets(own, other)
    if open_ == _NONE:
        return perft(other, own, depth - int64(1)) if targets(other, own) != _NONE else int64(1)
    lines = int64(0)
    while open_ != _NONE:
        square = first_square(open_)
        open_ &= open_ - uint64(1)
        turned = flips(own, other, square)
        lines += perft(other ^ turned, own ^ turned ^ bit(square), depth - int64(1))
    return lines
