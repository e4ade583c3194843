"""Othello for learning programs: a move is its square, and a view is three planes of the board."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stolik.contract.learning import Learning
from stolik.games.othello.rules import BLACK, SQUARES, Position

_BITS: Final = np.arange(SQUARES, dtype=np.uint64)


def _observe(view: Position, seat: str) -> Any:  # noqa: ANN401 - an array
    """[plane, row, column]: own discs, the opponent's discs, where the seat whose turn it is may move."""
    own, other = (view.black, view.white) if seat == BLACK else (view.white, view.black)
    open_ = sum(1 << square for square in view.moves())
    planes = np.array([own, other, open_], dtype=np.uint64)[:, None] >> _BITS & np.uint64(1)
    return planes.astype(np.float32).reshape(3, 8, 8)


LEARNING: Final = Learning(
    actions=SQUARES, number=int, move=lambda _, number: number, shape=(3, 8, 8), observe=_observe
)
