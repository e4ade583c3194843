"""Search: a player of Kierki that supposes how the hidden cards lie, plays the deal out, and does so again and again.

It needs Numba, and this module is imported only when one of its players is asked for. How long it thinks is settled
by a number of playouts, and then the same seed gives the same choice; or by a clock that it is handed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import numpy as np
from msgspec import Struct

from stolik.games.cards import DECK, Card, card_set, suit_of
from stolik.games.kierki import CARD_POINTS, View
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


FLAT: Final = Style()
SEARCH: Final = Style(settling=300, steps=10, worlds=16)
STYLES: Final = {"flat": FLAT, "search": SEARCH}
"""By the player's name in the registry."""


class Search:
    """Plays the card that costs it the least on average over many supposed worlds."""

    def __init__(
        self,
        rng: Random,
        style: Style = SEARCH,
        *,
        playouts: int = 1000,
        seconds: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if (seconds is None) != (clock is None):
            raise ValueError("to think for some time takes both the seconds and a clock")
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
        enough = self._enough()
        cards = distinct(view)
        if len(cards) == 1:
            return cards[0]
        seen = Seen(view)
        if enough(0) or not count_ways(seen.deal, seen.me, seen.counts, self._table):
            return Heuristic().choose(view)
        totals = self._totals(seen, cards, enough)
        return min(cards, key=totals.__getitem__) if totals else Heuristic().choose(view)

    def weigh(self, view: View) -> dict[Card, float]:
        """[card]: our points in the deal on average, for each card that differs; empty when no world fits."""
        cards, seen = distinct(view), Seen(view)
        if not count_ways(seen.deal, seen.me, seen.counts, self._table):
            return {}
        made_before = self.playouts_made
        totals = self._totals(seen, cards, self._enough())
        made = (self.playouts_made - made_before) / len(cards)
        return {card: totals[card] / made for card in cards} if totals else {}

    def _enough(self) -> Callable[[int], bool]:
        """Says whether so many playouts will do; the time, if that is what counts, runs from now."""
        self._cancelled = False
        if self._clock is None or self._seconds is None:
            return lambda made: self._cancelled or made >= self._playouts
        clock, deadline = self._clock, self._clock() + self._seconds
        return lambda _: self._cancelled or clock() >= deadline

    def _totals(self, seen: Seen, cards: Sequence[Card], enough: Callable[[int], bool]) -> list[float]:
        """[card]: our points over all the playouts, as many with each of the cards; empty when there were none."""
        style, known = self._style, (seen.rows, seen.cards, seen.plays, seen.deal, seen.me)
        chance = np.array([self._rng.getrandbits(64)], dtype=np.uint64)
        worlds, credits = np.zeros((style.worlds, 4), dtype=np.int64), np.zeros((style.worlds, 4, WAYS))
        tried, totals = card_set(cards), np.zeros(len(DECK))
        made, steps = 0, style.settling + style.steps
        while not enough(made):
            for start in range(0, style.worlds, GROUP):
                some, their = worlds[start : start + GROUP], credits[start : start + GROUP]
                if not style.steps or steps > style.steps:
                    draw_worlds(*known, seen.counts, self._table, style.steps > 0, some, their, chance)
                think(*known, steps, some, their, tried, totals, chance)
                made += GROUP * len(cards)
                if enough(made):
                    break
            steps = style.steps
        self.playouts_made += made
        return totals.tolist() if made else []


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
