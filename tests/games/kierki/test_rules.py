"""Kierki: what each type of deal costs, how tricks are played and taken, and what a seat may know."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.kierki_positions import with_the_unseen_changed

from stolik.contract import IllegalMove, Seat
from stolik.games.kierki.cards import DECK, card_set, cards_in, read_card, read_cards, write_card
from stolik.games.kierki.rules import (
    DEAL_POINTS,
    KINDS,
    REMEMBERED,
    SEATS,
    Deal,
    Finished,
    Position,
    Trick,
    new_match,
    random_deal,
    random_match,
    trick_cost,
    winning_card,
)

POINTS_OF_A_DEAL = {1: 13, 2: 13, 3: 20, 4: 16, 5: 18, 6: 20, 7: 100}
ENDING_EARLY = (2, 3, 4, 5)

seeds = st.integers(0, 2**32)
kinds = st.sampled_from(KINDS)

# North leads clubs; East has only the ace of them, and South and West have none.
DEAL = Deal(
    kind=1,
    first=0,
    hands=(
        read_cards("2C3C4C5C6C7C8C9C10CJCQCKC2D"),
        read_cards("AC3D4D5D6D7D8D9D10DJDQDKDAD"),
        read_cards("2H3H4H5H6H7H8H9H10HJHQHKHAH"),
        read_cards("2S3S4S5S6S7S8S9S10SJSQSKSAS"),
    ),
)


def played(position: Position, *cards: str) -> Position:
    for card in cards:
        position = position.play(read_card(card))
    return position


def random_plies(position: Position, rng: Random, plies: int = 1000) -> Position:
    """The position after so many random moves, or at the end of the match."""
    while plies and position.turn:
        position = position.play(rng.choice(position.moves()))
        plies -= 1
    return position


@pytest.mark.parametrize(
    ("kind", "sentence", "number", "cards", "cost"),
    [
        (1, "za każdą wziętą lewę dostaje się 1 punkt", 1, "2C3C4C5C", 1),
        (1, "za każdą wziętą lewę dostaje się 1 punkt", 13, "QHKHJHAH", 1),
        (2, "za każdego wziętego kiera dostaje się 1 punkt", 1, "2C3C4CKC", 0),
        (2, "za każdego wziętego kiera dostaje się 1 punkt", 7, "2C3HKHAH", 3),
        (3, "za każdą wziętą damę dostaje się 5 punktów", 1, "JHKHAH10H", 0),
        (3, "za każdą wziętą damę dostaje się 5 punktów", 13, "QCQDQH2S", 15),
        (4, "za każdego wziętego pana dostaje się 2 punkty", 1, "QHAH10H2H", 0),
        (4, "za każdego wziętego pana dostaje się 2 punkty", 13, "JCKCKHQC", 6),
        (5, "nie brać króla kier, za jego wzięcie dostaje się 18 punktów", 13, "KCKDKSAH", 0),
        (5, "nie brać króla kier, za jego wzięcie dostaje się 18 punktów", 1, "KCKDKSKH", 18),
        (6, "za wzięcie każdej z tych lew dostaje się po 10 punktów", 6, "QHKHJHAH", 0),
        (6, "nie brać siódmej i ostatniej lewy", 7, "2C3C4C5C", 10),
        (6, "nie brać siódmej i ostatniej lewy", 13, "2C3C4C5C", 10),
        (7, "rozbójnik, punkty dostaje się za wszystko wymienione powyżej", 1, "2C3C4C5C", 1),
        (7, "rozbójnik, punkty dostaje się za wszystko wymienione powyżej", 7, "JHQHKHAH", 1 + 4 + 5 + 2 * 2 + 18 + 10),
    ],
)
def test_a_trick_costs_what_the_document_says(kind: int, sentence: str, number: int, cards: str, cost: int) -> None:
    assert trick_cost(kind, number, read_cards(cards)) == cost, sentence


@given(st.integers(1, 13), st.permutations(DECK))
def test_the_robber_costs_as_much_as_the_six_other_types_together(number: int, deck: list[int]) -> None:
    cards = tuple(deck[:4])
    assert trick_cost(7, number, cards) == sum(trick_cost(kind, number, cards) for kind in range(1, 7))


@settings(max_examples=20)
@pytest.mark.parametrize(("kind", "points"), POINTS_OF_A_DEAL.items())
@given(seed=seeds)
def test_a_deal_shares_out_all_the_points_of_its_type(kind: int, points: int, seed: int) -> None:
    rng = Random(seed)
    over = random_plies(random_match(rng, [kind]), rng)
    assert len(over.open.tricks) == 13
    assert sum(over.open.sheet[0]) == sum(over.scores.values()) == points == DEAL_POINTS[kind]
    by_hand = [0, 0, 0, 0]
    for trick in over.open.tricks:
        by_hand[trick.taker] += trick_cost(kind, trick.number, trick.cards)
    assert list(over.scores.values()) == by_hand


@settings(max_examples=20)
@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
def test_a_deal_that_may_end_early_stops_when_all_points_are_taken_with_the_scores_of_the_full_play(
    kind: int, seed: int
) -> None:
    rng = Random(seed)
    deal = random_deal(rng, kind)
    early, full = new_match([deal], early_end=True), new_match([deal])
    while full.turn:
        move = rng.choice(full.moves())
        full = full.play(move)
        if early.turn:
            early = early.play(move)
            assert early.open.points == full.open.points
            assert (early.turn is None) == (sum(full.open.points) == POINTS_OF_A_DEAL[kind])
    assert early.scores == full.scores
    assert kind in ENDING_EARLY or len(early.open.tricks) == 13


@pytest.mark.parametrize("kind", ENDING_EARLY)
def test_deals_of_types_2_to_5_do_end_early(kind: int) -> None:
    lengths = set()
    for seed in range(20):
        rng = Random(seed)
        lengths.add(len(random_plies(random_match(rng, [kind], early_end=True), rng).open.tricks))
    assert min(lengths) < 13


@pytest.mark.parametrize("early_end", [False, True])
def test_a_finished_match_stays_at_the_number_of_its_last_trick(early_end: bool) -> None:
    rng = Random(0)
    over = random_plies(random_match(rng, [5], early_end=early_end), rng)
    assert over.open.last is not None
    assert over.open.number == over.open.last.number == len(over.open.tricks)


def test_a_revoke_is_refused_with_the_cards_that_follow_and_the_turn_stays() -> None:
    position = played(new_match([DEAL]), "2C")
    with pytest.raises(IllegalMove, match=r"^you must follow suit: clubs were led and you hold AC$"):
        position.play(read_card("3D"))
    assert position.turn == "E"
    assert position.moves() == (read_card("AC"),)


@pytest.mark.parametrize("card", ["3D", "AS", "2C"])
def test_a_card_not_held_or_held_no_more_is_refused(card: str) -> None:
    position = played(new_match([DEAL]), "2C", "AC", "2H", "2S", "AD")
    assert position.turn == "S"
    with pytest.raises(IllegalMove, match=f"^you do not hold {card}$"):
        position.play(read_card(card))


def test_without_a_card_of_the_suit_led_any_card_may_be_played() -> None:
    position = played(new_match([DEAL]), "2C", "AC")
    assert position.turn == "S"
    assert position.moves() == DEAL.hands[2]


def test_the_taker_of_a_trick_leads_the_next_one() -> None:
    position = played(new_match([DEAL]), "2C", "AC", "AH", "AS")
    assert position.open.last == Trick(number=1, leader=0, cards=read_cards("2CACAHAS"), taker=1)
    assert position.turn == "E"
    assert position.scores == {"N": 0, "E": 1, "S": 0, "W": 0}
    assert position.open.number == 2


@pytest.mark.parametrize(
    ("cards", "place"), [("2CACAHAS", 1), ("2CAHASAD", 0), ("10D9DJD2D", 2), ("9S10SQHJS", 3), ("QHKHAHJH", 2)]
)
def test_the_highest_card_of_the_suit_led_takes_the_trick(cards: str, place: int) -> None:
    assert winning_card(read_cards(cards)) == place


@settings(max_examples=20)
@given(seed=seeds, kinds_=st.lists(kinds, min_size=2, max_size=4), early_end=st.booleans())
def test_a_match_plays_its_deals_in_order_and_adds_up_their_points(
    seed: int, kinds_: list[int], early_end: bool
) -> None:
    rng = Random(seed)
    position = random_match(rng, kinds_, early_end=early_end)
    for number, deal in enumerate(position.deals):
        assert (position.open.kind, position.turn) == (kinds_[number], SEATS[deal.first])
        assert list(map(cards_in, position.hands)) == [tuple(sorted(hand)) for hand in deal.hands]
        assert position.open.deal_just_ended() == (number > 0)
        while len(position.open.sheet) == number:
            position = random_plies(position, rng, 1)
            assert position.open.deal_just_ended() == (len(position.open.sheet) > number)
    points = [POINTS_OF_A_DEAL[kind] for kind in kinds_]
    assert list(map(sum, position.open.sheet)) == points
    assert tuple(position.scores.values()) == position.open.totals
    assert sum(position.open.totals) == sum(points)
    with pytest.raises(IllegalMove, match=r"^the match is over$"):
        position.play(0)


def test_the_last_finished_deals_lie_open_and_no_more_of_them_than_one_round() -> None:
    rng = Random(1)
    position = random_match(rng, [*KINDS, 3, 5])
    played: list[Finished] = []
    while not position.open.over:
        assert position.open.finished == tuple(played[-REMEMBERED:])
        before, position = position.open, position.play(rng.choice(position.moves()))
        if len(position.open.sheet) > len(before.sheet):
            assert position.open.last is not None
            played.append(Finished(before.kind, (*before.tricks, position.open.last)))
    assert position.open.finished == tuple(played[-REMEMBERED:])


def test_the_fewest_points_win_and_can_be_shared() -> None:
    assert new_match([DEAL]).winners == SEATS
    assert played(new_match([DEAL]), "2C", "AC", "2H", "2S").winners == ("N", "S", "W")


def test_a_match_without_a_deal_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one deal"):
        new_match([])


some_positions = st.builds(
    lambda seed, early_end, plies: random_plies(
        random_match(Random(seed), (2, 7, 5), early_end=early_end), Random(seed), plies
    ),
    seeds,
    st.booleans(),
    st.integers(0, 3 * 52),
)


@given(position=some_positions, seat=st.sampled_from((None, *SEATS)), seed=seeds)
def test_what_a_seat_cannot_see_does_not_change_its_view(position: Position, seat: Seat | None, seed: int) -> None:
    assert with_the_unseen_changed(position, seat, Random(seed)).view(seat) == position.view(seat)


@given(position=some_positions)
def test_a_seat_sees_its_own_cards_and_has_moves_only_in_its_turn(position: Position) -> None:
    for number, seat in enumerate(SEATS):
        view = position.view(seat)
        assert (view.seat, view.hand, len(view.dealt)) == (number, position.hands[number], 13)
        assert view.hand & ~card_set(view.dealt) == 0
        assert view.moves() == (position.moves() if seat == position.turn else ())


@given(position=some_positions)
def test_a_spectator_sees_no_card_that_was_not_played(position: Position) -> None:
    view = position.view(None)
    assert (view.seat, view.dealt, view.hand, view.moves()) == (None, (), 0, ())
    shown = {card for trick in view.open.tricks for card in trick.cards} | set(view.open.cards)
    held = {card for hand in position.hands for card in cards_in(hand)}
    assert {write_card(card) for card in shown & held} == set()
    assert shown | held == set(DECK)
