"""Othello games that scenarios play, and moves as the protocol writes them."""

from __future__ import annotations

from random import Random
from typing import Final

from stolik.games.othello.rules import BLACK, START, Position, read_transcript

SHORTEST: Final = read_transcript("e6f4e3f6g5d6e7f5c5")
"""The shortest game: after nine moves white has no disc left."""
BLACK_PASSES: Final = read_transcript("d3c3e6d2d1e1b2c1")
"""After these moves black has no move, and white moves again."""
WHITE_PASSES: Final = read_transcript("d3c3c4c5b4e3c6a4a3c7a5")
"""After these moves white has no move, and black moves again."""


def after(moves: tuple[int, ...]) -> Position:
    """The position after these moves."""
    position = START
    for move in moves:
        position = position.play(move)
    return position


def random_game(seed: int) -> tuple[int, ...]:
    """The moves of a random game, from the start to its end."""
    rng, position, moves = Random(seed), START, []
    while position.turn is not None:
        moves.append(rng.choice(position.moves()))
        position = position.play(moves[-1])
    return tuple(moves)


def coordinates(square: int, first: int = 0) -> str:
    """A square as the protocol writes it: the column and the row, with a tilde between, counted from `first`."""
    return f"{square % 8 + first}~{square // 8 + first}"


def wrong_squares(position: Position) -> dict[str, int]:
    """A square that is taken, and an empty one where a disc would flip nothing."""
    discs = position.black | position.white
    legal = position.moves()
    taken = next(square for square in range(64) if discs >> square & 1)
    idle = next(square for square in range(64) if not discs >> square & 1 and square not in legal)
    return {"taken": taken, "idle": idle}


class Match:
    """One game, as it should be."""

    def __init__(self, host: str, guest: str, *, guest_begins: bool = False) -> None:
        self.host = host
        self.guest = guest
        self.black = guest if guest_begins else host
        self.position: Position = START

    @property
    def mover(self) -> str:
        """Whose turn it is."""
        return self.black if self.position.turn == BLACK else self.other(self.black)

    def other(self, who: str) -> str:
        """The opponent."""
        return self.guest if who == self.host else self.host

    @property
    def waiting(self) -> str:
        """Who is not to move."""
        return self.other(self.mover)
