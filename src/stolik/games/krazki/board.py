"""Krążki's stacks as text, lying on their sides: the bottom disc is at the left."""

from __future__ import annotations

import re
from typing import Final

from stolik.cli.terminal.ink import Ink
from stolik.cli.terminal.scene import Drawing, Scene
from stolik.contract import NotationError
from stolik.games.krazki import GAME
from stolik.games.krazki.rules import BLACK, WHITE, Move, Position, opponent, read_move

_TITLES: Final = {WHITE: "White (b)", BLACK: "Black (c)"}
_STYLES: Final = {WHITE: "light", BLACK: "dark"}
_DISC: Final = re.compile(r"([0-9]{1,3}) ([1-9][0-9]{0,2})")


def draw(scene: Scene, ink: Ink) -> tuple[str, ...]:
    """A ruler, the stacks by their numbers, and whose turn it is."""
    position: Position = scene.position
    tallest = max(map(len, position.stacks), default=0)
    ruler = "".join(f"{height:<10}" for height in range(1, tallest + 1, 5))
    rows = (f"{number:>4} | {_discs(stack, ink)}".rstrip() for number, stack in enumerate(position.stacks))
    who = ", ".join(f"{_TITLES[seat]}: {name}" for seat, name in scene.names.items())
    return (f"disc   {ruler}".rstrip(), *rows, *([f"{who}."] if who else []), *scene.status)


def _discs(stack: str, ink: Ink) -> str:
    return " ".join(ink(_STYLES[disc], disc) for disc in stack)


def read_typed(text: str, position: Position) -> Move:
    """A stack and its lowest disc to take, such as `7 3`, or the game's own notation."""
    match = _DISC.fullmatch(text)
    if not match:
        return read_move(text)
    stack, disc = int(match[1]), int(match[2])
    if stack >= len(position.stacks) or disc > len(position.stacks[stack]):
        raise NotationError(f"there is no disc {disc} in stack {stack}")
    return Move(stack, position.stacks[stack][: disc - 1])


def result(position: Position) -> str:
    """Who has won, and why."""
    return f"{_TITLES[position.mover]} cannot move: {_TITLES[opponent(position.mover)]} wins."


DRAWING: Final = Drawing(
    game=GAME,
    draw=draw,
    read_move=read_typed,
    result=result,
    how="Type 7 3 to take disc 3 of stack 7, which must be yours, and all to its right.",
    title=_TITLES.__getitem__,
)
