from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.kierki_positions import random_position

pytest.importorskip("numba")

import numpy as np

from stolik.games.kierki.cards import DECK, SUIT_SETS, card_set, cards_in, read_cards, suit_of
from stolik.games.kierki.players.kernels import GONE, HANDS, VOIDS, Ints, new_deal
from stolik.games.kierki.players.memory import Memory
from stolik.games.kierki.players.seen import Seen
from stolik.games.kierki.players.worlds import bar_voids, count_ways, draw_world, room_for_ways
from stolik.games.kierki.rules import View

CLUBS, HEARTS = 0, 2
NOBODY = np.zeros(4, dtype=np.int64)


def barred_by_voids(deal: Ints) -> Ints:
    barred = np.zeros(4, dtype=np.int64)
    bar_voids(deal, barred)
    return barred


def worlds_of(view: View, many: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Worlds drawn for the seat that looks: the four hands."""
    seen, ways = Seen(view), room_for_ways()
    barred = barred_by_voids(seen.deal)
    assert count_ways(seen.deal, seen.me, seen.counts, barred, ways) > 0
    chance, world = np.array([seed], dtype=np.uint64), np.zeros(4, dtype=np.int64)
    drawn = []
    for _ in range(many):
        draw_world(seen.deal, seen.me, seen.counts, barred, ways, chance, world)
        drawn.append(tuple(map(int, world)))
    return drawn


@given(seed=st.integers(0, 2**32), plays=st.integers(0, 51))
def test_a_world_is_possible(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    view = position.view(position.turn)
    memory = Memory(view)
    for world in worlds_of(view, 5, seed):
        assert world[position.open.actor] == view.hand
        assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in position.hands]
        assert sum(world) == view.hand + memory.unseen, "every unseen card is with one of the others"
        for seat, hand in enumerate(world):
            assert not any(seat in memory.void_seats[suit_of(card)] for card in cards_in(hand) if hand != view.hand)


def test_every_possible_world_is_equally_likely() -> None:
    deal, me, counts = new_deal(1, 0), 0, np.array([2, 2, 2, 3])
    unseen = read_cards("2C3C4C2D3DAHKS")
    deal[HANDS + me] = card_set(read_cards("QSJS"))
    deal[GONE] = card_set(DECK) & ~card_set(unseen) & ~int(deal[HANDS + me])
    deal[VOIDS + CLUBS] = 1 << 1
    deal[VOIDS + HEARTS] = 1 << 2
    possible = {
        (one, two)
        for one in combinations(unseen, 2)
        for two in combinations(sorted(set(unseen) - set(one)), 2)
        if not any(suit_of(card) == CLUBS for card in one) and not any(suit_of(card) == HEARTS for card in two)
        if read_cards("3D")[0] in (*one, *two)
    }
    ways, barred = room_for_ways(), barred_by_voids(deal)
    barred[3] = card_set(read_cards("3D"))
    assert count_ways(deal, me, counts, barred, ways) == len(possible)
    chance, world, drawn = np.array([1], dtype=np.uint64), np.zeros(4, dtype=np.int64), Counter[object]()
    for _ in range(1000 * len(possible)):
        draw_world(deal, me, counts, barred, ways, chance, world)
        drawn[cards_in(int(world[1])), cards_in(int(world[2]))] += 1
    assert set(drawn) == possible
    assert all(850 < times < 1150 for times in drawn.values()), "five standard errors are 158"


def test_hands_that_cannot_be_are_counted_as_none() -> None:
    deal = new_deal(1, 0)
    assert count_ways(deal, 0, np.array([0, 13, 13, 13]), NOBODY, room_for_ways()) == 0, (
        "one hand of 13 cards is not given"
    )
    deal[HANDS] = SUIT_SETS[0]
    deal[VOIDS + HEARTS] = 0b1110
    assert count_ways(deal, 0, np.full(4, 13), barred_by_voids(deal), room_for_ways()) == 0, (
        "nobody could have the hearts"
    )
