"""Players of Othello that need only the rules: one takes many discs, the other good squares."""

from __future__ import annotations

from typing import Final

from stolik.games.othello.rules import Position, flips, targets

_WORTH: Final = (
    100, -25, 10, 6, 6, 10, -25, 100,
    -25, -50, -3, -2, -2, -3, -50, -25,
    10, -3, 2, 1, 1, 2, -3, 10,
    6, -2, 1, 0, 0, 1, -2, 6,
    6, -2, 1, 0, 0, 1, -2, 6,
    10, -3, 2, 1, 1, 2, -3, 10,
    -25, -50, -3, -2, -2, -3, -50, -25,
    100, -25, 10, 6, 6, 10, -25, 100,
)  # fmt: skip
"""Corners can never be flipped; the squares beside them let the opponent take the corner."""

_A_REPLY_COSTS: Final = 5


class Greedy:
    """Flips as many discs as it can, as beginners do; of equal moves, the first by rows."""

    def choose(self, view: Position) -> int:
        """The square that flips the most discs."""
        own, other = _sides(view)
        return max(view.moves(), key=lambda square: flips(own, other, square).bit_count())


class Steady:
    """Takes good squares and leaves the opponent few replies: looks one move ahead, and counts no discs."""

    def choose(self, view: Position) -> int:
        """The square with the highest value, minus the cost of the opponent's replies."""
        own, other = _sides(view)
        return max(view.moves(), key=lambda square: _WORTH[square] - _A_REPLY_COSTS * _replies(own, other, square))


def _sides(view: Position) -> tuple[int, int]:
    return (view.black, view.white) if view.turn == "black" else (view.white, view.black)


def _replies(own: int, other: int, square: int) -> int:
    turned = flips(own, other, square)
    return targets(other & ~turned, own | turned | 1 << square).bit_count()
