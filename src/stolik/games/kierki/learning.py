"""Kierki for learning programs: a move is a card, and a view is what the trained network of `network` sees."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from stolik.contract.learning import Learning
from stolik.games.kierki.cards import DECK
from stolik.games.kierki.players.network import SIGHT, sight
from stolik.games.kierki.rules import KINDS, View


def _observe(view: View, _seat: str) -> Any:  # noqa: ANN401 - an array
    """What the seat sees of the deal, as `sight` has it, and then which type of deal it is."""
    kind = np.zeros(len(KINDS), dtype=np.float32)
    kind[view.open.kind - 1] = 1
    if view.open.over:
        view = replace(view, open=replace(view.open, tricks=()))  # nothing is left to choose
    return np.concatenate([np.clip(sight(view), 0, 1), kind], dtype=np.float32)


LEARNING: Final = Learning(
    actions=len(DECK), number=int, move=lambda _, number: number, shape=(SIGHT + len(KINDS),), observe=_observe
)
