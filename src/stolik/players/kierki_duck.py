"""Duck, the simplest player of Kierki with any sense: it ducks under every trick that it can.

It looks at its cards and at the trick on the table. What was played before, and the type of the deal, it ignores.
"""

from __future__ import annotations

from stolik.games.cards import Card, rank_of, suit_of
from stolik.games.kierki import View, winning_card


class Duck:
    """Leads low, follows as high as still loses, throws off high. It leads the lowest rank, of equals in the order C D H S.

    It follows with the highest card that loses to the trick's best, or with its lowest. Void, it plays its highest rank,
    of equals in the order S H D C.
    """

    def choose(self, view: View) -> Card:
        """The card that keeps most clear of the trick on the table."""
        cards, table = view.moves(), view.open.cards
        if not table:
            return min(cards, key=_by_rank)
        if suit_of(cards[0]) != suit_of(table[0]):
            return max(cards, key=_by_rank)
        best = table[winning_card(table)]
        return max((card for card in cards if card < best), default=cards[0])


def _by_rank(card: Card) -> tuple[int, Card]:
    """Orders cards by rank first, equal ranks by suit."""
    return rank_of(card), card
