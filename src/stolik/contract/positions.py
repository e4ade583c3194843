"""Positions and views: the interface between the rules of a game and the rest of the code.

Positions are immutable values. Nothing here, nor in the rules of any game, reads a clock, opens a socket or draws a
random number from a generator that it was not given.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, Self, TypeVar

Seat = str

# A move is a value that can be compared and hashed: searches keep what they know of moves in dictionaries.
Move = TypeVar("Move")
MoveOut = TypeVar("MoveOut", covariant=True)


class NotationError(ValueError):
    """A text that cannot be read as what it should be; the message says why."""


class IllegalMove(ValueError):
    """A move that the rules do not allow in this position; the message says why."""


class View(Protocol[MoveOut]):
    """What one seat, or everyone, may know of a position."""

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""

    def moves(self) -> Sequence[MoveOut]:
        """The legal moves, if it is this seat's turn; otherwise none."""


class Position(Protocol[Move]):
    """One moment of a game, as a value: equal positions are equal."""

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""

    def moves(self) -> Sequence[Move]:
        """Every legal move of the seat whose turn it is."""

    def play(self, move: Move) -> Self:
        """The position after the move; raises IllegalMove."""

    def view(self, seat: Seat | None) -> View[Move]:
        """What that seat may know; for None, what everyone may know."""

    @property
    def scores(self) -> Mapping[Seat, int]:
        """Every seat's score now; final when the game is over."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who is ahead now: several seats if they share the lead, none if that has no meaning yet."""
