"""Cards in colour, for a terminal."""

from __future__ import annotations

import re

from stolik.games.kierki.cards import RANKS

_CARD = re.compile(rf"\b(?:{'|'.join(RANKS)})([CDHS])\b")
_PAINTS = {"C": "\x1b[32m", "D": "\x1b[91m", "H": "\x1b[31m", "S": "\x1b[94m"}
_UNPAINTED = "\x1b[0m"


def painted(line: str) -> str:
    """The line with each card in the colour of its suit."""
    return _CARD.sub(lambda card: f"{_PAINTS[card[1]]}{card[0]}{_UNPAINTED}", line)
