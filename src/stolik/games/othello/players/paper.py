"""The buffers (paper) of an Othello search, one sheet for each ply: the moves, and what is already known of each."""

from __future__ import annotations

from typing import Final

from stolik.games.othello.players.bits import kernel
from stolik.games.othello.players.intrinsics import as_signed, as_word, int64, load, store, uint64
from stolik.games.othello.players.memory import PLY_BYTES, SCRATCH, load_signed

# What is on a sheet, as offsets in bytes: first a word for each of up to 33 moves.
TURNED: Final = 320
"""The discs that each move flips."""
STATES: Final = 640
"""The states of the patterns before the move."""
REPLIES: Final = 736
"""The squares where the opponent can reply to each move."""


@kernel("int64(int64, int64)")
def paper_of(memory: int, empties: int) -> int:
    """The address of the buffer for the ply with so many empty squares."""
    return load_signed(memory + SCRATCH) + empties * int64(PLY_BYTES)


@kernel("void(int64, int64, int64, int64)")
def write_move(paper: int, at: int, promise: int, square: int) -> None:
    """Writes a move: its promise in the high bits, then its place on the paper and its square, in six bits each."""
    store(paper + 8 * at, as_word(promise << int64(12) | at << int64(6) | square))


@kernel("int64(int64)")
def square_of(move: int) -> int:
    """The square of a written move."""
    return move & int64(63)


@kernel("uint64(int64, int64)")
def turned_by(paper: int, move: int) -> int:
    """The discs that the move flips, from the paper."""
    return load(paper + int64(TURNED) + 8 * (move >> int64(6)))


@kernel("uint64(int64, int64)")
def replies_to(paper: int, move: int) -> int:
    """The squares where the opponent can reply to the move, from the paper."""
    return load(paper + int64(REPLIES) + 8 * (move >> int64(6)))


@kernel("int64(int64, int64, int64)")
def next_move(paper: int, at: int, count: int) -> int:
    """Takes the most promising of the moves that are left; returns it without its promise."""
    most, where = load(paper + 8 * at), at
    for i in range(at + int64(1), count):
        word = load(paper + 8 * i)
        if word > most:
            most, where = word, i
    store(paper + 8 * where, load(paper + 8 * at))
    return as_signed(most & uint64(0xFFF))
