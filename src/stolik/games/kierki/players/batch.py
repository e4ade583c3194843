"""Thousands of deals of Kierki at once, as rows of numbers. A game is one deal here, not a match."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import numpy as np

from stolik.games.kierki.cards import DECK as CARDS
from stolik.games.kierki.cards import card_set
from stolik.games.kierki.players.kernels import (
    HANDS,
    NUMBER,
    TAKEN,
    WIDTH,
    Ints,
    Words,
    actor_of,
    below,
    kernel,
    new_deal,
    nth,
    playable,
    popcount,
    put,
)
from stolik.games.kierki.rules import KINDS, TRICKS, random_deal

OVER: Final = -1


@kernel("void(int64[:, ::1], int64[::1])")
def _turns(deals: Ints, turns: Ints) -> None:
    for game in range(len(deals)):
        turns[game] = OVER if deals[game, NUMBER] > TRICKS else actor_of(deals[game])


@kernel("void(int64[:, ::1], int64[::1])")
def _legal(deals: Ints, found: Ints) -> None:
    for game in range(len(deals)):
        deal = deals[game]
        found[game] = 0 if deal[NUMBER] > TRICKS else playable(deal, deal[HANDS + actor_of(deal)])


@kernel("void(int64[:, ::1], int64[::1])")
def _play(deals: Ints, moves: Ints) -> None:
    for game in range(len(deals)):
        if deals[game, NUMBER] <= TRICKS:
            put(deals[game], moves[game])


@kernel("void(int64[::1], uint64[::1], int64[::1])")
def _random_moves(legal: Ints, chance: Words, moves: Ints) -> None:
    for game in range(len(legal)):
        moves[game] = nth(legal[game], below(chance, popcount(legal[game]))) if legal[game] else OVER


@kernel("void(int64[:, ::1], uint64[::1])")
def _play_out(deals: Ints, chance: Words) -> None:
    for game in range(len(deals)):
        deal = deals[game]
        while deal[NUMBER] <= TRICKS:
            legal = playable(deal, deal[HANDS + actor_of(deal)])
            put(deal, nth(legal, below(chance, popcount(legal))))


class KierkiBatch:
    """So many random deals, of one type after another; see `stolik.contract.batch.Batch`."""

    actions: Final = len(CARDS)

    def __init__(self, games: int, seed: int) -> None:
        self.games: Final = games
        rng = Random(seed)
        self.deals: Final[Ints] = np.zeros((games, WIDTH), dtype=np.int64)
        """[game]: the row of a deal, as the kernels have it."""
        for game in range(games):
            deal = random_deal(rng, KINDS[game % len(KINDS)])
            self.deals[game] = new_deal(deal.kind, deal.first, tuple(map(card_set, deal.hands)))
        self._chance: Words = np.array([rng.getrandbits(64)], dtype=np.uint64)

    @property
    def turns(self) -> Ints:
        """[game]: 0 to 3 for N, E, S and W, -1 when the deal is over."""
        turns = np.zeros(self.games, dtype=np.int64)
        _turns(self.deals, turns)
        return turns

    @property
    def scores(self) -> Ints:
        """[game, seat]: the points taken; the fewest are best."""
        return self.deals[:, TAKEN : TAKEN + 4].copy()

    def legal(self) -> Any:  # noqa: ANN401 - an array
        """[game, card]: whether the seat that moves may play the card."""
        return (self._legal_sets()[:, None] >> np.arange(self.actions) & 1).astype(bool)

    def play(self, moves: Any) -> None:  # noqa: ANN401 - an array
        """One card for each game; raises ValueError, and then no card is played."""
        cards = np.ascontiguousarray(moves, dtype=np.int64)
        legal = self._legal_sets()
        fits = (cards >= 0) & (cards < self.actions)
        wrong = np.flatnonzero((legal != 0) & ~(fits & (legal >> np.where(fits, cards, 0) & 1).astype(bool)))
        if len(wrong):
            raise ValueError(f"the move {int(cards[wrong[0]])} is illegal in game {int(wrong[0])}")
        _play(self.deals, cards)

    def random_moves(self) -> Ints:
        """[game]: a legal card; -1 when the deal is over."""
        moves = np.zeros(self.games, dtype=np.int64)
        _random_moves(self._legal_sets(), self._chance, moves)
        return moves

    def play_out(self) -> None:
        """Plays every deal to its end with random cards."""
        _play_out(self.deals, self._chance)

    def _legal_sets(self) -> Ints:
        found = np.zeros(self.games, dtype=np.int64)
        _legal(self.deals, found)
        return found
