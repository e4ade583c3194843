"""Thousands of games of Othello at once, as arrays of bitboards."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stolik.games.othello.players.bits import kernel
from stolik.games.othello.players.intrinsics import bit, first_square, flips, int64, popcount, targets, uint64
from stolik.games.othello.rules import SQUARES, START

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

_NONE: Final = uint64(0)
OVER: Final = -1


@kernel("uint64(uint64[::1])")
def _draw(chance: Words) -> int:
    """The next random word; `chance` is the generator's state (splitmix64)."""
    chance[0] += uint64(0x9E3779B97F4A7C15)
    mixed = chance[0]
    mixed = (mixed ^ mixed >> uint64(30)) * uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> uint64(27)) * uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> uint64(31)  # type: ignore[no-any-return]


@kernel("int64(uint64, uint64[::1])")
def _any_square(open_: int, chance: Words) -> int:
    """One of the squares of a set that is not empty."""
    skip = int64((_draw(chance) >> uint64(32)) * uint64(popcount(open_)) >> uint64(32))
    for _ in range(skip):
        open_ &= open_ - uint64(1)
    return first_square(open_)


@kernel("void(uint64[:, ::1], int64[::1], int64, int64)")
def _put(boards: Words, turns: Ints, game: int, square: int) -> None:
    """Puts a disc, which must be legal, and finds who moves next."""
    mover = turns[game]
    own, other = boards[game, mover], boards[game, 1 - mover]
    turned = flips(own, other, square)
    own ^= turned | bit(square)
    other ^= turned
    boards[game, mover], boards[game, 1 - mover] = own, other
    if targets(other, own) != _NONE:
        turns[game] = 1 - mover
    elif targets(own, other) == _NONE:
        turns[game] = OVER


@kernel("void(uint64[:, ::1], int64[::1], uint64[::1])")
def _legal(boards: Words, turns: Ints, found: Words) -> None:
    for game in range(len(turns)):
        mover = turns[game]
        found[game] = targets(boards[game, mover], boards[game, 1 - mover]) if mover >= 0 else _NONE


@kernel("int64(uint64[:, ::1], int64[::1], int64[::1])")
def _play(boards: Words, turns: Ints, moves: Ints) -> int:
    """Returns the first game whose move is illegal, before any is made; -1 when all are legal."""
    for game in range(len(turns)):
        mover = turns[game]
        if mover >= 0 and (
            moves[game] < 0
            or moves[game] >= SQUARES
            or targets(boards[game, mover], boards[game, 1 - mover]) & bit(moves[game]) == _NONE
        ):
            return game
    for game in range(len(turns)):
        if turns[game] >= 0:
            _put(boards, turns, game, moves[game])
    return -1


@kernel("void(uint64[:, ::1], int64[::1], uint64[::1], int64[::1])")
def _random_moves(boards: Words, turns: Ints, chance: Words, moves: Ints) -> None:
    for game in range(len(turns)):
        mover = turns[game]
        moves[game] = OVER
        if mover >= 0:
            moves[game] = _any_square(targets(boards[game, mover], boards[game, 1 - mover]), chance)


@kernel("void(uint64[:, ::1], int64[::1], uint64[::1])")
def _play_out(boards: Words, turns: Ints, chance: Words) -> None:
    for game in range(len(turns)):
        while turns[game] >= 0:
            mover = turns[game]
            square = _any_square(targets(boards[game, mover], boards[game, 1 - mover]), chance)
            _put(boards, turns, game, square)


class OthelloBatch:
    """So many games from the usual start; see `stolik.contract.batch.Batch`."""

    actions: Final = SQUARES

    def __init__(self, games: int, seed: int) -> None:
        self.games: Final = games
        self.boards: Final[Words] = np.tile(np.array([START.black, START.white], dtype=np.uint64), (games, 1))
        """[game, seat]: the discs, a bit for each square."""
        self._turns: Ints = np.zeros(games, dtype=np.int64)
        self._chance: Words = np.array([seed], dtype=np.uint64)

    @property
    def turns(self) -> Ints:
        """[game]: 0 for black, 1 for white, -1 when the game is over."""
        return self._turns.copy()

    @property
    def scores(self) -> Ints:
        """[game, seat]: the discs; when the game is over, the winner also has the empty squares."""
        discs = np.bitwise_count(self.boards).astype(np.int64)
        empty = SQUARES - discs.sum(axis=1)
        ahead = discs[:, 0] - discs[:, 1]
        for seat, sign in ((0, 1), (1, -1)):
            won = (self._turns == OVER) & (sign * ahead > 0)
            discs[won, seat] += empty[won]
        return discs

    def legal(self) -> Any:  # noqa: ANN401 - an array
        """[game, square]: whether a disc may be put there."""
        found = np.zeros(self.games, dtype=np.uint64)
        _legal(self.boards, self._turns, found)
        return (found[:, None] >> np.arange(SQUARES, dtype=np.uint64) & np.uint64(1)).astype(bool)

    def play(self, moves: Any) -> None:  # noqa: ANN401 - an array
        """One square for each game; raises ValueError, and then no move is made."""
        wrong = _play(self.boards, self._turns, np.ascontiguousarray(moves, dtype=np.int64))
        if wrong >= 0:
            raise ValueError(f"the move {int(moves[wrong])} is illegal in game {wrong}")

    def random_moves(self) -> Ints:
        """[game]: a legal square; -1 when the game is over."""
        moves = np.zeros(self.games, dtype=np.int64)
        _random_moves(self.boards, self._turns, self._chance, moves)
        return moves

    def play_out(self) -> None:
        """Plays every game to its end with random moves."""
        _play_out(self.boards, self._turns, self._chance)
