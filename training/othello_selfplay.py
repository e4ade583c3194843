"""Games of the Othello player against itself, and what every position in them turned out to be worth.

A game begins with random moves, so that no two are alike; most have one more random move somewhere, so that positions
after mistakes are seen too. Only what comes after the last random move is kept, for only that was played well.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from stolik.games.othello import BLACK, START, Position
from stolik.players.othello_memory import Memory
from stolik.players.othello_search import seems
from stolik.players.othello_solver import solve

OPENING = (3, 14)
"""At least and at most so many random moves begin a game."""

SLIP = (16, 48)
"""Between which discs on the board the later random move falls."""

SLIPS_IN = 0.7
"""The share of the games that have one."""

TABLE_BITS = 15


@dataclass(frozen=True)
class Effort:
    """How well a generation's games are played: plies looked ahead, and empty squares from which on all is exact."""

    depth: int
    exact_from: int


class Sparring:
    """One player on both sides."""

    def __init__(self, weights: NDArray[np.int16], effort: Effort) -> None:
        self._memory = Memory(TABLE_BITS)
        self._memory.use_weights(weights)
        self._effort = effort

    def game(self, rng: Random) -> list[tuple[int, int, int]]:
        """The positions of a game from the mover's side, with the score that it led to for the mover."""
        self._memory.forget()
        opening = rng.randint(*OPENING)
        slip = rng.randint(*SLIP) if rng.random() < SLIPS_IN else 0
        position, kept = START, list[Position]()
        while position.turn is not None:
            discs = (position.black | position.white).bit_count()
            if discs < 4 + opening or discs == slip:
                move = rng.choice(position.moves())
                kept.clear()
            else:
                kept.append(position)
                move = self._choose(position)
            position = position.play(move)
        lead = position.scores["black"] - position.scores["white"]
        return [
            (*_sides(position), lead if position.turn == BLACK else -lead)
            for position in kept
        ]

    def _choose(self, position: Position) -> int:
        moves = position.moves()
        if len(moves) == 1:
            return moves[0]
        own, other = _sides(position)
        empties = 64 - (own | other).bit_count()
        memory = self._memory
        if empties <= self._effort.exact_from:
            solve(memory.address, own, other, -64, 64, empties)
        else:
            seems(memory.address, own, other, -64 * 128, 64 * 128, self._effort.depth)
        return memory.best


def _sides(position: Position) -> tuple[int, int]:
    return (position.black, position.white) if position.turn == BLACK else (position.white, position.black)


def play_games(
    weights: NDArray[np.int16], effort: Effort, seed: str, count: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int8]]:
    """The positions of so many games: own discs, other's discs, score. The same seed gives the same ones."""
    rng, sparring = Random(seed), Sparring(weights, effort)
    rows = [row for _ in range(count) for row in sparring.game(rng)]
    own, other, score = zip(*rows, strict=True)
    return np.array(own, np.uint64), np.array(other, np.uint64), np.array(score, np.int8)
