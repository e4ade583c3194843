from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.kierki_positions import random_position, with_other_hidden_cards

from stolik.games.kierki.cards import DECK, HEARTS, SUIT_SETS, Card, card_set, cards_in, read_cards, suit_of, write_card
from stolik.games.kierki.players.duck import Duck
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.rules import KING_OF_HEARTS, Open, Trick, View


def view_of(kind: int, hand: str, table: str = "", number: int = 1) -> View:
    """What N sees, to play in the trick of that number; before it all followed to spades, then hearts and so on."""
    held, cards = read_cards(hand), read_cards(table)
    free = [card for card in DECK if card not in held + cards]
    by_suit = [[card for card in free if suit_of(card) == suit] for suit in (3, 2, 1, 0)]
    fours = [tuple(suit[start : start + 4]) for suit in by_suit for start in range(0, len(suit) - 3, 4)]
    tricks = tuple(Trick(place + 1, 0, four, 3) for place, four in enumerate(fours[: number - 1]))
    assert len(tricks) == number - 1, "too few cards for so many tricks"
    return View(Open(1, kind, 0, -len(cards) % 4, cards, tricks), 0, hand=card_set(held))


@pytest.mark.parametrize(
    ("kind", "hand", "table", "number", "choice", "why"),
    [
        (1, "2C8C10CAC", "3C9C4C", 1, "8C", "every trick costs: the highest card that loses"),
        (1, "10CAC2D", "3C9C4C", 1, "AC", "when it must take the trick, it takes it with the highest"),
        (1, "2D3S9HAC", "", 1, "2D", "leads what cannot take"),
        (2, "6CAC2D3D", "3C5C4C", 1, "AC", "the last on a worthless trick takes it with the highest"),
        (2, "2CAC2D3D", "3C5C9H", 1, "2C", "the same trick with a heart in it is left to others"),
        (2, "2DAHAS3S", "9C", 1, "AH", "throws off the highest heart"),
        (3, "2SAS2D3D", "5S4SQS", 1, "2S", "lets the queen pass"),
        (3, "2SQS2D3D", "5SKS", 1, "QS", "is rid of its queen under the king"),
        (3, "2DQDAS3S", "9C", 1, "QD", "throws off a queen"),
        (4, "2DKDAS3S", "9C", 1, "KD", "throws off a king"),
        (4, "2S10SJSAD", "5SQS", 1, "JS", "is rid of its jack under the queen"),
        (4, "2DAD3S", "3D4DJD", 1, "2D", "lets the jack pass"),
        (5, "2DKHAS3S", "9C", 1, "KH", "throws off the king of hearts before an ace"),
        (5, "2HKH3S", "AH", 1, "KH", "is rid of the king of hearts under the ace"),
        (5, "2HAH3S", "4H", 1, "2H", "keeps the ace of hearts from where the king may still fall"),
        (5, "3CAC2H", "4C5C2C", 1, "AC", "the last on a worthless trick takes it with the highest"),
        (6, "3CAC2H", "4C5C2C", 6, "AC", "takes what costs nothing with the highest"),
        (6, "3CAC2H", "4C5C2C", 7, "3C", "ducks the seventh trick"),
        (6, "3CAC2H", "4C5C2C", 8, "AC", "and takes the eighth again"),
        (7, "2DKHASQS", "9C", 1, "KH", "throws off the card that costs the most"),
        (7, "2CAC2D", "3C9C4C", 1, "AC", "a point is a small price for being rid of an ace"),
        (7, "2CAC2D", "3CQC4C", 1, "2C", "but six points are not"),
    ],
)
def test_heuristic_plays_with_sense(kind: int, hand: str, table: str, number: int, choice: str, why: str) -> None:
    assert write_card(Heuristic().choose(view_of(kind, hand, table, number))) == choice, why


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), plays=st.integers(0, 51))
def test_a_choice_depends_on_nothing_hidden(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    other = with_other_hidden_cards(position, Random(seed))
    seat = position.turn
    for player in (Duck(), Heuristic()):
        assert player.choose(other.view(seat)) == player.choose(position.view(seat))


@settings(deadline=None)
@given(seeds=st.lists(st.integers(0, 2**32), min_size=2, max_size=2), plays=st.integers(0, 51))
def test_nothing_is_kept_from_one_choice_to_the_next(seeds: list[int], plays: int) -> None:
    first, second = (random_position(seed, plays) for seed in seeds)
    player = Heuristic()
    player.choose(first.view(first.turn))
    assert player.choose(second.view(second.turn)) == Heuristic().choose(second.view(second.turn))


@settings(deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_king_of_hearts_is_never_led_from_lower_hearts(seed: int) -> None:
    rng = Random(seed)
    lower: Card = rng.choice(cards_in(SUIT_SETS[HEARTS] & ((1 << KING_OF_HEARTS) - 1)))
    rest = rng.sample([card for card in DECK if card not in (lower, KING_OF_HEARTS)], 11)
    view = View(Open(1, 5, 0, 0), 0, hand=card_set([lower, KING_OF_HEARTS, *rest]))
    assert Heuristic().choose(view) != KING_OF_HEARTS
