"""What a seat at Kierki can conclude from what it has seen: the cards that the others have, and who is void."""

from __future__ import annotations

from typing import Final

from stolik.games.kierki.cards import DECK, SUIT_SETS, Card, CardSet, card_set, suit_of
from stolik.games.kierki.rules import View

OTHERS: Final = 3
"""How many other players are at the table."""
_WHOLE_DECK: Final[CardSet] = card_set(DECK)


class Memory:
    """What one seat knows of a deal, computed from its view."""

    __slots__ = ("holders", "unseen", "void_seats")

    def __init__(self, view: View) -> None:
        now = view.open
        played = [(now.leader, now.cards)] + [(trick.leader, trick.cards) for trick in now.tricks]
        seen = view.hand
        self.void_seats: tuple[set[int], ...] = (set(), set(), set(), set())
        """[suit]: the other seats that are known to be void in it."""
        for leader, cards in played:
            seen |= card_set(cards)
            for place, card in enumerate(cards):
                seat = (leader + place) % 4
                if suit_of(card) != suit_of(cards[0]) and seat != view.seat:
                    self.void_seats[suit_of(cards[0])].add(seat)
        self.unseen: CardSet = _WHOLE_DECK & ~seen
        """The cards that the others still hold."""
        self.holders = [OTHERS - len(seats) for seats in self.void_seats]
        """[suit]: how many others may still have some of it."""

    def out(self, suit: int) -> int:
        """How many cards of the suit the others still hold."""
        return (self.unseen & SUIT_SETS[suit]).bit_count()

    def lower(self, card: Card) -> int:
        """How many cards of its suit below the card the others still hold."""
        return (self.unseen & SUIT_SETS[suit_of(card)] & ((1 << card) - 1)).bit_count()
