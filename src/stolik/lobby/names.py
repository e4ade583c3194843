"""What a player may be called, at every door."""

from __future__ import annotations

from typing import Final

LONGEST_NAME: Final = 32


def read_name(text: str) -> str:
    """A player's name: one printable word; raises ValueError."""
    # The tilde separates the fields of a protocol that shares the lobby with all others.
    if not 1 <= len(text) <= LONGEST_NAME or not text.isprintable() or " " in text or "~" in text:
        raise ValueError(text)
    return text
