"""Heuristic: a player of Kierki that plays the card likely to cost it the least, in this trick and in later ones.

One estimate is used for all seven types of deal, because they differ only in what cards and tricks cost. There is no
search, and nothing is kept between choices: all that it needs is in the view.
"""

from __future__ import annotations

from typing import Final

from stolik.games.kierki.cards import DECK, SUIT_SETS, Card, CardSet, cards_in, suit_of
from stolik.games.kierki.players.memory import OTHERS, Memory
from stolik.games.kierki.rules import CARD_POINTS, TRICK_POINTS, TRICKS, View, winning_card

# The five weights were fitted by play against three of Duck and checked against earlier versions of this player.
# None of them is sharp: a change by a fifth moves the share of points by a few tenths of a percent.
LATER: Final = 0.7
"""The weight of a point in a later trick, compared with one in this trick: it may still be avoided."""
NEXT_ROUND: Final = 0.7
"""The chance that a suit is led once more, before the card meant for that round could be thrown off."""
LONG_CARD: Final = 0.25
"""The chance that a card takes a trick when the others have run out of its suit: it must be led, not thrown off."""
THROWN: Final = 0.5
"""The share of the points outside a suit that are thrown on its tricks, by players who are void in it."""
VOID: Final = 0.1
"""What being void in a suit is worth, in points: only enough to choose between equal cards."""

LOST_A_ROUND: Final = 2
"""How many of the cards below ours the others use up in a round: of the three, one is void or plays high."""

_SUITS: Final = range(4)
_COSTLY: Final = tuple(
    tuple(sorted(filter(points.__getitem__, DECK), key=points.__getitem__, reverse=True)) for points in CARD_POINTS
)
"""[kind]: the cards that cost points, the costliest first."""


def chance_under(holders: int, lower: int, out: int) -> float:
    """The chance that a seat need not beat a card: it has a lower one of the suit, or is void.

    `out` cards of the suit are with the others, `lower` of them are lower; each holder is equally likely to have each.
    """
    if not holders:
        return 1.0
    elsewhere = 1 - 1 / holders
    return 1 - (elsewhere**lower - elsewhere**out)


_UNDER: Final = tuple(
    tuple(tuple(chance_under(holders, lower, out) for out in range(14)) for lower in range(14))
    for holders in range(OTHERS + 1)
)
"""[holders][lower][out]: the same, worked out once."""


class Heuristic:
    """Plays the card of the least estimated cost; of equals, the first in the order C D H S, low to high."""

    def choose(self, view: View) -> Card:
        """The cheapest of the view's cards."""
        cards = view.moves()
        return cards[0] if len(cards) == 1 else min(cards, key=_Estimate(view).cost)


class _Estimate:
    """What each card would cost the seat that is to play, as far as its view can tell."""

    def __init__(self, view: View) -> None:
        now = view.open
        self._hand = view.hand
        self._memory = Memory(view)
        self._points = CARD_POINTS[now.kind]
        self._trick_points = TRICK_POINTS[now.kind][now.number :]
        """Of the trick on the table and of those after it."""
        self._costly = [card for card in _COSTLY[now.kind] if self._memory.unseen >> card & 1]
        self._later_seats = [(now.leader + place) % 4 for place in range(len(now.cards) + 1, 4)]
        self._best = now.cards[winning_card(now.cards)] if now.cards else None
        self._on_table = self._trick_points[0] + sum([self._points[card] for card in now.cards])
        self._prices = self._suit_prices(TRICKS - now.number)  # never the last trick: it leaves no choice to weigh
        self._dangers = [self._danger(suit, view.hand & SUIT_SETS[suit]) for suit in _SUITS]

    def cost(self, card: Card) -> float:
        """The expected points of playing the card, now and later, compared with not having it."""
        suit = suit_of(card)
        rest = self._hand & SUIT_SETS[suit] & ~(1 << card)
        later = self._danger(suit, rest) - self._dangers[suit]
        return self._cost_now(card) + LATER * (later if rest else later - VOID)

    def _cost_now(self, card: Card) -> float:
        """The chance that the card takes this trick, times what the trick, and then having to lead, would cost."""
        if self._best is not None and (suit_of(card) != suit_of(self._best) or card < self._best):
            return 0
        chance = self._under(card) ** self._followers(suit_of(card))
        return chance * (self._on_table + self._points[card] + self._added(card) + self._exit_risk(card))

    def _under(self, card: Card) -> float:
        """The chance that another seat that may hold the card's suit need not beat it."""
        suit, memory = suit_of(card), self._memory
        return _UNDER[memory.holders[suit]][memory.lower(card)][memory.out(suit)]

    def _followers(self, suit: int) -> int:
        """How many of the players after us may have the suit."""
        return sum([seat not in self._memory.void_seats[suit] for seat in self._later_seats])

    def _added(self, card: Card) -> float:
        """The expected points that later players will add to the trick, if the card takes it."""
        suit, memory = suit_of(card), self._memory
        followers, holders = self._followers(suit), memory.holders[suit]
        throwing: float = len(self._later_seats) - followers
        slipped = 0.0
        if followers:
            throwing += followers * (1 - 1 / holders) ** memory.out(suit)
            # A player with a costly card below ours will play it here.
            below = sum([self._points[other] for other in self._costly if other < card and suit_of(other) == suit])
            slipped = below * followers / holders
        return slipped + throwing * self._thrown(suit)

    def _thrown(self, suit: int) -> float:
        """The points of the costliest card that a seat void in the suit is likely to have."""
        points, chance = 0.0, 1 / OTHERS
        for card in self._costly:
            if suit_of(card) != suit:
                points += chance * self._points[card]
                chance *= 1 - 1 / OTHERS
        return points

    def _exit_risk(self, played: Card) -> float:
        """What the next trick is likely to cost if we lead to it, with the safest of our lowest cards."""
        risks = []
        for suit in _SUITS:
            rest = self._hand & SUIT_SETS[suit] & ~(1 << played)
            if rest:
                lowest = (rest & -rest).bit_length() - 1
                risks.append(self._prices[suit] * self._under(lowest) ** self._memory.holders[suit])
        return min(risks, default=0)

    def _suit_prices(self, tricks_left: int) -> list[float]:
        """[suit]: the points that others are likely to put into a later trick of the suit, and the trick's own."""
        unseen = [0] * 4
        for card in self._costly:
            unseen[suit_of(card)] += self._points[card]
        whole, tricks = sum(unseen), sum(self._trick_points[1:])
        prices = []
        for suit in _SUITS:
            cards = ((self._memory.unseen | self._hand) & SUIT_SETS[suit]).bit_count()
            rounds = max(1, cards / 4)
            prices.append(unseen[suit] / rounds + (tricks + THROWN * (whole - unseen[suit])) / tricks_left)
        return prices

    def _danger(self, suit: int, held: CardSet) -> float:
        """What holding those cards of a suit is likely to cost, if they are played one in each round, low to high."""
        memory, price = self._memory, self._prices[suit]
        holders, out = memory.holders[suit], memory.out(suit)
        danger, comes, lost = 0.0, 1.0, 0
        for card in cards_in(held):
            chance = LONG_CARD
            if out > lost:
                chance = _UNDER[holders][max(0, memory.lower(card) - lost)][out - lost] ** holders
            danger += comes * chance * (price + self._points[card])
            comes *= NEXT_ROUND
            lost += min(holders, LOST_A_ROUND)
        return danger
