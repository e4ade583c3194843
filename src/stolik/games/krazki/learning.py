"""Krążki for learning programs: a move is the lowest disc that it takes, and a view is two planes of discs."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stolik.contract.learning import Learning
from stolik.games.krazki.rules import STACKS, TALLEST, Move, Position


def _observe(view: Position, seat: str) -> Any:  # noqa: ANN401 - an array
    """[plane, stack, height]: own discs, the opponent's discs."""
    planes = np.zeros((2, STACKS, TALLEST), dtype=np.float32)
    for number, stack in enumerate(view.stacks[:STACKS]):
        for height, disc in enumerate(stack[:TALLEST]):
            planes[int(disc != seat), number, height] = 1
    return planes


LEARNING: Final = Learning(
    actions=STACKS * TALLEST,
    number=lambda move: move.stack * TALLEST + len(move.left),
    move=lambda view, number: Move(number // TALLEST, view.stacks[number // TALLEST][: number % TALLEST]),
    shape=(2, STACKS, TALLEST),
    observe=_observe,
)
