"""The graph game as text: where the token is, where it can go, and where it can go from there."""

from __future__ import annotations

from typing import Final

from stolik.cli.terminal.ink import Ink
from stolik.cli.terminal.scene import Drawing, Scene, shortened
from stolik.contract import Seat
from stolik.games.graph import GAME
from stolik.games.graph.rules import Position, opponent, read_move

# As many rows as a screen has room for; in random graphs a vertex rarely has so many edges.
MOST_WAYS: Final = 14
WIDEST: Final = 70


def draw(scene: Scene, ink: Ink) -> tuple[str, ...]:
    """The edges from the token, one per row."""
    position: Position = scene.position
    vertices = sorted(position.moves())
    ways = [f"  {vertex:>3} -> {_ways_on(position, vertex)}" for vertex in vertices[:MOST_WAYS]]
    if len(vertices) > MOST_WAYS:
        ways.append(_listed("  and to ", vertices[MOST_WAYS:]))
    who = ", ".join(f"{seat}: {name}" for seat, name in scene.names.items())
    edges = f"{len(position.edges)} edge{'s' if len(position.edges) != 1 else ''} left"
    token = ink("turn", f"The token is at {position.token}")
    named = [f"{who[:1].upper()}{who[1:]}."] if who else []
    return (f"{token}; {edges}. From here, and on from there:", *ways, *named, *scene.status)


def _ways_on(position: Position, vertex: int) -> str:
    return _listed("", sorted(position.play(vertex).moves())) or "a dead end"


def _listed(before: str, vertices: list[int]) -> str:
    return shortened(before + ", ".join(map(str, vertices)), WIDEST)


def _title(seat: Seat) -> str:
    return f"The {seat}"


def result(position: Position) -> str:
    """Who has won, and why."""
    return f"{_title(position.mover)} cannot move: the {opponent(position.mover)} wins."


DRAWING: Final = Drawing(
    game=GAME,
    draw=draw,
    read_move=lambda text, _: read_move(text),
    result=result,
    how="Type the number of a vertex to move the token there.",
    title=_title,
)
