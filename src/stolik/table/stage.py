"""The stages of a table's game."""

from __future__ import annotations

from enum import Enum
from typing import Final

from stolik.contract import Seat

NOBODY: Final[frozenset[Seat]] = frozenset()
"""No seats. Thousands of tables share it: an empty set of its own takes 216 bytes."""


class SeatTaken(Exception):
    """The seat cannot be taken: somebody sits there, or the game is over."""


class Stage(Enum):
    """Where a table's game stands."""

    GATHERING = "gathering"
    PLAYING = "playing"
    SUSPENDED = "suspended"
    OVER = "over"
