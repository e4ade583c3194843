from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.support.kierki_positions import random_position

pytest.importorskip("numba")

import numpy as np

from stolik.games.kierki.cards import card_set, suit_of
from stolik.games.kierki.players.duck import Duck
from stolik.games.kierki.players.estimate import PAPER
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.players.instinct import sense
from stolik.games.kierki.players.kernels import HANDS, TAKEN, Ints, Words, distinct_cards, new_deal, settled
from stolik.games.kierki.players.memory import Memory
from stolik.games.kierki.players.playout import DUCK, HEURISTIC, INSTINCT
from stolik.games.kierki.players.seen import Seen
from stolik.games.kierki.players.tree import NODES, TRUST, Tree, play_wisely
from stolik.games.kierki.rules import CARD_POINTS, SEATS, TRICKS, Position, random_match

SEEDS = st.integers(0, 2**32)
FIELD = np.array([HEURISTIC, DUCK, DUCK, DUCK])


def played_on(position: Position, tree: Tree, chance: Words, ways: Ints = FIELD) -> float:
    row = new_deal(position.open.kind, position.open.first, position.hands)
    return _points(row, tree, chance, ways)


def _points(row: Ints, tree: Tree, chance: Words, ways: Ints = FIELD) -> float:
    path = np.zeros(TRICKS, dtype=np.int64)
    return play_wisely(row, 0, ways, 1, tree.keys, tree.cards, tree.stats, tree.sizes, path, chance, np.zeros(PAPER))


def least_points(position: Position) -> int:
    """What N takes of a deal with all hands known, if it plays as well as can be against three of `Duck`."""
    if position.open.over:
        return position.open.totals[0]
    if position.open.actor:
        return least_points(position.play(Duck().choose(position.view(position.turn))))
    return min(least_points(position.play(card)) for card in position.moves())


@settings(max_examples=20)
@given(seed=SEEDS, kind=st.integers(1, 7))
def test_the_first_time_our_cards_are_the_heuristics_or_come_to_the_same(seed: int, kind: int) -> None:
    position = random_match(Random(seed), [kind])
    points = played_on(position, Tree(), np.zeros(1, dtype=np.uint64))
    players = (Heuristic(), Duck(), Duck(), Duck())
    end = position
    while not end.open.over:
        end = end.play(players[end.open.actor].choose(end.view(end.turn)))
    assert points == end.open.totals[0]


@settings(max_examples=20)
@given(seed=SEEDS, kind=st.integers(1, 7))
def test_what_instinct_expects_at_our_choices_counts_beside_what_comes_of_them(seed: int, kind: int) -> None:
    position, tree, paper = random_match(Random(seed), [kind]), Tree(), np.zeros(PAPER)
    tree.sizes[NODES] = NODES  # no room for a tree: all our cards are those of instinct
    points = played_on(position, tree, np.zeros(1, dtype=np.uint64), np.array([INSTINCT, DUCK, DUCK, DUCK]))
    expected, rest = 0.0, 1.0
    while not position.open.over:
        view = position.view(position.turn)
        card = Duck().choose(view)
        if position.open.actor == 0:
            deal = Seen(view).deal
            card = sense(deal, view.hand, paper)
            if len(view.moves()) > 1 and not settled(deal):
                expected += rest * TRUST * (deal[TAKEN] + paper[card])
                rest *= 1 - TRUST
        position = position.play(card)
    assert points == pytest.approx(expected + rest * position.open.totals[0])


@settings(max_examples=10)
@given(seed=SEEDS, kind=st.integers(1, 7))
def test_in_a_single_world_the_tree_finds_the_best_play(seed: int, kind: int) -> None:
    position = random_match(Random(seed), [kind])
    while len(position.open.tricks) < 9:
        position = position.play(Duck().choose(position.view(position.turn)))
    seen, tree, chance = Seen(position.view(position.turn)), Tree(), np.zeros(1, dtype=np.uint64)
    found = []
    for _ in range(3000):
        row = seen.deal.copy()
        row[HANDS : HANDS + 4] = position.hands
        found.append(_points(row, tree, chance))
    best = least_points(position)
    assert min(found) == best
    assert np.mean(found[-500:]) <= best + 0.2 * max(1, found[0] - best)


def test_a_full_tree_grows_no_more() -> None:
    position, tree, chance = random_match(Random(1), [1]), Tree(), np.zeros(1, dtype=np.uint64)
    tree.sizes[NODES] = NODES
    played_on(position, tree, chance)
    assert not tree.keys.any()


@given(seed=SEEDS, plays=st.integers(0, 51))
@example(seed=561975139, plays=43).via("a card of another suit was thrown into the trick")
def test_only_cards_that_come_to_the_same_as_a_lower_one_are_left_out(seed: int, plays: int) -> None:
    position = random_position(seed, plays)
    view = position.view(SEATS[position.open.actor])
    now, points = view.open, CARD_POINTS[view.open.kind]
    others = Memory(view).unseen | card_set(now.cards)
    kept = distinct_cards(Seen(view).deal, view.hand, card_set(view.moves()))
    last = -1
    for card in view.moves():
        if kept >> card & 1:
            last = card
            continue
        assert suit_of(last) == suit_of(card)
        assert points[last] == points[card]
        between = others & ((1 << card) - (2 << last))
        beaten = [other for other in now.cards if between >> other & 1]
        assert between == card_set(beaten), "nobody holds a card between them"
        leading = max((other for other in now.cards if suit_of(other) == suit_of(now.cards[0])), default=None)
        assert leading not in beaten
