"""Krążki judged move by move: a move's value is the value of the position after it, in discs, for the player who moved.

It is exact, by Conway's theory. The player who moved wins if and only if this value is at least 0.
"""

from __future__ import annotations

from fractions import Fraction

from stolik.games.krazki.players.perfect import worths
from stolik.games.krazki.rules import TALLEST, Move, Position
from stolik.players.analysis import Weighed


class KrazkiCritic:
    """Computes the value of every move."""

    def weigh(self, position: Position, move: Move) -> Weighed:
        """Compares the move with those that cost least."""
        values = move_values(position)
        best = max(values.values())
        return Weighed(float(values[move]), best_moves(values), float(best), exact=True)


def move_values(position: Position) -> dict[Move, Fraction]:
    """[move]: the value of the position after it, for the player who makes it."""
    unit = 1 << max(TALLEST, *map(len, position.stacks))
    worth = [worths(stack, position.mover, unit) for stack in position.stacks]
    whole = sum(heights[-1] for heights in worth)
    return {
        move: Fraction(whole - worth[move.stack][-1] + worth[move.stack][len(move.left)], unit)
        for move in position.moves()
    }


def best_moves(values: dict[Move, Fraction]) -> tuple[Move, ...]:
    """The moves with the highest value."""
    most = max(values.values(), default=None)
    return tuple(move for move, value in values.items() if value == most)


def make_critic(seconds: float, seed: str) -> KrazkiCritic:
    """A critic; it needs no time and makes no random choices."""
    return KrazkiCritic()
