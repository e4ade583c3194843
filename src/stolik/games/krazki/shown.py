"""A position of Krążki as the page gets it."""

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
    """The position, and the legal moves of the seat that sees it."""
    return KrazkiShown(view.stacks, view.turn, moves)
