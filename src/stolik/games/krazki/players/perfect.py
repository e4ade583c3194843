"""Krążki played perfectly, by the value that Conway's theory gives to a stack.

From the bottom, each disc of the first run of one colour is worth 1 to its owner; from the first change of colour on,
each disc is worth half of the one before it. A position is worth the sum of its stacks. The mover wins if and only if
the sum, counted for the mover, is greater than 0. Every move costs its mover something, and the cheapest one keeps a
won game won; in a lost game it gives away least, and waits for the opponent to err.

Values are whole numbers: a disc of the first run is worth a power of two so large that every half is whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stolik.contract import Seat
from stolik.games.krazki.rules import TALLEST, Move, Position

# All stacks of a game and all that can be left of them, for both colours, many times over.
_KEPT: Final = 1 << 14


class Perfect:
    """Plays the move that costs least; of equals, the one that takes the fewest discs."""

    def choose(self, view: Position) -> Move:
        """The cheapest move: a won game stays won by it, and a lost one is lost by least."""
        unit = 1 << max(TALLEST, *map(len, view.stacks))
        best: tuple[int, int] | None = None
        choice = Move(0, "")
        for number, stack in enumerate(view.stacks):
            cut = cheapest_cut(stack, view.mover, unit)
            if cut is not None and (best is None or cut < best):
                best = cut
                choice = Move(number, stack[: len(stack) - cut[1]])
        return choice


@lru_cache(_KEPT)
def cheapest_cut(stack: str, mover: Seat, unit: int) -> tuple[int, int] | None:
    """The least cost of a move in the stack and how many discs it takes; None when the mover has no disc there."""
    worth = worths(stack, mover, unit)
    costs = ((worth[-1] - worth[left], len(stack) - left) for left, disc in enumerate(stack) if disc == mover)
    return min(costs, default=None)


def value(position: Position, unit: int) -> int:
    """What the position is worth to its mover, in `unit`s to a whole disc; more than 0 when the mover wins."""
    return sum(worths(stack, position.mover, unit)[-1] for stack in position.stacks)


def worths(stack: str, mover: Seat, unit: int) -> list[int]:
    """What is left of the stack is worth to the mover, for each height from 0 to the whole stack."""
    worth = [0]
    disc_worth = unit
    for height, disc in enumerate(stack):
        if disc != stack[0] or disc_worth < unit:
            disc_worth >>= 1
        worth.append(worth[height] + (disc_worth if disc == mover else -disc_worth))
    return worth
