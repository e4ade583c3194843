"""A position of the graph game as the page gets it."""

from __future__ import annotations

from msgspec import Struct

from stolik.contract import Seat
from stolik.games.graph.rules import Position


class GraphShown(Struct, frozen=True):
    """The edges that are left, and the vertex where the token stands."""

    vertices: int
    token: int
    edges: tuple[tuple[int, int], ...]
    turn: Seat | None
    moves: list[str]


def shown(view: Position, moves: list[str]) -> GraphShown:
    """The position, and the legal moves of the seat that sees it."""
    return GraphShown(view.vertices, view.token, view.edges, view.turn, moves)
