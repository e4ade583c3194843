"""Moves as numbers and views as arrays: what a learning program needs of a game. This module needs no NumPy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Learning:
    """A game's numbering of its moves, and its views as arrays of numbers from 0 to 1."""

    actions: int
    """How many different moves there are in any position of the game."""
    number: Callable[[Any], int]
    """The number of a move, from 0."""
    move: Callable[[Any, int], Any]
    """`move(view, number)`: the move of that number in a view."""
    shape: tuple[int, ...]
    """The shape of the array that `observe` returns."""
    observe: Callable[[Any, str], Any]
    """`observe(view, seat)`: what that seat may know, as an array of 32-bit floats; own things come first."""
