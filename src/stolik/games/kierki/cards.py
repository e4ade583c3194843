"""Cards: a standard deck of 52, its notation, and sets of cards as bit masks.

A card is a number from 0 to 51: suit * 13 + rank, suits in the order C D H S, ranks from 2 (0) to the ace (12).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from stolik.contract import NotationError

Card = int
CardSet = int

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
JACK, QUEEN, KING = 9, 10, 11
HEARTS = 2

DECK: tuple[Card, ...] = tuple(range(52))
CARD_TEXTS: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARDS = {text: card for card, text in enumerate(CARD_TEXTS)}

SUIT_SETS: tuple[CardSet, ...] = tuple(0x1FFF << 13 * suit for suit in range(4))

CARD_PATTERN = r"(?:10|[2-9JQKA])[CDHS]"
_CARD_RE = re.compile(CARD_PATTERN)
_LIST_RE = re.compile(f"(?:{CARD_PATTERN})*")


def suit_of(card: Card) -> int:
    """The suit's number: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def rank_of(card: Card) -> int:
    """The rank's number, from 0 for a two to 12 for an ace."""
    return card % 13


def read_card(text: str) -> Card:
    """A card from its text, such as `10C`."""
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(f"not a card: {text!r}")
    return card


def write_card(card: Card) -> str:
    """The card's text."""
    return CARD_TEXTS[card]


def read_cards(text: str) -> tuple[Card, ...]:
    """A list of cards written one after another, such as `2C10HAS`."""
    if not _LIST_RE.fullmatch(text):
        raise NotationError(f"not a list of cards: {text!r}")
    return tuple(_CARDS[card] for card in _CARD_RE.findall(text))


def write_cards(cards: Iterable[Card]) -> str:
    """The cards' texts one after another."""
    return "".join([CARD_TEXTS[card] for card in cards])


def card_set(cards: Iterable[Card]) -> CardSet:
    """The cards as a set."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: CardSet) -> tuple[Card, ...]:
    """The cards of a set, clubs first, low to high."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)
