"""What a seat at Kierki has seen of a deal, laid out for kernels."""

from __future__ import annotations

import numpy as np

from stolik.games.kierki import TRICKS, View
from stolik.players.kierki_kernels import (
    HANDS,
    LEADER,
    NUMBER,
    WIDTH,
    Ints,
    actor_of,
    new_deal,
    put,
)

_MOST_PLAYS = 4 * TRICKS


class Seen:
    """A view as rows of numbers: the deal as it stands, and how it stood before each card of the other seats."""

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise ValueError("a spectator has no card to choose")
        now = view.open
        self.me = view.seat
        self.deal = new_deal(now.kind, now.first)
        """Of the hands, only our own is filled in."""
        self.rows: Ints = np.zeros((_MOST_PLAYS, WIDTH), dtype=np.int64)
        """[play]: the deal just before a card of another seat, in the order played."""
        self.cards: Ints = np.zeros(_MOST_PLAYS, dtype=np.int64)
        """[play]: that card."""
        self.plays = 0
        for trick in now.tricks:
            self._watch(trick.leader, trick.cards)
        self._watch(now.leader, now.cards)
        self.deal[HANDS + self.me] = view.hand
        self.counts = np.full(4, TRICKS + 1 - self.deal[NUMBER], dtype=np.int64)
        """[seat]: how many cards it still has."""
        for place in range(len(now.cards)):
            self.counts[(now.leader + place) % 4] -= 1

    def _watch(self, leader: int, cards: tuple[int, ...]) -> None:
        self.deal[LEADER] = leader
        for card in cards:
            if actor_of(self.deal) != self.me:
                self.rows[self.plays] = self.deal
                self.cards[self.plays] = card
                self.plays += 1
            put(self.deal, card)
