"""Kierki judged card by card: a value is minus the points that the seat takes in the deal, on average.

The average is over many ways in which the cards that the seat could not see may have lain, so that nobody is blamed
for what nobody could know. It is never certain.
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
"""What an ordinary machine does at least, belief and all."""
USUAL_CARDS: Final = 4
"""How many different cards there are to weigh; where there is one, less time is spent on it."""


class KierkiCritic:
    """Searches as the strong player does."""

    def __init__(self, playouts: int, seed: str) -> None:
        """So many playouts for each card."""
        self._playouts = playouts
        self._seed = seed

    def weigh(self, position: Position, move: Card) -> Weighed:
        """The card beside the ones that cost least on average."""
        view = position.view(position.turn)
        # The same card in the same place has the same opinion, whatever was weighed before.
        rng = Random(f"{self._seed} {view}")
        same_as = _stand_ins(view)
        playouts = self._playouts * len(set(same_as.values()))
        points = Search(rng, SEARCH, playouts=playouts).weigh(view)
        least = min(points.values())
        best = tuple(card for card in view.moves() if points[same_as[card]] == least)
        return Weighed(-points[same_as[move]], best, -least, exact=False)


def _stand_ins(view: View) -> dict[Card, Card]:
    """[playable card]: the one that was weighed for it; it is the nearest of those that are not higher."""
    weighed = distinct(view)
    return {card: max(one for one in weighed if one <= card) for card in view.moves()}


def make_critic(seconds: float, seed: str) -> KierkiCritic:
    """A critic whose worlds are drawn from the seed."""
    return KierkiCritic(ceil(seconds * PLAYOUTS_A_SECOND / USUAL_CARDS), seed)
