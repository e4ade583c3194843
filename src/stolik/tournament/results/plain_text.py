"""Text of programs and of players files, as it may be shown on a terminal or on a page."""

from __future__ import annotations

from typing import Final

LONGEST_LINE: Final = 200


def printable(text: str) -> str:
    """The text with control characters, terminal escapes and changes of direction written as escapes like `\\x1b`."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else _escape(character) for character in text)


def last_lines(text: str, most: int) -> list[str]:
    """The last lines of a text that are not empty, each printable and of a length that can be shown."""
    lines = [line for line in text.splitlines() if line.strip()]
    return [printable(line[:LONGEST_LINE]) for line in lines[-most:]]


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
