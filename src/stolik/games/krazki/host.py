"""`stolik host krazki`: a server of the code protocol."""

from __future__ import annotations

from typing import Final

from stolik.cli.play.host_codes import host_command
from stolik.contract import NotationError
from stolik.games.krazki import GAME
from stolik.games.krazki.rules import TALLEST, Position, drawn_position, read_position


def _read(text: str) -> Position:
    position = read_position(text)
    if max(map(len, position.stacks)) > TALLEST:
        raise NotationError(f"a stack has {TALLEST} discs at most: {text!r}")
    return position


command: Final = host_command(
    GAME,
    drawn_position,
    _read,
    "Serve Krążki over the network.\n\nThere are ten stacks of white and black discs. Colours are drawn for each game.",
)
