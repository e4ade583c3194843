"""What a player may be called, at every door."""

from __future__ import annotations

from typing import Final

LONGEST_NAME: Final = 32


def read_name(text: str) -> str:
    """Reads a player's name: one printable word; raises ValueError."""
    # The tilde is not allowed: it separates fields in one of the protocols that share the lobby.
    if not 1 <= len(text) <= LONGEST_NAME or not text.isprintable() or " " in text or "~" in text:
        raise ValueError(text)
    return text
