"""Solves a deal of Kierki with all hands known, for one seat: the fewest points that it can be sure of.

With four players who each play for themselves, a position has no single value. So this solver computes a guarantee:
the seat takes as few points as it can, while the other three, who also see all the cards, try to give it as many as
they can. The seat need not take more than that, whatever the others do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from stolik.games.kierki.cards import Card, cards_in
from stolik.games.kierki.players.estimate import PAPER, weigh
from stolik.games.kierki.players.kernels import (
    BEST,
    COST,
    COUNT,
    DECK,
    GONE,
    HANDS,
    LEADER,
    LEFT,
    NUMBER,
    SUITS,
    TAKEN,
    TAKER,
    WIDTH,
    Ints,
    Words,
    actor_of,
    distinct_cards,
    highest,
    kernel,
    lowest,
    new_deal,
    playable,
    put,
    settled,
    suit_of,
)
from stolik.games.kierki.rules import CARD_POINTS, TRICK_POINTS, TRICKS

TABLE_BITS: Final = 22
_NODES, _LIMIT = 0, 1
_UNLIMITED: Final = 1 << 62
_BOUND_BITS: Final = 8
_MOST: Final = (1 << _BOUND_BITS) - 1
"""More points than there are in a deal of any type."""


@dataclass(frozen=True, slots=True)
class DealSolution:
    """The points of a seat that are guaranteed, for the whole deal, and the cards that keep the guarantee."""

    points: int
    best: tuple[Card, ...]
    exact: bool
    nodes: int


@kernel("int64(int64[::1], int64, int64)")
def _first_choice(deal: Ints, legal: int, me: int) -> Card:
    """The card that is searched first: a good one makes the search shorter."""
    if deal[COUNT] == 0:
        return lowest(legal)
    suit = suit_of(deal[BEST])
    if legal & SUITS[suit] == 0:
        return highest(legal)
    under = legal & ((1 << deal[BEST]) - 1)
    if actor_of(deal) == me or deal[TAKER] == me:
        return highest(under) if under else lowest(legal)
    return lowest(legal)


@kernel("uint64(int64[::1])")
def _key(deal: Ints) -> int:
    """The key of a state between two tricks of one deal: who leads, and the cards that are gone; never 0."""
    return (np.uint64(deal[GONE]) << np.uint64(3)) | (np.uint64(deal[LEADER]) << np.uint64(1)) | np.uint64(1)  # type: ignore[return-value]


@kernel("int64(uint64)")
def _place(key: int) -> int:
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    return np.int64((mixed ^ (mixed >> np.uint64(32))) * np.uint64(0xD6E8FEB86659FD93) >> np.uint64(64 - TABLE_BITS))  # type: ignore[return-value]


@kernel("int64(int64[::1], int64, uint64[:,::1])")
def _recall(deal: Ints, bound: int, table: Words) -> int:
    """Whether the rest costs no more than the bound, as 0 or 1; -1 when that is not known."""
    key = _key(deal)
    at = _place(key)
    if table[at, 0] != key:
        return -1
    if np.int64(table[at, 1] & np.uint64(_MOST)) <= bound:
        return 1
    return 0 if np.int64(table[at, 1] >> np.uint64(_BOUND_BITS)) > bound else -1


@kernel("void(int64[::1], int64, boolean, uint64[:,::1])")
def _remember(deal: Ints, bound: int, holds: bool, table: Words) -> None:
    """Stores whether the rest costs no more than the bound, together with what is already known."""
    key = _key(deal)
    at = _place(key)
    low, high = (np.int64(0), np.int64(bound)) if holds else (np.int64(bound + 1), np.int64(_MOST))
    if table[at, 0] == key:
        low = max(low, np.int64(table[at, 1] >> np.uint64(_BOUND_BITS)))
        high = min(high, np.int64(table[at, 1] & np.uint64(_MOST)))
    table[at, 0] = key
    table[at, 1] = (np.uint64(low) << np.uint64(_BOUND_BITS)) | np.uint64(high)


@kernel("boolean(int64[:,::1], int64, int64, int64, uint64[:,::1], int64[::1])")
def at_most(rows: Ints, ply: int, me: int, target: int, table: Words, control: Ints) -> bool:
    """Whether the seat can be sure of at most `target` points in the deal at `rows[ply]`; no answer if stopped."""
    deal = rows[ply]
    taken = deal[TAKEN + me]
    if taken > target:
        return False
    if taken + deal[LEFT] <= target or deal[NUMBER] > TRICKS:
        return True
    control[_NODES] += 1
    if control[_NODES] >= control[_LIMIT]:
        return False
    if deal[COUNT] == 0:
        known = _recall(deal, target - taken, table)
        if known >= 0:
            return known == 1
    mine = actor_of(deal) == me
    hand = deal[HANDS + actor_of(deal)]
    legal = distinct_cards(deal, hand, playable(deal, hand))
    result = not mine
    card = _first_choice(deal, legal, me)
    while True:
        legal &= ~(1 << card)
        rows[ply + 1] = deal
        put(rows[ply + 1], card)
        if at_most(rows, ply + 1, me, target, table, control) == mine:
            result = mine
            break
        if legal == 0:
            break
        card = lowest(legal) if mine else highest(legal)
    if deal[COUNT] == 0 and control[_NODES] < control[_LIMIT]:
        _remember(deal, target - taken, result, table)
    return result


def deal_row(kind: int, first: int, hands: Sequence[int]) -> Ints:
    """The last tricks of a deal as a row: each seat has as many cards as there are tricks."""
    deal = new_deal(kind, first, tuple(hands))
    held = hands[0] | hands[1] | hands[2] | hands[3]
    number = TRICKS + 1 - hands[0].bit_count()
    deal[GONE] = DECK & ~held
    deal[NUMBER] = number
    deal[COST] = TRICK_POINTS[kind][number]
    deal[LEFT] = sum(TRICK_POINTS[kind][number:]) + sum(CARD_POINTS[kind][card] for card in cards_in(held))
    return deal


class DealSolver:
    """Solves one deal for the seat whose turn it is."""

    def __init__(self, deal: Ints) -> None:
        self._deal = deal
        self._me = int(actor_of(deal))
        self._table = np.zeros((1 << TABLE_BITS, 2), dtype=np.uint64)
        self._control = np.array([0, _UNLIMITED], dtype=np.int64)

    def stop(self) -> None:
        """Stops a search in another thread, which then answers with an estimate."""
        self._control[_LIMIT] = 0

    def solve(self) -> DealSolution:
        """The exact answer; if stopped before, the result when all four play as `Heuristic` does."""
        deal, me = self._deal, self._me
        legal = cards_in(int(playable(deal, deal[HANDS + me])))
        estimates = {card: _by_rule_of_thumb(deal, card, me) for card in legal}
        guess = min(estimates.values())
        points = self._fewest(guess)
        best = tuple(card for card in legal if self._at_most(_after(deal, card), points))
        nodes = int(self._control[_NODES])
        if self._stopped:
            likely = tuple(card for card, cost in estimates.items() if cost == guess)
            return DealSolution(guess, likely, exact=False, nodes=nodes)
        return DealSolution(points, best, exact=True, nodes=nodes)

    def _fewest(self, guess: int) -> int:
        """The smallest guaranteed number of points: a binary search that begins at the guess."""
        low = int(self._deal[TAKEN + self._me])
        high = low + int(self._deal[LEFT])
        target = guess
        while low < high and not self._stopped:
            if self._at_most(self._deal, target):
                high = target
            else:
                low = target + 1
            target = (low + high) // 2
        return low

    @property
    def _stopped(self) -> bool:
        return bool(self._control[_NODES] >= self._control[_LIMIT])

    def _at_most(self, deal: Ints, target: int) -> bool:
        rows = np.zeros((4 * TRICKS + 1, WIDTH), dtype=np.int64)
        rows[0] = deal
        return bool(at_most(rows, 0, self._me, target, self._table, self._control))


def _after(deal: Ints, card: Card) -> Ints:
    row = deal.copy()
    put(row, card)
    return row


def _by_rule_of_thumb(deal: Ints, card: Card, me: int) -> int:
    """The seat's points when it plays the card and then all four play as `Heuristic` does."""
    row, paper = _after(deal, card), np.zeros(PAPER)
    while not settled(row):
        put(row, weigh(row, row[HANDS + actor_of(row)], paper))
    return int(row[TAKEN + me])
