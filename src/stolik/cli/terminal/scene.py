"""What is drawn of a game at one moment, and the interface of a game's drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from stolik.cli.terminal.ink import Ink
from stolik.contract import AnyGame, Seat


class Scene(NamedTuple):
    """A position, who plays, and what just happened."""

    position: Any
    """The position; of a game that hides something, only what the one who looks may know."""
    names: Mapping[Seat, str]
    """Who sits where; empty when nobody is named."""
    last: Any = None
    """The last move, if it is known."""
    status: tuple[str, ...] = ()
    """Sentences about the position: whose turn it is, who had no move."""
    choosing: bool = False
    """Whether the person must choose a move: then the legal moves are marked."""


class Drawing(NamedTuple):
    """How one game looks as text, at most 79 columns by 20 rows."""

    game: AnyGame
    draw: Callable[[Scene, Ink], tuple[str, ...]]
    read_move: Callable[[str, Any], Any]
    """Reads a move as a person types it in a position; raises NotationError."""
    result: Callable[[Any], str]
    """How a finished game ended, in words."""
    how: str
    """How a person types a move: a sentence of at most 79 characters."""
    title: Callable[[Seat], str] = str.capitalize
    """What a seat is called at the beginning of a sentence."""
    passes: bool = False
    """Whether a seat that has no move is passed over: for two seats only, and then it is said."""


def shortened(name: str, longest: int) -> str:
    """A name cut to a length."""
    return name if len(name) <= longest else f"{name[: longest - 3]}..."
