"""A player of any game that leaves everything to chance: the floor that every other player must beat."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from stolik.games.contract import View

Move = TypeVar("Move")


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View[Move]) -> Move:
        """One of the view's moves, drawn from the generator that the player was given."""
        return self._rng.choice(view.moves())
