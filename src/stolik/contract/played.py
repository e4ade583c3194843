"""A game from its start to its end, as it is read from a file."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from stolik.contract.game import AnyGame
from stolik.contract.positions import Position


class PlayedGame(Struct, frozen=True):
    """A game, where it started and the moves that were made, in its notation."""

    game: AnyGame
    start: Position[Any]
    moves: tuple[str, ...]
