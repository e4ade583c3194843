"""Reads a match from a file on disk, for the programs."""

from __future__ import annotations

from typing import Final

import click

from stolik.contract import NotationError
from stolik.games.kierki.match_file import read_match
from stolik.games.kierki.rules import Position

# Some hundred thousand deals; a device such as /dev/zero has no end.
LARGEST: Final = 16 * 1024 * 1024


def open_match(file: str, *, early_end: bool = False) -> Position:
    """The match that a file defines; raises ClickException, which names the file and what is wrong."""
    try:
        with open(file, "rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise click.ClickException(f"{file}: it has more than {LARGEST} bytes, which no match needs")
        return read_match(data.decode("ascii"), early_end=early_end)
    except (OSError, ValueError) as error:
        raise click.ClickException(_why(file, error)) from None


def _why(file: str, error: OSError | ValueError) -> str:
    match error:
        case UnicodeDecodeError():
            return f"{file}: byte {error.start + 1} is not ASCII"
        case NotationError():
            return f"{file}: {error}"
        case OSError():
            return f"cannot read the file {file!r}: {error.strerror}"
    return f"cannot read the file {file!r}: {error}"  # a name that no file can have
