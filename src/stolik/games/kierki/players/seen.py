"""What a seat at Kierki has seen of a deal, as arrays for kernels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from stolik.games.kierki.players.kernels import HANDS, LEADER, NUMBER, WIDTH, Ints, actor_of, duck_lacks, new_deal, put
from stolik.games.kierki.rules import TRICKS, Trick, View

# A play is the row of the deal just before it, and then:
CARD: Final = WIDTH
"""The card played."""
OWN: Final = WIDTH + 1
"""The cards that the seat has played since then, including this one: with its present hand, the hand at that time."""
LACKS: Final = WIDTH + 2
"""The cards that `Duck` cannot have held when it played this one."""
PLAY: Final = WIDTH + 3

MADE: Final = TRICKS


class Plays:
    """A deal followed card by card."""

    def __init__(self, kind: int, first: int, tricks: Iterable[Trick] = ()) -> None:
        self.deal = new_deal(kind, first)
        """The current deal, without hands."""
        self.rows: Ints = np.zeros((4, TRICKS, PLAY), dtype=np.int64)
        """[seat, its n-th play]"""
        self.order: Ints = np.tile(np.arange(MADE + 1), (4, 1))
        """[seat]: its plays in the order in which they are checked; at the place `MADE`, their number."""
        self.order[:, MADE] = 0
        for trick in tricks:
            self.follow(trick.leader, trick.cards)

    def follow(self, leader: int, cards: tuple[int, ...]) -> None:
        """Plays the cards of one trick."""
        self.deal[LEADER] = leader
        for card in cards:
            seat = actor_of(self.deal)
            made = self.order[seat, MADE]
            row = self.rows[seat, made]
            row[:WIDTH] = self.deal
            row[CARD], row[LACKS] = card, duck_lacks(self.deal, card)
            self.order[seat, MADE] = made + 1
            self.rows[seat, : made + 1, OWN] |= 1 << card
            put(self.deal, card)


class Seen:
    """A view as rows of numbers."""

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise ValueError("a spectator has no card to choose")
        now = view.open
        plays = Plays(now.kind, now.first, now.tricks)
        plays.follow(now.leader, now.cards)
        self.me = view.seat
        self.rows, self.order, self.deal = plays.rows, plays.order, plays.deal
        self.deal[HANDS + self.me] = view.hand
        self.counts = np.full(4, TRICKS + 1 - self.deal[NUMBER], dtype=np.int64)
        """[seat]: how many cards it still has."""
        for place in range(len(now.cards)):
            self.counts[(now.leader + place) % 4] -= 1
