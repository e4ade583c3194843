"""Players of any game that leave everything, or something, to chance: the floor that every other player must beat."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from stolik.contract import View
from stolik.players.player import Player

Move = TypeVar("Move")


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View[Move]) -> Move:
        """One of the view's moves, drawn from the generator that the player was given."""
        return self._rng.choice(view.moves())


class Slipping:
    """Plays as another does, but now and then any legal move: a player that can be beaten."""

    def __init__(self, player: Player[Any, Any], rng: Random, slips: float) -> None:
        """`slips` is the chance that a move is left to chance."""
        self._player = player
        self._rng = rng
        self._slips = slips

    def choose(self, view: View[Move]) -> Move:
        """The other's move, or any."""
        if self._rng.random() < self._slips:
            return self._rng.choice(view.moves())
        choice: Move = self._player.choose(view)
        return choice
