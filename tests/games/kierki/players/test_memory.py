from __future__ import annotations

from stolik.games.kierki.cards import card_set, cards_in, read_card, read_cards
from stolik.games.kierki.players.memory import Memory
from stolik.games.kierki.rules import Open, Trick, View

NORTH, EAST, SOUTH, WEST = range(4)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def memory_of_north(hand: str, table: str = "", *tricks: str) -> Memory:
    """Of a deal in which E leads every trick."""
    taken = tuple(Trick(place + 1, EAST, read_cards(cards), EAST) for place, cards in enumerate(tricks))
    return Memory(View(Open(1, 1, EAST, EAST, read_cards(table), taken), NORTH, hand=card_set(read_cards(hand))))


def test_the_unseen_cards_are_neither_held_nor_played() -> None:
    memory = memory_of_north("2C3C", "4C5C", "6C7C8C9C")
    assert cards_in(memory.unseen)[:5] == read_cards("10CJCQCKCAC")
    assert memory.out(CLUBS) == 5
    assert memory.out(HEARTS) == 13


def test_lower_cards_are_counted_in_the_suit_alone() -> None:
    memory = memory_of_north("5D", "2D3D")
    assert memory.lower(read_card("5D")) == 1


def test_who_does_not_follow_is_void() -> None:
    memory = memory_of_north("2C", "4D5H", "6C7C8S9C")
    assert memory.void_seats == ({WEST}, {SOUTH}, set(), set())
    assert memory.holders == [2, 2, 3, 3]


def test_ones_own_void_says_nothing_of_the_others() -> None:
    memory = memory_of_north("2C", "", "6D7D8D2H")
    assert memory.void_seats == (set(), set(), set(), set())
    assert memory.holders == [3, 3, 3, 3]
