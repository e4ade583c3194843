"""The graph game for learning programs: a move is a vertex, and a view is the matrix of edges and the token."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stolik.contract.learning import Learning
from stolik.games.graph.rules import DEFAULT_VERTICES, Position


def _observe(view: Position, _seat: str) -> Any:  # noqa: ANN401 - an array
    """[row, column]: 1 where an edge joins two vertices; the last row has the token."""
    seen = np.zeros((DEFAULT_VERTICES + 1, DEFAULT_VERTICES), dtype=np.float32)
    for u, v in view.edges:
        seen[u, v] = seen[v, u] = 1
    seen[-1, view.token] = 1
    return seen


LEARNING: Final = Learning(
    actions=DEFAULT_VERTICES,
    number=int,
    move=lambda _, number: number,
    shape=(DEFAULT_VERTICES + 1, DEFAULT_VERTICES),
    observe=_observe,
)
