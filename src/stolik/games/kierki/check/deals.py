"""Deals for scenarios, drawn once from a fixed seed so that every run plays the same cards, and a card as a message."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from stolik.games.kierki.cards import Card, card_set
from stolik.games.kierki.match_file import write_deals
from stolik.games.kierki.rules import SEATS, Deal, new_match, playable, random_deal
from stolik.games.kierki.wire import PutCard

SEED = 2024


def deals_of(kinds: Sequence[int], seed: int = SEED) -> tuple[Deal, ...]:
    """One deal of each type, in that order."""
    rng = Random(seed)
    return tuple(random_deal(rng, kind) for kind in kinds)


def ended_by_north(kinds: Sequence[int]) -> tuple[Deal, ...]:
    """Deals such that N puts the last card of the first one, when everybody puts the first card that is legal."""
    first, *rest = deals_of(kinds)
    position = new_match((first,))
    while position.turn is not None:
        last = SEATS.index(position.turn)
        position = position.play(position.moves()[0])
    hands = first.hands[last:] + first.hands[:last]
    return (Deal(first.kind, (first.first - last) % len(SEATS), hands), *rest)


def shuffled_hands(deals: Sequence[Deal], seed: int = SEED) -> tuple[Deal, ...]:
    """The same deals with the cards of each hand in no order, as a file may have them."""
    rng = Random(seed)
    return tuple(
        Deal(deal.kind, deal.first, tuple(tuple(rng.sample(hand, len(hand))) for hand in deal.hands)) for deal in deals
    )


def file_of(deals: Sequence[Deal]) -> str:
    """The file that defines a match of these deals."""
    return write_deals(tuple(deals))


def not_following(hand: Sequence[Card], table: tuple[Card, ...]) -> list[Card]:
    """The cards of the hand that may not be played because the suit that was led is held; none when it is not."""
    legal = playable(card_set(hand), table)
    return [card for card in hand if not legal >> card & 1]


def put(number: int, card: Card) -> str:
    """A client's TRICK."""
    return PutCard(number, card).text()
