"""Reads the texts of small games in tests: whatever cannot be read is a NotationError."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from stolik.contract import NotationError

T = TypeVar("T")


def readable(read: Callable[[str], T]) -> Callable[[str], T]:
    """The function, which raises NotationError for a text of the wrong shape."""

    def wrapped(text: str) -> T:
        try:
            return read(text)
        except (ValueError, IndexError):
            raise NotationError(f"this cannot be read: {text!r}") from None

    return wrapped
