"""Search: a player of Kierki that supposes how the hidden cards lie, plays the deal out, and does so again and again.

It needs Numba, and this module is imported only when one of its players is asked for. How long it thinks is settled
by a number of playouts, and then the same seed gives the same choice; or by a clock that it is handed; or by whichever
comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Final

import numpy as np
from msgspec import Struct

from stolik.games.cards import DECK, Card, card_set, suit_of
from stolik.games.kierki import CARD_POINTS, View
from stolik.players.clock import Clock
from stolik.players.kierki_heuristic import Heuristic
from stolik.players.kierki_memory import Memory
from stolik.players.kierki_playout import WAYS
from stolik.players.kierki_seen import Seen
from stolik.players.kierki_think import draw_worlds, think
from stolik.players.kierki_worlds import count_ways, room_for_ways

GROUP: Final = 4
"""How many worlds are played out between two looks at the clock: a few milliseconds at most."""


class Style(Struct, frozen=True):
    """What the player does with its time."""

    settling: int = 0
    """How many exchanges of cards are tried on a world, drawn evenly, until the plays seen have left their mark."""
    steps: int = 0
    """How many more are tried each time before it is played out; with none, every world is a new one."""
    worlds: int = GROUP
    """How many worlds are kept and improved; a multiple of GROUP."""
    halving: bool = False
    """Whether the worse half of the cards is dropped again and again: the time goes to those that may be best."""


FLAT: Final = Style()
SEARCH: Final = Style(settling=200, steps=5, worlds=32, halving=True)
STYLES: Final = {"flat": FLAT, "search": SEARCH}
"""By the player's name in the registry."""


class Search:
    """Plays the card that costs it the least on average over many supposed worlds."""

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
            raise ValueError("to think for some time takes both the seconds and a clock")
        if playouts is None and seconds is None:
            raise ValueError("how long to think must be told, in playouts or in seconds")
        self._rng = rng
        self._style = style
        self._playouts = playouts
        self._seconds, self._clock = seconds, clock
        self._table = room_for_ways()
        self._cancelled = False
        self.playouts_made = 0
        """In all the choices so far."""

    def cancel(self) -> None:
        """Makes the choice that is under way come at once, from any thread."""
        self._cancelled = True

    def choose(self, view: View) -> Card:
        """The card that did best; the heuristic's when there was no time, or when no world fits what was seen."""
        spent = self._spent()
        cards = distinct(view)
        if len(cards) == 1:
            return cards[0]
        seen = Seen(view)
        if spent(0) >= 1 or not count_ways(seen.deal, seen.me, seen.counts, self._table):
            return Heuristic().choose(view)
        means = self._means(seen, cards, spent, halving=self._style.halving)
        return min(means, key=means.__getitem__)

    def weigh(self, view: View) -> dict[Card, float]:
        """[card]: our points in the deal on average, for each card that differs; empty when no world fits."""
        cards, seen = distinct(view), Seen(view)
        if not count_ways(seen.deal, seen.me, seen.counts, self._table):
            return {}
        return self._means(seen, cards, self._spent(), halving=False)

    def _spent(self) -> Callable[[int], float]:
        """Says what part of the budget is spent after so many playouts; the time runs from now."""
        self._cancelled = False
        playouts, seconds = self._playouts or inf, self._seconds
        if self._clock is None or seconds is None:
            return lambda made: 1.0 if self._cancelled else made / playouts
        clock, start = self._clock, self._clock()
        return lambda made: 1.0 if self._cancelled or not seconds else max(made / playouts, (clock() - start) / seconds)

    def _means(
        self, seen: Seen, cards: Sequence[Card], spent: Callable[[int], float], *, halving: bool
    ) -> dict[Card, float]:
        """[card]: our points on average, of those that stayed in the running to the end; all in the same worlds."""
        style, known = self._style, (seen.rows, seen.cards, seen.plays, seen.deal, seen.me)
        chance = np.array([self._rng.getrandbits(64)], dtype=np.uint64)
        worlds, credits = np.zeros((style.worlds, 4), dtype=np.int64), np.zeros((style.worlds, 4, WAYS))
        totals, made, turn = np.zeros(len(DECK)), 0, 0
        stages, stage = (len(cards) - 1).bit_length(), 1
        while made == 0 or (now := spent(made)) < 1:
            if made and halving and now >= stage / stages:
                cards = sorted(cards, key=totals.__getitem__)[: (len(cards) + 1) // 2]
                stage += 1
            start = turn * GROUP % style.worlds
            some, their = worlds[start : start + GROUP], credits[start : start + GROUP]
            fresh = not style.steps or turn * GROUP < style.worlds
            if fresh:
                draw_worlds(*known, seen.counts, self._table, style.steps > 0, some, their, chance)
            steps = style.steps + style.settling * fresh
            think(*known, steps, some, their, card_set(cards), totals, chance)
            made += GROUP * len(cards)
            turn += 1
        self.playouts_made += made
        return {card: totals[card] / (turn * GROUP) for card in cards}


def distinct(view: View) -> list[Card]:
    """The playable cards less those that come to the same as a lower one: nobody else's card lies between the two."""
    points, now = CARD_POINTS[view.open.kind], view.open
    others = Memory(view).unseen | card_set(now.cards)
    kept: list[Card] = []
    for card in view.moves():
        if kept and suit_of(kept[-1]) == suit_of(card) and points[kept[-1]] == points[card]:
            between = (1 << card) - (2 << kept[-1])
            if not others & between:
                continue
        kept.append(card)
    return kept
