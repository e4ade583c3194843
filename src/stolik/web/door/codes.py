"""Codes by which people keep their names: short enough to be written on paper, too many to be guessed."""

from __future__ import annotations

import re
import secrets
from typing import Final

# Crockford's base 32: no letter looks like a digit, and none of them makes words.
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LIKE_DIGITS: Final = str.maketrans("OIL", "011")
_GROUPS: Final = 6
_GROUP: Final = 4
_CODE: Final = re.compile(f"[{_LETTERS}]{{{_GROUPS * _GROUP}}}")


def new_code() -> str:
    """A new code of 120 random bits, in groups."""
    return _grouped("".join(secrets.choice(_LETTERS) for _ in range(_GROUPS * _GROUP)))


def read_code(text: str) -> str:
    """A code as it was given, however it was typed: in any case, with any spaces, with O for 0. Other texts stay."""
    typed = re.sub(r"[\s-]", "", text).upper().translate(_LIKE_DIGITS)
    return _grouped(typed) if _CODE.fullmatch(typed) else text.strip()


def _grouped(letters: str) -> str:
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))
