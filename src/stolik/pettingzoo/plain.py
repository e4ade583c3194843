"""A numbering of moves and an array of a view for games that bring none: moves by their place, views as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stolik.contract import AnyGame
from stolik.contract.learning import Learning

MOST_MOVES: Final = 256
"""Legal moves that can be chosen from: the first ones, where a position has more."""
LONGEST_TEXT: Final = 1024
"""Bytes of a view's text that are observed."""


def plain_learning(game: AnyGame) -> Learning:
    """A move is its place among the legal moves, and a view is its text, byte by byte."""

    def move(view: Any, number: int) -> Any:  # noqa: ANN401 - any game's
        moves: Sequence[Any] = view.moves()
        return moves[number]

    def observe(view: Any, _seat: str) -> Any:  # noqa: ANN401 - any game's
        text = (game.text or game.write)(view).encode()[:LONGEST_TEXT]
        seen = np.zeros(LONGEST_TEXT, dtype=np.float32)
        seen[: len(text)] = np.frombuffer(text, dtype=np.uint8) / np.float32(255)
        return seen

    return Learning(actions=MOST_MOVES, number=_by_place, move=move, shape=(LONGEST_TEXT,), observe=observe)


def _by_place(_move: object) -> int:
    raise LookupError("moves are numbered by their place")


def mask_of(learning: Learning, moves: Sequence[Any]) -> Any:  # noqa: ANN401 - an array
    """1 for the number of each legal move."""
    mask = np.zeros(learning.actions, dtype=np.int8)
    if learning.number is _by_place:
        mask[: len(moves)] = 1
    else:
        mask[[learning.number(move) for move in moves]] = 1
    return mask
