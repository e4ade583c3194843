"""The ids of tables: short words that cannot be guessed, in the order in which the tables were opened.

The order keeps current games together in the database's indexes. With random ids each table was on a different page
of the index, and writes took seven times the processor time when a few thousand games were stored.
"""

from __future__ import annotations

import secrets
from typing import Final

# Digits and small letters: all databases sort them in the same order, and they need no escape in a URL or a command.
_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_MINUTES_LENGTH: Final = 5  # enough until the year 2084
_SECRET_LENGTH: Final = 10  # 51 bits


def new_id(at: float) -> str:
    """An id for a table that is opened at that time."""
    minutes, word = int(at // 60), ""
    for _ in range(_MINUTES_LENGTH):
        minutes, digit = divmod(minutes, len(_LETTERS))
        word = _LETTERS[digit] + word
    return word + "".join(secrets.choice(_LETTERS) for _ in range(_SECRET_LENGTH))


def opened_at(table_id: str) -> float:
    """When the table with this id was opened, to the minute."""
    return 60.0 * int(table_id[:_MINUTES_LENGTH], len(_LETTERS))
