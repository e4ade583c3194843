"""What a seat at Kierki can tell from what it has seen: which cards are still out, and who cannot hold them."""

from __future__ import annotations

from typing import Final

from stolik.games.cards import DECK, Card, CardSet, card_set
from stolik.games.kierki import View

_WHOLE_DECK: Final[CardSet] = card_set(DECK)


class Memory:
    """What one seat remembers of a deal; worked out afresh from its view."""

    __slots__ = ("unseen", "voids")

    def __init__(self, view: View) -> None:
        played = list(view.open.cards)
        self.voids: list[set[int]] = [set(), set(), set(), set()]
        """[suit]: the seats that have shown that they have none of it."""
        for trick in view.open.tricks:
            played += trick.cards
            self._note_voids(trick.leader, trick.cards)
        self._note_voids(view.open.leader, view.open.cards)
        self.unseen: CardSet = _WHOLE_DECK & ~(view.hand | card_set(played))
        """The cards that the others still hold."""

    def _note_voids(self, leader: int, cards: tuple[Card, ...]) -> None:
        for place, card in enumerate(cards):
            if card // 13 != cards[0] // 13:
                self.voids[cards[0] // 13].add((leader + place) % 4)
