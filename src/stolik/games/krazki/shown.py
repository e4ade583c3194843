"""What the page is shown of a position of Krążki."""

from __future__ import annotations

from msgspec import Struct

from stolik.contract import Seat
from stolik.games.krazki.rules import Position


class KrazkiShown(Struct, frozen=True):
    """The stacks, each from its bottom disc up."""

    stacks: tuple[str, ...]
    turn: Seat | None
    moves: list[str]


def shown(view: Position, moves: list[str]) -> KrazkiShown:
    """The position, and the moves open to whoever looks."""
    return KrazkiShown(view.stacks, view.turn, moves)
