"""Thousands of games of Krążki at once: each stack is a word with a bit for each white disc, and a height."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from stolik.games.krazki.rules import STACKS, TALLEST

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Kernel = TypeVar("Kernel", bound=Callable[..., Any])

OVER: Final = -1
WHITE_TO_MOVE: Final = 0
_HALF: Final = STACKS // 2


def kernel(signature: str) -> Callable[[Kernel], Kernel]:
    """Compiles for one signature, and caches the code."""
    return cast("Callable[[Kernel], Kernel]", njit(signature, cache=True, nogil=True, error_model="numpy"))


@kernel("uint64(uint64[::1])")
def _draw(chance: Words) -> np.uint64:
    """The next random word; `chance` is the generator's state (splitmix64)."""
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = chance[0]
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)  # type: ignore[no-any-return]


@kernel("int64(uint64[::1], int64)")
def _below(chance: Words, bound: int) -> int:
    """A random number from 0 to less than the bound."""
    return np.int64((_draw(chance) >> np.uint64(33)) * np.uint64(bound) >> np.uint64(31))  # type: ignore[return-value]


@kernel("void(int64[:, ::1], int64[:, ::1], uint64[::1])")
def _start(white: Ints, heights: Ints, chance: Words) -> None:
    """Draws starts as the rules do: half of the stacks have a white bottom disc, half a black one."""
    for game in range(len(white)):
        bottoms = _HALF
        for stack in range(STACKS):
            heights[game, stack] = 1 + _below(chance, TALLEST)
            bottom = np.int64(_below(chance, STACKS - stack) < bottoms)
            bottoms -= bottom  # type: ignore[assignment]
            above = np.int64(_draw(chance) >> np.uint64(1)) << 1
            white[game, stack] = (above | bottom) & ((1 << heights[game, stack]) - 1)


@kernel("int64(int64[:, ::1], int64[:, ::1], int64, int64, int64)")
def _own(white: Ints, heights: Ints, game: int, seat: int, stack: int) -> int:
    """The discs of a seat in a stack, a bit for each."""
    discs = white[game, stack]
    return discs if seat == WHITE_TO_MOVE else ~discs & ((1 << heights[game, stack]) - 1)  # type: ignore[no-any-return]


@kernel("int64(int64)")
def _size(discs: int) -> int:
    """How many bits are set, at most 32."""
    discs -= discs >> 1 & 0x55555555
    discs = (discs & 0x33333333) + (discs >> 2 & 0x33333333)
    return ((discs + (discs >> 4) & 0x0F0F0F0F) * 0x01010101 >> 24) & 0xFF


@kernel("boolean(int64[:, ::1], int64[:, ::1], int64, int64)")
def _stuck(white: Ints, heights: Ints, game: int, seat: int) -> bool:
    for stack in range(STACKS):  # noqa: SIM110 - Numba compiles no generators
        if _own(white, heights, game, seat, stack) != 0:
            return False
    return True


@kernel("void(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64, int64)")
def _take(white: Ints, heights: Ints, turns: Ints, winners: Ints, game: int, move: int) -> None:
    """Takes a disc, which must be the mover's, with everything above it, and finds who moves next."""
    stack, height = move // TALLEST, move % TALLEST
    heights[game, stack] = height
    white[game, stack] &= (1 << height) - 1
    mover = turns[game]
    turns[game] = 1 - mover
    if _stuck(white, heights, game, 1 - mover):
        turns[game], winners[game] = OVER, mover


@kernel("boolean(int64[:, ::1], int64[:, ::1], int64, int64, int64)")
def _allowed(white: Ints, heights: Ints, game: int, seat: int, move: int) -> bool:
    if move < 0 or move >= STACKS * TALLEST:
        return False
    return _own(white, heights, game, seat, move // TALLEST) >> move % TALLEST & 1 == 1


@kernel("int64(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64[::1])")
def _play(white: Ints, heights: Ints, turns: Ints, winners: Ints, moves: Ints) -> int:
    """Returns the first game whose move is illegal, before any is made; -1 when all are legal."""
    for game in range(len(turns)):
        if turns[game] >= 0 and not _allowed(white, heights, game, turns[game], moves[game]):
            return game
    for game in range(len(turns)):
        if turns[game] >= 0:
            _take(white, heights, turns, winners, game, moves[game])
    return -1


@kernel("int64(int64[:, ::1], int64[:, ::1], int64, int64, uint64[::1])")
def _any_move(white: Ints, heights: Ints, game: int, seat: int, chance: Words) -> int:
    """One of the seat's discs; it must have one."""
    discs = 0
    for stack in range(STACKS):
        discs += _size(_own(white, heights, game, seat, stack))
    skip = _below(chance, discs)
    stack = 0
    own = _own(white, heights, game, seat, stack)
    while skip >= _size(own):
        skip -= _size(own)
        stack += 1
        own = _own(white, heights, game, seat, stack)
    for _ in range(skip):
        own &= own - 1
    return stack * TALLEST + _size((own & -own) - 1)


@kernel("void(int64[:, ::1], int64[:, ::1], int64[::1], uint64[::1], int64[::1])")
def _random_moves(white: Ints, heights: Ints, turns: Ints, chance: Words, moves: Ints) -> None:
    for game in range(len(turns)):
        moves[game] = _any_move(white, heights, game, turns[game], chance) if turns[game] >= 0 else OVER


@kernel("void(int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], uint64[::1])")
def _play_out(white: Ints, heights: Ints, turns: Ints, winners: Ints, chance: Words) -> None:
    for game in range(len(turns)):
        while turns[game] >= 0:
            move = _any_move(white, heights, game, turns[game], chance)
            _take(white, heights, turns, winners, game, move)


class KrazkiBatch:
    """So many games from random starts, white to move; see `stolik.contract.batch.Batch`."""

    actions: Final = STACKS * TALLEST

    def __init__(self, games: int, seed: int) -> None:
        self.games: Final = games
        self.white: Final[Ints] = np.zeros((games, STACKS), dtype=np.int64)
        """[game, stack]: a bit for each white disc, the bottom disc's first."""
        self.heights: Final[Ints] = np.zeros((games, STACKS), dtype=np.int64)
        """[game, stack]: how many discs it has."""
        self._turns: Ints = np.zeros(games, dtype=np.int64)
        self._winners: Ints = np.full(games, OVER, dtype=np.int64)
        self._chance: Words = np.array([seed], dtype=np.uint64)
        _start(self.white, self.heights, self._chance)

    @property
    def turns(self) -> Ints:
        """[game]: 0 for white, 1 for black, -1 when the game is over."""
        return self._turns.copy()

    @property
    def scores(self) -> Ints:
        """[game, seat]: 1 for the winner, once the game is over."""
        scores: Ints = (self._winners[:, None] == np.arange(2)).astype(np.int64)
        return scores

    def legal(self) -> Any:  # noqa: ANN401 - an array
        """[game, stack × 30 + place of the lowest disc taken]: whether that disc is the mover's."""
        places = np.arange(TALLEST)
        white = (self.white[:, :, None] >> places & 1).astype(bool)
        there = places < self.heights[:, :, None]
        own = np.where(self._turns[:, None, None] == WHITE_TO_MOVE, white, there & ~white)
        return (own & (self._turns >= 0)[:, None, None]).reshape(self.games, self.actions)

    def play(self, moves: Any) -> None:  # noqa: ANN401 - an array
        """One disc for each game; raises ValueError, and then no move is made."""
        numbers = np.ascontiguousarray(moves, dtype=np.int64)
        wrong = _play(self.white, self.heights, self._turns, self._winners, numbers)
        if wrong >= 0:
            raise ValueError(f"the move {int(moves[wrong])} is illegal in game {wrong}")

    def random_moves(self) -> Ints:
        """[game]: a disc of the mover's; -1 when the game is over."""
        moves = np.zeros(self.games, dtype=np.int64)
        _random_moves(self.white, self.heights, self._turns, self._chance, moves)
        return moves

    def play_out(self) -> None:
        """Plays every game to its end with random moves."""
        _play_out(self.white, self.heights, self._turns, self._winners, self._chance)
