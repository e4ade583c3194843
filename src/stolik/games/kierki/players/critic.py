"""Kierki judged card by card: a value is minus the points that the seat takes in the deal, on average.

The average is over many possible layouts of the hidden cards, so that nobody is blamed for what they could not know.
A value is never certain.
"""

from __future__ import annotations

from math import ceil
from random import Random
from typing import Final

from stolik.games.kierki.cards import Card
from stolik.games.kierki.players.search import SEARCH, Search, distinct
from stolik.games.kierki.rules import Position, View
from stolik.players.analysis import Weighed

PLAYOUTS_A_SECOND: Final = 50_000
"""Playouts in a second on an ordinary machine, including the belief."""
USUAL_CARDS: Final = 4
"""The usual number of different cards to judge; a choice with fewer cards takes less time."""


class KierkiCritic:
    """Searches as the strong player does."""

    def __init__(self, playouts: int, seed: str) -> None:
        """So many playouts for each card."""
        self._playouts = playouts
        self._seed = seed

    def weigh(self, position: Position, move: Card) -> Weighed:
        """Compares the card with those that cost least on average."""
        view = position.view(position.turn)
        # The opinion depends on the card and its position alone, not on what was judged before.
        rng = Random(f"{self._seed} {view}")
        same_as = _stand_ins(view)
        playouts = self._playouts * len(set(same_as.values()))
        points = Search(rng, SEARCH, playouts=playouts).weigh(view)
        least = min(points.values())
        best = tuple(card for card in view.moves() if points[same_as[card]] == least)
        return Weighed(-points[same_as[move]], best, -least, exact=False)


def _stand_ins(view: View) -> dict[Card, Card]:
    """[playable card]: the equivalent card that was judged instead: the nearest one that is not higher."""
    weighed = distinct(view)
    return {card: max(one for one in weighed if one <= card) for card in view.moves()}


def make_critic(seconds: float, seed: str) -> KierkiCritic:
    """A critic whose worlds are drawn from the seed."""
    return KierkiCritic(ceil(seconds * PLAYOUTS_A_SECOND / USUAL_CARDS), seed)
