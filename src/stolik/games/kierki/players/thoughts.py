"""The state of `Search` for one choice: worlds, their likelihoods, and the tree.

The same seed gives the same result, however the work is divided into steps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec import Struct

from stolik.games.kierki.players.belief import MEMO, choose_again
from stolik.games.kierki.players.kernels import Floats, Ints
from stolik.games.kierki.players.playout import DUCK, HEURISTIC, MANNERS, WAYS
from stolik.games.kierki.players.seen import Seen
from stolik.games.kierki.players.think import draw_worlds, improve, sort_out, think
from stolik.games.kierki.players.tree import Tree
from stolik.games.kierki.players.worlds import room_for_ways

GROUP: Final = 4
"""How many worlds are played out between two checks of the clock: a few milliseconds at most."""
STAGES: Final = 10
"""The number of stages in which the weight of the plays seen grows to its full value."""
SETTLING: Final = 0.4
"""The part of the time for these stages."""
SURE: Final = 0.95
"""If each of the others plays as `Duck` with at least this probability, only worlds that agree with it are drawn."""
_ALL: Final = 0b111
"""All the others, a bit each."""


class Style(Struct, frozen=True):
    """How the player uses its time."""

    settling: int = 0
    """How many exchanges of cards are tried in each world in each stage."""
    steps: int = 0
    """How many more are tried before each playout of a world; 0: every world is a new one."""
    worlds: int = GROUP
    """How many worlds are kept and improved; a multiple of GROUP."""
    halving: bool = False
    """Whether the worse half of the cards is dropped repeatedly, so that more time goes to the best ones."""
    own_way: int = HEURISTIC
    """How our own later cards are played."""
    planning: bool = False
    """Whether a tree, which grows during the search, chooses the first of them."""
    memory: bool = False
    """Whether the finished deals of the match are used to find out how the others play."""


class Room:
    """Buffers that are reused for every choice."""

    def __init__(self) -> None:
        self.barred, self.numbers = np.zeros((_ALL + 1, 4), dtype=np.int64), np.zeros(_ALL + 1)
        self.tables = np.array([room_for_ways() for _ in range(_ALL + 1)])
        self.keys, self.memo = np.zeros(MEMO, dtype=np.int64), np.zeros((MEMO, MANNERS))
        self.tree = Tree()


class Thoughts:
    """The search for one choice: begins with what was seen, and continues as long as there is time."""

    def __init__(self, seen: Seen, prior: Floats, style: Style, room: Room, seed: int) -> None:
        """`prior[seat, way]` is how likely a seat was to play in a way before this deal began."""
        self._seen, self._prior, self._style, self._room = seen, prior, style, room
        self._chance = np.array([seed], dtype=np.uint64)
        self.worlds = np.zeros((style.worlds, 4), dtype=np.int64)
        """[world, seat]: the hands."""
        self._credits = np.zeros((style.worlds, 4, WAYS))
        room.keys[:] = 0
        room.tree.clear()
        sort_out(seen.rows, seen.order, seen.deal, seen.me, seen.counts, room.barred, room.tables, room.numbers)
        self.possible = bool(room.numbers[0] > 0)
        """Whether any world agrees with what was seen."""
        known = bool((np.delete(prior[:, DUCK], seen.me) > SURE).all())
        # Worlds that are drawn in this way are equally likely: they need not be kept and improved.
        self._anew = not style.steps or (known and bool(room.numbers[_ALL] > 0))
        # Against `Duck` the heuristic is as good for our own later cards, and takes half the time.
        self._own_way = HEURISTIC if self._anew else style.own_way

    def settle(self, spent: Callable[[], float]) -> None:
        """Draws the worlds that are kept, and improves them by the plays seen, unless the time is spent before.

        Likelier worlds replace others in stages: in one step, a few worlds would replace all.
        """
        if self._anew:
            return
        self._draw(self.worlds, self._credits)
        stage, trust = 0, 0.0
        while trust < 1:
            stage += 1
            before, trust = trust, min(1.0, max(stage / STAGES, spent() / SETTLING) ** 2)
            choose_again(self._seen.me, self._prior, self.worlds, self._credits, trust - before, self._chance)
            for start in range(0, len(self.worlds), GROUP):
                if spent() >= 1:
                    return
                group = slice(start, start + GROUP)
                self._improve(self._style.settling, trust, self.worlds[group], self._credits[group])

    def go_on(self, turn: int, candidates: int, totals: Floats) -> None:
        """Plays the next few worlds out with every candidate; `totals` adds up our points."""
        start = turn * GROUP % self._style.worlds
        worlds, credits = self.worlds[start : start + GROUP], self._credits[start : start + GROUP]
        if self._anew:
            self._draw(worlds, credits)
        else:
            self._improve(self._style.steps, 1.0, worlds, credits)
        self._think(worlds, credits, candidates, totals)

    def _draw(self, worlds: Ints, credits: Floats) -> None:
        seen, room = self._seen, self._room
        draw_worlds(
            seen.rows,
            seen.order,
            seen.deal,
            seen.me,
            seen.counts,
            self._prior,
            room.barred,
            room.tables,
            room.numbers,
            self._style.steps > 0,
            worlds,
            credits,
            room.keys,
            room.memo,
            self._chance,
        )

    def _improve(self, steps: int, trust: float, worlds: Ints, credits: Floats) -> None:
        seen, room = self._seen, self._room
        improve(
            seen.rows,
            seen.order,
            seen.deal,
            seen.me,
            self._prior,
            steps,
            trust,
            worlds,
            credits,
            room.keys,
            room.memo,
            self._chance,
        )

    def _think(self, worlds: Ints, credits: Floats, candidates: int, totals: Floats) -> None:
        seen, tree = self._seen, self._room.tree
        think(
            seen.deal,
            seen.me,
            self._prior,
            worlds,
            credits,
            candidates,
            totals,
            self._own_way,
            self._style.planning,
            tree.keys,
            tree.cards,
            tree.stats,
            tree.sizes,
            self._chance,
        )
