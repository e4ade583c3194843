"""Krążki played perfectly, by the value that Conway's theory gives to a stack.

From the bottom, each disc of the first run of one colour is worth 1 to its owner; from the first change of colour on,
each disc is worth half of the one before it. A position is worth the sum of its stacks. The player to move wins if and
only if the sum, for that player, is greater than 0. Every move costs the player something. The cheapest move keeps a
won game won; in a lost game it loses the least, so that a mistake of the opponent may change the game.

Values are integers: a disc of the first run is worth a power of two so large that every half is an integer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stolik.contract import Seat
from stolik.games.krazki.rules import TALLEST, Move, Position

# Enough for all stacks of a game and all that can be left of them, for both colours, many times over.
_KEPT: Final = 1 << 14


class Perfect:
    """Plays the move that costs least; of equal moves, the one that takes the fewest discs."""

    def choose(self, view: Position) -> Move:
        """The cheapest move: it keeps a won game won, and loses the least in a lost game."""
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
    """The cost of the cheapest move in the stack and how many discs it takes; None if the player has no disc there."""
    worth = worths(stack, mover, unit)
    costs = ((worth[-1] - worth[left], len(stack) - left) for left, disc in enumerate(stack) if disc == mover)
    return min(costs, default=None)


def value(position: Position, unit: int) -> int:
    """The position's value for the player to move, where a disc is worth `unit`; more than 0 if that player wins."""
    return sum(worths(stack, position.mover, unit)[-1] for stack in position.stacks)


def worths(stack: str, mover: Seat, unit: int) -> list[int]:
    """[height]: the value, for the player to move, of the part of the stack up to that height."""
    worth = [0]
    disc_worth = unit
    for height, disc in enumerate(stack):
        if disc != stack[0] or disc_worth < unit:
            disc_worth >>= 1
        worth.append(worth[height] + (disc_worth if disc == mover else -disc_worth))
    return worth
