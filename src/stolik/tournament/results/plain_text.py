"""Text of programs and of players files, as it may be shown on a terminal or on a page."""

from __future__ import annotations


def printable(text: str) -> str:
    """The text with control characters, terminal escapes and changes of direction written as escapes like `\\x1b`."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else _escape(character) for character in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
