"""Players of any game that choose all or some of their moves at random. Every other player should beat them."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from stolik.contract import View
from stolik.players.player import Player

Move = TypeVar("Move")


class RandomPlayer:
    """Plays a random legal move; all are equally likely."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View[Move]) -> Move:
        """One of the view's moves, drawn with the player's own generator."""
        return self._rng.choice(view.moves())


class Slipping:
    """Plays as another player does, but sometimes a random legal move: a weaker version of that player."""

    def __init__(self, player: Player[Any, Any], rng: Random, slips: float) -> None:
        """`slips` is the probability of a random move."""
        self._player = player
        self._rng = rng
        self._slips = slips

    def choose(self, view: View[Move]) -> Move:
        """The other player's move, or a random one."""
        if self._rng.random() < self._slips:
            return self._rng.choice(view.moves())
        choice: Move = self._player.choose(view)
        return choice
