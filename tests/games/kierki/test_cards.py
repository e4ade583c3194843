"""Cards and their notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.contract import NotationError
from stolik.games.kierki.cards import (
    DECK,
    card_set,
    cards_in,
    rank_of,
    read_card,
    read_cards,
    suit_of,
    write_card,
    write_cards,
)

hands = st.lists(st.sampled_from(DECK), max_size=13)


def test_the_deck_runs_through_the_suits_and_in_each_from_the_two_to_the_ace() -> None:
    assert write_cards(DECK) == (
        "2C3C4C5C6C7C8C9C10CJCQCKCAC2D3D4D5D6D7D8D9D10DJDQDKDAD2H3H4H5H6H7H8H9H10HJHQHKHAH2S3S4S5S6S7S8S9S10SJSQSKSAS"
    )


@pytest.mark.parametrize("card", DECK, ids=write_card)
def test_a_card_is_read_back_from_its_text(card: int) -> None:
    assert read_card(write_card(card)) == card


@pytest.mark.parametrize(
    ("text", "suit", "rank"), [("2C", 0, 0), ("10D", 1, 8), ("JH", 2, 9), ("QH", 2, 10), ("KS", 3, 11), ("AS", 3, 12)]
)
def test_a_card_has_a_suit_and_a_rank(text: str, suit: int, rank: int) -> None:
    assert (suit_of(read_card(text)), rank_of(read_card(text))) == (suit, rank)


@pytest.mark.parametrize(
    "text", ["", "1C", "11C", "0C", "10", "C", "C2", "2c", "jH", "2X", "2C ", " 2C", "2C\n", "2C3C", "２C"]
)
def test_what_is_not_a_card_is_quoted_in_the_refusal(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read_card(text)
    assert str(error.value) == f"not a card: {text!r}"


@given(hands)
def test_a_list_of_cards_has_one_reading(cards: list[int]) -> None:
    assert read_cards(write_cards(cards)) == tuple(cards)


@pytest.mark.parametrize("text", ["2", "1C", "2C3", "10C1", "2C,3C", "2C 3C", "XX2C", "2C\n"])
def test_a_list_with_anything_but_cards_is_refused_whole(text: str) -> None:
    with pytest.raises(NotationError, match="not a list of cards"):
        read_cards(text)


@given(hands)
def test_a_set_holds_each_of_its_cards_once_in_the_order_of_the_deck(cards: list[int]) -> None:
    assert cards_in(card_set(cards)) == tuple(sorted(set(cards)))
