"""Reads a text that a person names, and not for ever: a device or a wrong file may have no end."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO, Final

LARGEST: Final = 64 * 1024 * 1024
"""Bytes: the report of a match of some ten thousand deals."""


class TextError(ValueError):
    """A text cannot be read; the message says why."""


def read_text(path: Path, largest: int = LARGEST) -> str:
    """The file's text; raises TextError, and OSError when the file cannot be opened."""
    with path.open("rb") as file:
        return _read(file, repr(str(path)), largest)


def read_stdin(largest: int = LARGEST) -> str:
    """The text of standard input; raises TextError."""
    return _read(sys.stdin.buffer, "standard input", largest)


def _read(file: BinaryIO, name: str, largest: int) -> str:
    data = file.read(largest + 1)
    if len(data) > largest:
        raise TextError(f"{name} has more than {largest} bytes, which is too long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError(f"{name} is not text") from None
