"""What every game promises to the rest of the house.

A game is a set of rules over immutable positions. Nothing here, nor in any game, reads a clock, opens a
socket or draws a random number from a generator that it was not given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

Seat = str

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
        """The moves open to the seat that looks, when it is its turn."""


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
        """Every seat's score as it stands; final when the game is over."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who is ahead as it stands: several when they share the lead, nobody when that has no meaning yet."""


P = TypeVar("P", bound=Position[Any])


def _as_it_is(position: P) -> P:
    return position


@dataclass(frozen=True, slots=True)
class Game(Generic[P, Move]):
    """A game's name, its seats, its generator and its notation both ways."""

    name: str
    seats: tuple[Seat, ...]
    start: Callable[[Random], P]
    """A start position, drawn with the generator that is passed in."""
    read: Callable[[str], P]
    """A start position from its text; raises NotationError."""
    write: Callable[[P], str]
    read_move: Callable[[str], Move]
    """A move from its text; raises NotationError."""
    write_move: Callable[[Move], str]
    view_type: type[Any]
    """The struct that `view` returns, for those who decode one."""
    start_from: Callable[[P], P] = _as_it_is
    """A start from which play goes on as from a position, or from the last moment before it that a start can tell."""


AnyGame = Game[Any, Any]
