"""The stages of a table's game."""

from __future__ import annotations

from enum import Enum


class SeatTaken(Exception):
    """The seat cannot be taken: somebody sits there, or the game is over."""


class Stage(Enum):
    """Where a table's game stands."""

    GATHERING = "gathering"
    PLAYING = "playing"
    SUSPENDED = "suspended"
    OVER = "over"
