"""A finished game as a file in some notation."""

from __future__ import annotations

from msgspec import Struct


class Export(Struct, frozen=True):
    """A file: what is in it, and what it is called."""

    text: str
    media_type: str
    suffix: str
