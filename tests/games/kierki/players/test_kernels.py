from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.kierki_positions import random_position

pytest.importorskip("numba")

import numpy as np

from stolik.games.kierki.cards import DECK, card_set, cards_in
from stolik.games.kierki.cards import suit_of as plain_suit_of
from stolik.games.kierki.players.duck import Duck
from stolik.games.kierki.players.estimate import PAPER, weigh
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.players.kernels import (
    COUNT,
    GONE,
    HANDS,
    LEADER,
    LEFT,
    NUMBER,
    TAKEN,
    VOIDS,
    Ints,
    actor_of,
    below,
    duck_lacks,
    new_deal,
    nth,
    playable,
    put,
    settled,
    share,
    suit_of,
)
from stolik.games.kierki.players.memory import Memory
from stolik.games.kierki.players.playout import (
    DUCK,
    HEURISTIC,
    MANNERS,
    RANDOM,
    SENSIBLE,
    choose,
    duck,
    note_chances,
    play_out,
)
from stolik.games.kierki.rules import DEAL_POINTS, KINDS, SEATS, Position, random_match

SEEDS = st.integers(0, 2**32)
PLAYS = st.integers(0, 51)


def as_row(position: Position) -> Ints:
    """The position of a match of one deal, played again card by card."""
    deal = position.deal
    row = new_deal(deal.kind, deal.first, tuple(map(card_set, deal.hands)))
    for trick in position.open.tricks:
        for card in trick.cards:
            put(row, card)
    for card in position.open.cards:
        put(row, card)
    return row


@given(seed=SEEDS, plays=PLAYS)
def test_a_row_says_what_the_position_says(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    row, now = as_row(position), position.open
    assert tuple(row[HANDS : HANDS + 4]) == position.hands
    assert (row[NUMBER], row[LEADER], row[COUNT]) == (now.number, now.leader, len(now.cards))
    assert tuple(row[TAKEN : TAKEN + 4]) == now.points
    assert row[LEFT] == DEAL_POINTS[now.kind] - sum(now.points)
    assert actor_of(row) == now.actor
    assert cards_in(playable(row, position.hands[now.actor])) == position.moves()


@given(seed=SEEDS, plays=PLAYS)
def test_a_row_remembers_what_each_seat_does(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    row = as_row(position)
    for number, seat in enumerate(SEATS):
        memory = Memory(position.view(seat))
        assert card_set(DECK) & ~int(row[GONE]) & ~position.hands[number] == memory.unseen
        for suit in range(4):
            others = {other for other in range(4) if other != number and row[VOIDS + suit] >> other & 1}
            assert others == memory.void_seats[suit]


@given(seed=SEEDS, plays=PLAYS)
def test_duck_and_the_heuristic_choose_the_same_in_machine_code(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    view, row = position.view(position.turn), as_row(position)
    assert duck(row, view.hand) == Duck().choose(view)
    assert weigh(row, view.hand, np.zeros(PAPER)) == Heuristic().choose(view)


@given(seed=SEEDS, plays=PLAYS)
def test_duck_plays_a_card_just_when_it_lacks_all_that_it_would_rather_play(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    view, row = position.view(position.turn), as_row(position)
    choice = Duck().choose(view)
    for card in view.moves():
        assert (view.hand & duck_lacks(row, card) == 0) == (card == choice)


@given(seed=SEEDS, plays=PLAYS)
def test_a_random_card_is_playable(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    chance = np.array([seed], dtype=np.uint64)
    hand = position.hands[position.open.actor]
    assert choose(as_row(position), hand, RANDOM, chance, np.zeros(PAPER)) in position.moves()


@settings(max_examples=10)
@given(seed=SEEDS, plays=PLAYS, manner=st.integers(0, MANNERS - 1))
def test_a_sensible_player_draws_its_cards_with_their_chances(seed: int, plays: int, manner: int) -> None:
    position = random_position(seed, plays)
    row, hand, moves = as_row(position), position.hands[position.open.actor], position.moves()
    chance, paper = np.array([seed], dtype=np.uint64), np.zeros(PAPER)
    drawn = Counter(choose(row, hand, SENSIBLE + manner, chance, paper) for _ in range(4000))
    favourite = weigh(row, hand, paper)
    chances = []
    for card in moves:
        in_manners = np.zeros(MANNERS)
        note_chances(row, hand, favourite, card, paper, in_manners)
        chances.append(in_manners[manner])
    assert sum(chances) == pytest.approx(1)
    assert set(drawn) <= set(moves)
    for card, its_chance in zip(moves, chances, strict=True):
        assert abs(drawn[card] / 4000 - its_chance) < 0.045, "more than five standard errors"


@given(seed=SEEDS, kind=st.sampled_from(KINDS))
def test_a_deal_played_out_costs_what_the_rules_say(seed: int, kind: int) -> None:
    position = random_match(Random(seed), [kind])
    row = as_row(position)
    ways = np.array([HEURISTIC, DUCK, DUCK, HEURISTIC])
    players = (Heuristic(), Duck(), Duck(), Heuristic())
    play_out(row, ways, np.zeros(1, dtype=np.uint64), np.zeros(PAPER))
    assert settled(row)
    while position.turn:
        position = position.play(players[position.open.actor].choose(position.view(position.turn)))
    assert tuple(row[TAKEN : TAKEN + 4]) == position.open.totals


def test_every_card_has_its_suit() -> None:
    assert [suit_of(card) for card in DECK] == [plain_suit_of(card) for card in DECK]


def test_the_cards_of_a_set_are_found_by_their_places() -> None:
    cards = (0, 13, 38, 51)
    assert [nth(card_set(cards), place) for place in range(4)] == list(cards)


def test_chance_is_even_and_comes_again_from_the_same_seed() -> None:
    chance = np.array([7], dtype=np.uint64)
    drawn = [below(chance, 5) for _ in range(5000)]
    assert all(900 < drawn.count(number) < 1100 for number in range(5))
    assert 0 <= share(chance) < 1
    again = np.array([7], dtype=np.uint64)
    assert [below(again, 5) for _ in range(5000)] == drawn
