"""A position of Othello as the page gets it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from stolik.contract import Seat
from stolik.games.othello.rules import SQUARES, Position, write_position


class OthelloShown(Struct, frozen=True):
    """A board of 64 characters by rows from a1: X black, O white, - empty."""

    board: str
    turn: Seat | None
    moves: list[str]
    discs: Mapping[Seat, int]


def shown(view: Position, moves: list[str]) -> OthelloShown:
    """The position, and the legal moves of the seat that sees it."""
    return OthelloShown(write_position(view)[:SQUARES], view.turn, moves, view.discs)
