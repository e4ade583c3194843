"""Othello's board as text: dots on the legal squares, the last move in brackets, scores and turn beside it."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from stolik.cli.terminal.ink import Ink
from stolik.cli.terminal.scene import Drawing, Scene, shortened
from stolik.games.othello import GAME
from stolik.games.othello.rules import BLACK, SEATS, WHITE, Position, read_square, write_square

_COLUMNS: Final = "    " + "   ".join("abcdefgh")
_WIDTH: Final = 36
_LONGEST_NAME: Final = 18


def draw(scene: Scene, ink: Ink) -> tuple[str, ...]:
    """The board's rows, with scores and the turn beside them."""
    position: Position = scene.position
    dots = frozenset(position.moves() if scene.choosing else ())
    rows = [_COLUMNS.ljust(_WIDTH), *(_row(row, scene, dots, ink) for row in range(8))]
    return tuple(f"{left}{right}".rstrip() for left, right in zip_longest(rows, _beside(scene, ink), fillvalue=""))


def result(position: Position) -> str:
    """Who has won, with the discs on the board."""
    who = f"{position.winners[0].capitalize()} wins" if len(position.winners) == 1 else "A draw"
    return f"{who}: {', '.join(f'{seat} {count}' for seat, count in position.discs.items())}."


def _row(row: int, scene: Scene, dots: frozenset[int], ink: Ink) -> str:
    bar = ink("board", "|")
    cells = (_cell(square, scene, dots, ink) for square in range(8 * row, 8 * row + 8))
    return f"{row + 1} {bar}{bar.join(cells)}{bar} "


def _cell(square: int, scene: Scene, dots: frozenset[int], ink: Ink) -> str:
    kind = _kind(square, scene.position, dots)
    mark = ink.mark(kind) if kind else " "
    return ink(kind or "board", f"[{mark}]" if square == scene.last else f" {mark} ")


def _kind(square: int, position: Position, dots: frozenset[int]) -> str | None:
    if position.black >> square & 1:
        return BLACK
    if position.white >> square & 1:
        return WHITE
    return "dot" if square in dots else None


def _beside(scene: Scene, ink: Ink) -> list[str]:
    last = "" if scene.last is None else f"last move: {write_square(scene.last)}"
    return ["", *(_player(seat, scene, ink) for seat in SEATS), "", last, *scene.status]


def _player(seat: str, scene: Scene, ink: Ink) -> str:
    """A seat's mark, its player and its discs; an arrow shows whose turn it is."""
    name, discs = shortened(scene.names.get(seat, ""), _LONGEST_NAME), scene.position.discs[seat]
    line = f"{ink.mark(seat)} {seat} {discs:2}  {name}"
    return ink("turn", f"-> {line}") if scene.position.turn == seat else f"   {line}"


DRAWING: Final = Drawing(
    game=GAME,
    draw=draw,
    read_move=lambda text, _: read_square(text),
    result=result,
    how="Type a square such as f5 to put a disc there.",
    passes=True,
)
