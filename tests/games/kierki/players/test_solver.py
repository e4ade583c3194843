"""The solver of deals with all hands known, against the plain rules and trying everything."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stolik.games.kierki.cards import DECK, Card, card_set, cards_in
from stolik.games.kierki.rules import KINDS, TRICKS, playable, trick_cost, winning_card

pytest.importorskip("numba", reason="the solver needs Numba: pip install '.[strong]'")

from stolik.games.kierki.players.kernels import TAKEN, actor_of, put
from stolik.games.kierki.players.solver import DealSolver, deal_row

Hands = tuple[int, ...]


def sure_of(kind: int, leader: int, hands: Hands, table: tuple[Card, ...], me: int) -> int:
    """The fewest further points that the seat can be sure of, by the rules of `games` and nothing else."""
    if not any(hands):
        return 0
    seat = (leader + len(table)) % 4
    answers = [after(kind, leader, hands, table, me, card) for card in cards_in(playable(hands[seat], table))]
    return min(answers) if seat == me else max(answers)


def after(kind: int, leader: int, hands: Hands, table: tuple[Card, ...], me: int, card: Card) -> int:
    seat = (leader + len(table)) % 4
    left = tuple(hand & ~(1 << card) if one == seat else hand for one, hand in enumerate(hands))
    table = (*table, card)
    if len(table) < 4:
        return sure_of(kind, leader, left, table, me)
    taker = (leader + winning_card(table)) % 4
    cost = trick_cost(kind, TRICKS - left[0].bit_count(), table)
    return (cost if taker == me else 0) + sure_of(kind, taker, left, (), me)


def a_deal(seed: int, tricks: int) -> tuple[int, int, Hands]:
    rng = Random(seed)
    deck = rng.sample(DECK, 4 * tricks)
    hands = tuple(card_set(deck[tricks * seat :][:tricks]) for seat in range(4))
    return rng.choice(KINDS), rng.randrange(4), hands


@given(st.integers(0, 2**32), st.integers(1, 3))
@settings(deadline=None)
def test_a_deal_is_worth_what_trying_everything_says(seed: int, tricks: int) -> None:
    kind, first, hands = a_deal(seed, tricks)
    found = DealSolver(deal_row(kind, first, hands)).solve()
    values = {card: after(kind, first, hands, (), first, card) for card in cards_in(hands[first])}
    assert found.exact
    assert found.points == min(values.values())
    assert found.best == tuple(card for card, value in values.items() if value == found.points)


@given(st.integers(0, 2**32), st.integers(1, 7))
@settings(deadline=None)
def test_so_is_one_in_the_middle_of_a_trick(seed: int, plays: int) -> None:
    kind, first, hands = a_deal(seed, 3)
    rng = Random(seed)
    row = deal_row(kind, first, hands)
    played: list[Card] = []
    for _ in range(plays):
        leader, left, table = stand(first, hands, played)
        card = rng.choice(cards_in(playable(left[(leader + len(table)) % 4], table)))
        put(row, card)
        played.append(card)
    leader, left, table = stand(first, hands, played)
    me = int(actor_of(row))
    assert me == (leader + len(table)) % 4
    found = DealSolver(row).solve()
    assert found.points == int(row[TAKEN + me]) + sure_of(kind, leader, left, table, me)


def stand(leader: int, hands: Hands, played: Sequence[Card]) -> tuple[int, Hands, tuple[Card, ...]]:
    """Who leads, what is left and what is on the table after those cards."""
    for at in range(0, len(played) - 3, 4):
        leader = (leader + winning_card(tuple(played[at : at + 4]))) % 4
    gone = card_set(played)
    return leader, tuple(hand & ~gone for hand in hands), tuple(played[len(played) // 4 * 4 :])


def test_a_search_that_is_stopped_answers_with_an_estimate() -> None:
    kind, first, hands = a_deal(1, 13)
    solver = DealSolver(deal_row(kind, first, hands))
    solver.stop()
    found = solver.solve()
    assert not found.exact
    assert set(found.best) <= set(cards_in(hands[first]))
