"""How words and discs are drawn on a terminal: in colour, or by letters alone. Text shows all that colour shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_STYLES: Final[Mapping[str, str]] = {
    "ready": "94",
    "busy": "91",
    "turn": "1",
    "notice": "33",
    "board": "37;42",
    "black": "30;42",
    "white": "97;42;1",
    "dot": "30;42",
    "light": "97;1",
    "dark": "36",
}
_LETTERS: Final[Mapping[str, str]] = {"black": "X", "white": "O", "dot": "."}
_SHAPES: Final[Mapping[str, str]] = {"black": "●", "white": "○", "dot": "·"}


class Ink:
    """Draws with or without colour."""

    def __init__(self, colour: bool, shapes: bool | None = None) -> None:
        """`shapes`: draw discs as discs, not as letters; by default the same as `colour`."""
        self._colour = colour
        self._marks = _SHAPES if (colour if shapes is None else shapes) else _LETTERS

    def __call__(self, style: str, words: str) -> str:
        """The words in a style."""
        return f"\x1b[{_STYLES[style]}m{words}\x1b[0m" if self._colour else words

    def mark(self, kind: str) -> str:
        """The character for a black disc, a white disc, or the dot on a legal square; without colour."""
        return self._marks[kind]


PLAIN: Final = Ink(colour=False)


def printable(words: str) -> str:
    """Makes another person's text safe for a terminal: control characters are replaced."""
    return "".join(character if character.isprintable() else "?" for character in words)
