"""The ids of tables: short words that nobody guesses, in the order in which the tables were opened.

The order is for the database's sake: what is in play then lies together in its indexes. With ids drawn at random
whatever is written of a table lands on a page of its own, which cost seven times the processor's time once a few
thousand games were kept.
"""

from __future__ import annotations

import secrets
from typing import Final

# Digits and small letters: every database sorts them alike, and a word of them can be an address or an argument.
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
