"""Proves who wins a position of the graph game, within a budget, and remembers what it has proved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from stolik.games.graph.players.bits import MOST_KERNEL_VERTICES, Numbers, Words
from stolik.games.graph.players.search import (
    CHILD_COLUMNS,
    CHILDREN,
    CURRENT,
    DISPROOF,
    LEVEL_COLUMNS,
    PROOF,
    TOKEN,
    VERTEX,
    search,
)
from stolik.games.graph.players.table import empty_table, move_rows
from stolik.games.graph.rules import Position
from stolik.players.clock import THINKING_CLOCK, Clock

# Nodes between two checks of the clock: a sixteenth of the nodes so far, so that the budget is never exceeded by much,
# whatever a node costs; not too few, because a resumed search needs some tens of nodes to find its place again.
# They are counted, not timed: where a search is interrupted changes its course, and a seed must give the same game.
SLICE_SHARE: Final = 16
SHORTEST_SLICE: Final = 200
LONGEST_SLICE: Final = 4000

# A table begins so small that it fits in the processor's cache, and grows before it is half full: clearing a large one
# takes longer than solving most positions.
FIRST_TABLE_BITS: Final = 14
GROWTH_BITS: Final = 3
ROWS_A_NODE: Final = 4

UNLIMITED: Final = 1 << 62


class Budget:
    """The time and the nodes that a player may use, for all positions together."""

    def __init__(self, seconds: float, nodes: int = UNLIMITED, clock: Clock = THINKING_CLOCK) -> None:
        self._clock = clock
        self._start = clock()
        self._seconds = seconds
        self._most_nodes = nodes
        self.nodes = 0

    @property
    def seconds(self) -> float:
        """Seconds since the thinking began."""
        return self._clock() - self._start

    @property
    def slice(self) -> int:
        """How many nodes may be expanded before the next check of the budget; 0 or less when it is spent."""
        if self.seconds >= self._seconds:
            return 0
        length = min(max(self.nodes // SLICE_SHARE, SHORTEST_SLICE), LONGEST_SLICE)
        return min(length, self._most_nodes - self.nodes)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a position: whether the player to move wins (None: not known), and the state of each move."""

    wins: bool | None
    move: int | None
    """A move that wins, when the mover does."""
    promise: dict[int, float]
    """[move]: how much harder it is to refute than to prove; moves that are known to lose are left out."""


class Prover:
    """Searches one position after another with the same table, so that later positions of a game are mostly known."""

    def __init__(self, most_table_bits: int) -> None:
        self._most_table_bits = most_table_bits
        self._table_bits = min(FIRST_TABLE_BITS, most_table_bits)
        self._table = empty_table(self._table_bits)
        self._nodes = 0
        self._rows: Words = np.zeros((3, MOST_KERNEL_VERTICES), dtype=np.uint64)
        self._stop: Numbers = np.zeros(1, dtype=np.int64)

    def cancel(self) -> None:
        """Stops the current search, from any thread; its results stay in the table."""
        self._stop[0] = 1

    def allow(self) -> None:
        """Allows searches again after `cancel`."""
        self._stop[0] = 0

    def may_search(self, budget: Budget) -> bool:
        """Whether there is time for another position."""
        return not self._stop[0] and budget.slice > 0

    def settle(self, position: Position, budget: Budget, most_nodes: int = UNLIMITED) -> Verdict:
        """Searches until the position is solved, the budget is spent, or `most_nodes` are expanded.

        Raises ValueError when the token can reach more vertices than a kernel's set can hold.
        """
        vertices, words, token = _as_sets(position)
        depth = len(position.edges) + 2
        graphs: Words = np.zeros((depth, len(words)), dtype=np.uint64)
        graphs[0] = words
        levels: Numbers = np.zeros((depth, LEVEL_COLUMNS), dtype=np.int64)
        levels[0, TOKEN] = token
        keys: Words = np.zeros((depth, len(words)), dtype=np.uint64)
        children: Numbers = np.zeros((depth, len(words), CHILD_COLUMNS), dtype=np.int64)
        end = min(budget.nodes + most_nodes, UNLIMITED)
        while True:
            # At least one node: it costs almost nothing, and without it there is no basis for a choice.
            limit = max(min(budget.slice, end - budget.nodes), 1)
            proof, disproof, nodes = search(graphs, levels, keys, children, self._table, self._rows, limit, self._stop)
            budget.nodes += nodes
            self._make_room(nodes)
            if not proof or not disproof or budget.nodes >= end or not self.may_search(budget):
                break
        moves = children[0, : levels[0, CHILDREN]]
        if proof == 0:
            move = vertices[moves[levels[0, CURRENT], VERTEX]]
            return Verdict(True, move, {move: np.inf})
        promise = {vertices[move[VERTEX]]: move[DISPROOF] / move[PROOF] for move in moves if move[DISPROOF]}
        return Verdict(None if promise else False, None, promise)

    def _make_room(self, nodes: int) -> None:
        """Counts the new nodes, and grows the table, if allowed, when it is nearly half full."""
        self._nodes += nodes
        bits = self._table_bits
        while bits < self._most_table_bits and self._nodes * ROWS_A_NODE > 1 << (bits - 1):
            bits = min(bits + GROWTH_BITS, self._most_table_bits)
        if bits > self._table_bits:
            larger = empty_table(bits)
            move_rows(self._table, larger)
            self._table, self._table_bits = larger, bits


def reachable_vertices(position: Position) -> set[int]:
    """The vertices that the token can reach."""
    neighbours: dict[int, list[int]] = {}
    for u, v in position.edges:
        neighbours.setdefault(u, []).append(v)
        neighbours.setdefault(v, []).append(u)
    found = {position.token}
    ahead = [position.token]
    while ahead:
        new = [vertex for vertex in neighbours.get(ahead.pop(), ()) if vertex not in found]
        found.update(new)
        ahead += new
    return found


def _as_sets(position: Position) -> tuple[list[int], list[int], int]:
    """The position's vertices by their place in the kernel, the neighbours of each as a set, and the token's place.

    A vertex keeps its number when all fit, so that the table serves the rest of the game.
    """
    vertices = list(range(position.vertices))
    if position.vertices > MOST_KERNEL_VERTICES:
        vertices = sorted(reachable_vertices(position))
        if len(vertices) > MOST_KERNEL_VERTICES:
            raise ValueError(f"the token reaches {len(vertices)} vertices, and {MOST_KERNEL_VERTICES} is the most")
    places = {vertex: place for place, vertex in enumerate(vertices)}
    words = [0] * len(vertices)
    for u, v in position.edges:
        if u in places:
            words[places[u]] |= 1 << places[v]
            words[places[v]] |= 1 << places[u]
    return vertices, words, places[position.token]
