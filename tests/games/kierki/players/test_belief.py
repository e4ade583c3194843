from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.kierki_positions import random_position

pytest.importorskip("numba")

import numpy as np

from stolik.games.kierki.cards import card_set, cards_in, suit_of
from stolik.games.kierki.players.acquaintance import STRANGER
from stolik.games.kierki.players.belief import MEMO, choose_again, credit, draw_way, exchange, weight
from stolik.games.kierki.players.duck import Duck
from stolik.games.kierki.players.estimate import PAPER
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.players.kernels import Floats, Ints
from stolik.games.kierki.players.memory import Memory
from stolik.games.kierki.players.playout import DUCK, HEURISTIC, MANNERS, RANDOM, WAYS
from stolik.games.kierki.players.seen import Seen
from stolik.games.kierki.players.thoughts import Room, Style, Thoughts
from stolik.games.kierki.rules import KINDS, Position, random_match

PRIOR = np.tile(STRANGER, (4, 1))
SEEDS = st.integers(0, 2**32)


def scratch() -> tuple[Ints, Floats, Floats]:
    """What kernels remember, and paper."""
    return np.zeros(MEMO, dtype=np.int64), np.zeros((MEMO, MANNERS)), np.zeros(PAPER)


def credits_of(seen: Seen, seat: int, hand: int) -> Floats:
    credits = np.zeros(WAYS)
    credit(seen.rows, seen.order, seat, hand, STRANGER, 0.0, *scratch(), credits)
    return credits


def weight_of(seen: Seen, hands: Ints | tuple[int, ...]) -> float:
    return float(
        np.prod([weight(STRANGER, credits_of(seen, seat, int(hands[seat]))) for seat in range(4) if seat != seen.me])
    )


def late(players: dict[int, Duck | Heuristic], seed: int, kind: int, tricks: int) -> Position:
    """A deal after so many tricks."""
    position = random_match(Random(seed), [kind])
    while len(position.open.tricks) < tricks:
        assert position.turn
        position = position.play(players[position.open.actor].choose(position.view(position.turn)))
    return position


@pytest.mark.parametrize(("player", "way"), [(Duck(), DUCK), (Heuristic(), HEURISTIC)])
@settings(max_examples=20)
@given(seed=SEEDS, kind=st.sampled_from(KINDS))
def test_a_way_of_playing_is_recognised(player: Duck | Heuristic, way: int, seed: int, kind: int) -> None:
    position = late(dict.fromkeys(range(4), player), seed, kind, 10)
    seen = Seen(position.view(position.turn))
    for seat in range(4):
        if seat != seen.me:
            credits = credits_of(seen, seat, position.hands[seat])
            assert credits[way] == max(credits)
            assert credits[RANDOM] < credits[way]


@settings(max_examples=20)
@given(seed=SEEDS, plays=st.integers(0, 51))
def test_chances_of_all_the_cards_add_up_to_one(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    watcher = "NESW"[(position.open.actor + 1) % 4]
    actor = position.open.actor
    before = credits_of(Seen(position.view(watcher)), actor, position.hands[actor])
    after = np.zeros(WAYS)
    for card in position.moves():
        then = position.play(card)
        if then.turn is None or not (then.open.cards or then.open.tricks):
            return
        after += credits_of(Seen(then.view(watcher)), actor, then.hands[actor])
    assert after == pytest.approx(before)


@settings(max_examples=20)
@given(seed=SEEDS, plays=st.integers(0, 51))
def test_an_exchange_keeps_a_world_possible_and_its_credits_true(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    view = position.view(position.turn)
    seen, memory = Seen(view), Memory(view)
    world = np.array(position.hands)
    credits = np.array([credits_of(seen, seat, position.hands[seat]) for seat in range(4)])
    chance, tried, paper = np.array([seed], dtype=np.uint64), np.zeros((2, WAYS)), scratch()
    for _ in range(50):
        exchange(seen.rows, seen.order, seen.deal, seen.me, PRIOR, world, credits, 1.0, tried, *paper, chance)
    assert world[seen.me] == view.hand
    assert sum(world) == view.hand + memory.unseen
    for seat in {0, 1, 2, 3} - {seen.me}:
        hand = int(world[seat])
        assert hand.bit_count() == position.hands[seat].bit_count()
        assert not any(seat in memory.void_seats[suit_of(card)] for card in cards_in(hand))
        assert credits[seat] == pytest.approx(credits_of(seen, seat, hand))


class Late:
    """A deal of which three cards a hand are left, and how likely every world is."""

    def __init__(self) -> None:
        players: dict[int, Duck | Heuristic] = {0: Heuristic(), 1: Duck(), 2: Duck(), 3: Heuristic()}
        self.position = late(players, seed=4, kind=7, tricks=10)
        view = self.position.view("N")
        self.seen, memory = Seen(view), Memory(view)
        self._weights: dict[tuple[int, ...], float] = {}
        for one in combinations(cards_in(memory.unseen), 3):
            for two in combinations(sorted(set(cards_in(memory.unseen)) - set(one)), 3):
                hands = (view.hand, card_set(one), card_set(two), memory.unseen & ~card_set(one) & ~card_set(two))
                held = [(seat, suit_of(card)) for seat in (1, 2, 3) for card in cards_in(hands[seat])]
                if not any(seat in memory.void_seats[suit] for seat, suit in held):
                    self._weights[hands] = weight_of(self.seen, hands)

    def misplaced(self, met: Counter[tuple[int, ...]], trust: float = 1.0) -> float:
        """The part of all the probability that is in the wrong place, if worlds were met so often."""
        assert set(met) <= set(self._weights)
        exact = {hands: float(weight**trust) for hands, weight in self._weights.items()}
        whole = sum(exact.values())
        return sum(abs(met[hands] / met.total() - exact[hands] / whole) for hands in exact) / 2


@pytest.mark.parametrize("trust", [1.0, 0.3])
def test_worlds_come_as_often_as_the_plays_seen_make_them_likely(trust: float) -> None:
    deal = Late()
    seen, world = deal.seen, np.array(deal.position.hands)
    credits = np.array([credits_of(seen, seat, deal.position.hands[seat]) for seat in range(4)])
    chance, tried, paper = np.array([1], dtype=np.uint64), np.zeros((2, WAYS)), scratch()
    met = Counter[tuple[int, ...]]()
    for _ in range(100_000):
        exchange(seen.rows, seen.order, seen.deal, seen.me, PRIOR, world, credits, trust, tried, *paper, chance)
        met[tuple(map(int, world))] += 1
    assert deal.misplaced(met, trust) < 0.1


def test_worlds_that_have_settled_are_as_likely_as_they_should_be() -> None:
    deal, room, met = Late(), Room(), Counter[tuple[int, ...]]()
    for seed in range(200):
        thoughts = Thoughts(deal.seen, PRIOR, Style(settling=15, steps=1, worlds=64), room, seed)
        thoughts.settle(lambda: 0.0)
        met.update(tuple(map(int, world)) for world in thoughts.worlds)
    assert deal.misplaced(met) < 0.1


def test_likelier_worlds_take_the_place_of_others() -> None:
    worlds, credits = np.arange(16, dtype=np.int64).reshape(4, 4), np.ones((4, 4, WAYS))
    credits[0, 1] = 4.0
    drawn = Counter[int]()
    for seed in range(1000):
        chosen, chance = worlds.copy(), np.array([seed], dtype=np.uint64)
        choose_again(0, PRIOR, chosen, credits.copy(), 0.5, chance)
        drawn.update(int(world[0]) for world in chosen)
    assert abs(drawn[0] / drawn.total() - 2 / 5) < 0.02, "the root of four times as likely"
    assert all(abs(drawn[4 * other] / drawn.total() - 1 / 5) < 0.02 for other in (1, 2, 3))


def test_a_way_is_drawn_as_often_as_it_is_likely() -> None:
    chance, credits = np.array([1], dtype=np.uint64), np.zeros(WAYS)
    credits[DUCK] = 1.0
    assert {draw_way(STRANGER, credits, chance) for _ in range(100)} == {DUCK}
    drawn = Counter(draw_way(STRANGER, np.ones(WAYS), chance) for _ in range(10_000))
    assert len(drawn) == WAYS
    assert abs(drawn[DUCK] - 10_000 * STRANGER[DUCK]) < 300
