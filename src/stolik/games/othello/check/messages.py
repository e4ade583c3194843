"""Messages of a server, by their names: those of the document, and those that it leaves without a name."""

from __future__ import annotations

import re
from typing import Final

NEWS: Final = ("SADDP", "SDELP", "SUPS", "SPONG", "SGAMEI")
"""What can come at any time."""
GAME_OVER: Final = ("SGAMEEC", "SGAMEC")
_NAMED: Final = (*NEWS, *GAME_OVER, "SREQC", "SSTARTG", "SRECOV")
# What our own server calls an invitation and a move.
INVITATION: Final = "SREQ"
MOVE: Final = "SMOV"
_MOVE: Final = re.compile(r"S[A-Z]+~\d+~\d+")


def word(line: str) -> str:
    """The name of a message."""
    return line.partition("~")[0]


def content(line: str) -> str:
    """What follows the name."""
    return line.partition("~")[2]


def is_unnamed(line: str) -> bool:
    """Whether a line of a server has a name that is not in the document."""
    return line.startswith("S") and word(line) not in _NAMED


def is_move(line: str) -> bool:
    """Whether a line looks like a move of the opponent."""
    return is_unnamed(line) and _MOVE.fullmatch(line) is not None


def is_invitation_of(line: str, name: str) -> bool:
    """Whether a line looks like an invitation by that player."""
    return is_unnamed(line) and content(line) == name
