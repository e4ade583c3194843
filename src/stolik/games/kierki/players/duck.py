"""Duck, the simplest sensible player of Kierki: it plays under every trick that it can.

It uses its cards and the trick on the table. It ignores the earlier tricks and the type of the deal.
"""

from __future__ import annotations

from typing import Final

from stolik.games.kierki.cards import DECK, SUIT_SETS, Card, CardSet, card_set, rank_of, suit_of
from stolik.games.kierki.rules import View, winning_card


class Duck:
    """Leads low, follows with the highest card that still loses, discards high.

    It leads its lowest rank; of equal ranks, the first in the order C D H S. It follows with the highest card that
    loses to the best on the table, or else with its lowest. Void, it plays its highest rank; of equal ranks, the
    first in the order S H D C.
    """

    def choose(self, view: View) -> Card:
        """The card that avoids taking the trick, if possible."""
        cards, table = view.moves(), view.open.cards
        if not table:
            return min(cards, key=_by_rank)
        if suit_of(cards[0]) != suit_of(table[0]):
            return max(cards, key=_by_rank)
        best = table[winning_card(table)]
        return max((card for card in cards if card < best), default=cards[0])


def _by_rank(card: Card) -> tuple[int, Card]:
    """Orders cards by rank, those of equal rank by suit."""
    return rank_of(card), card


_BY_RANK: Final = sorted(DECK, key=_by_rank)
LOWER: Final = tuple(card_set(_BY_RANK[: _BY_RANK.index(card)]) for card in DECK)
"""[card]: those of a lower rank, or of the same and an earlier suit."""
HIGHER: Final = tuple(card_set(_BY_RANK[_BY_RANK.index(card) + 1 :]) for card in DECK)
"""[card]: the rest."""


def duck_lacks(table: tuple[Card, ...], card: Card) -> CardSet:
    """The cards that `Duck` would have played rather than this one; it follows suit if the card does."""
    if not table:
        return LOWER[card]
    best = table[winning_card(table)]
    if suit_of(card) != suit_of(best):
        return HIGHER[card]
    return (1 << best) - (2 << card) if card < best else SUIT_SETS[suit_of(card)] & ((1 << card) - 1)
