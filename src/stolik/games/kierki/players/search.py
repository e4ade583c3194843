"""Search: a player of Kierki that samples the hidden cards and plays the deal out, many times.

It needs Numba, and this module is imported only when one of its players is used. Its budget is a number of playouts,
and then the same seed gives the same choice; or a number of seconds with a clock; or both, whichever ends first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Final

import numpy as np

from stolik.games.kierki.cards import DECK, Card, card_set, cards_in
from stolik.games.kierki.players.acquaintance import acquaintance
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.players.kernels import distinct_cards
from stolik.games.kierki.players.playout import INSTINCT
from stolik.games.kierki.players.seen import Seen
from stolik.games.kierki.players.thoughts import GROUP, Room, Style, Thoughts
from stolik.games.kierki.rules import DEAL_POINTS, View
from stolik.players.clock import Clock

FLAT: Final = Style()
SEARCH: Final = Style(settling=10, steps=10, worlds=64, halving=True, own_way=INSTINCT, planning=True, memory=True)
STYLES: Final = {"flat": FLAT, "search": SEARCH}
"""[name in the registry]: the player's style."""


class Search:
    """Plays the card that costs the least on average over many sampled worlds."""

    def __init__(
        self,
        rng: Random,
        style: Style = SEARCH,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        clock: Clock | None = None,
    ) -> None:
        if (seconds is None) != (clock is None):
            raise ValueError("seconds and a clock must be given together")
        if playouts is None and seconds is None:
            raise ValueError("a budget is needed, in playouts or in seconds")
        self._rng = rng
        self._style = style
        self._playouts = playouts
        self._seconds, self._clock = seconds, clock
        self._room = Room()
        self._cancelled = False
        self.playouts_made = 0
        """The number of playouts in all choices so far."""

    def cancel(self) -> None:
        """Stops the current choice, which then returns at once; may be called from any thread."""
        self._cancelled = True

    def choose(self, view: View) -> Card:
        """The best card; the heuristic's card if there was no time, or if no world agrees with what was seen."""
        spent = self._spent()
        cards = distinct(view)
        if len(cards) == 1:
            return cards[0]
        if spent(0) >= 1 or not (thoughts := self._think_of(view)):
            return Heuristic().choose(view)
        means = self._means(thoughts, cards, spent, halving=self._style.halving)
        return min(means, key=means.__getitem__)

    def weigh(self, view: View) -> dict[Card, float]:
        """[card]: our average points in the deal, for each distinct card; empty if no world is possible."""
        thoughts = self._think_of(view)
        if thoughts is None:
            return {}
        means = self._means(thoughts, distinct(view), self._spent(), halving=False)
        # A mean includes the network's estimate, which can be slightly below 0 or above the deal's points.
        now = view.open
        taken, left = now.points[now.actor], DEAL_POINTS[now.kind] - sum(now.points)
        return {card: float(min(max(points, taken), taken + left)) for card, points in means.items()}

    def _think_of(self, view: View) -> Thoughts | None:
        """New thoughts about a view; None if no world agrees with what was seen."""
        prior = acquaintance(view.open.finished if self._style.memory else ())
        thoughts = Thoughts(Seen(view), prior, self._style, self._room, self._rng.getrandbits(64))
        return thoughts if thoughts.possible else None

    def _spent(self) -> Callable[[int], float]:
        """A function from a number of playouts to the part of the budget that is used; the time runs from now."""
        self._cancelled = False
        playouts, seconds = self._playouts or inf, self._seconds
        if self._clock is None or seconds is None:
            return lambda made: 1.0 if self._cancelled else made / playouts
        clock, start = self._clock, self._clock()
        return lambda made: 1.0 if self._cancelled or not seconds else max(made / playouts, (clock() - start) / seconds)

    def _means(
        self, thoughts: Thoughts, cards: Sequence[Card], spent: Callable[[int], float], *, halving: bool
    ) -> dict[Card, float]:
        """[card]: our average points, for the cards that were not dropped; all in the same worlds."""
        thoughts.settle(lambda: spent(0))
        totals, made, turn = np.zeros(len(DECK)), 0, 0
        stages, stage = (len(cards) - 1).bit_length(), 1
        while made == 0 or (now := spent(made)) < 1:
            if made and halving and now >= stage / stages:
                cards = sorted(cards, key=totals.__getitem__)[: (len(cards) + 1) // 2]
                stage += 1
            thoughts.go_on(turn, card_set(cards), totals)
            made += GROUP * len(cards)
            turn += 1
        self.playouts_made += made
        return {card: float(totals[card]) / (turn * GROUP) for card in cards}


def distinct(view: View) -> Sequence[Card]:
    """The playable cards without those that are equivalent to a lower one."""
    return cards_in(distinct_cards(Seen(view).deal, view.hand, card_set(view.moves())))
