"""Thousands of graph games at once: for each vertex a word with a bit for each neighbour."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from stolik.games.graph.players.bits import NONE, ONE, Numbers, Words, kernel, lowest, only, size
from stolik.games.graph.rules import DEFAULT_DEGREE, DEFAULT_EDGES, DEFAULT_VERTICES

OVER: Final = -1


@kernel("int64(uint64[::1], int64)")
def _below(chance: Words, bound: int) -> int:
    """A random number from 0 to less than the bound; `chance` is the generator's state (splitmix64)."""
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = chance[0]
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    mixed = mixed ^ mixed >> np.uint64(31)
    return np.int64((mixed >> np.uint64(33)) * np.uint64(bound) >> np.uint64(31))  # type: ignore[return-value]


@kernel("int64(uint64, uint64[::1])")
def _any_of(vertices: np.uint64, chance: Words) -> int:
    """One vertex of a set that is not empty."""
    for _ in range(_below(chance, size(vertices))):
        vertices &= vertices - ONE
    return lowest(vertices)  # type: ignore[no-any-return]


@kernel("void(uint64[::1], int64, int64)")
def _flip(neighbours: Words, u: int, v: int) -> None:
    """Adds an edge, or takes it away."""
    neighbours[u] ^= only(v)
    neighbours[v] ^= only(u)


@kernel("uint64(uint64[::1], uint64)")
def _with_room(neighbours: Words, vertices: np.uint64) -> np.uint64:
    """The vertices of a set that may have one more edge."""
    open_ = NONE
    while vertices != NONE:
        vertex = lowest(vertices)
        if size(neighbours[vertex]) < DEFAULT_DEGREE:
            open_ |= only(vertex)
        vertices &= vertices - ONE
    return open_


@kernel("void(uint64[::1], uint64[::1])")
def _tree(neighbours: Words, chance: Words) -> None:
    """Draws a tree: the vertices come in a random order, and each joins one that came before it."""
    outside = (ONE << np.uint64(DEFAULT_VERTICES)) - ONE
    inside = only(_any_of(outside, chance))
    outside ^= inside
    while outside != NONE:
        vertex = _any_of(outside, chance)
        _flip(neighbours, vertex, _any_of(_with_room(neighbours, inside), chance))
        inside |= only(vertex)
        outside ^= only(vertex)


@kernel("boolean(uint64[::1], int64[:, ::1], uint64[::1])")
def _more_edges(neighbours: Words, pairs: Numbers, chance: Words) -> bool:
    """Adds random edges to a tree as far as the degrees allow; whether there are enough then."""
    edges = DEFAULT_VERTICES - 1
    for place in range(len(pairs)):
        drawn = place + _below(chance, len(pairs) - place)
        for end in range(2):
            pairs[place, end], pairs[drawn, end] = pairs[drawn, end], pairs[place, end]
        u, v = pairs[place, 0], pairs[place, 1]
        room = size(neighbours[u]) < DEFAULT_DEGREE and size(neighbours[v]) < DEFAULT_DEGREE
        if edges < DEFAULT_EDGES and room and neighbours[u] & only(v) == NONE:
            _flip(neighbours, u, v)
            edges += 1
    return edges == DEFAULT_EDGES


@kernel("void(uint64[:, ::1], int64[::1], int64[:, ::1], uint64[::1])")
def _start(neighbours: Words, tokens: Numbers, pairs: Numbers, chance: Words) -> None:
    """Draws connected graphs as the rules do."""
    for game in range(len(tokens)):
        enough = False
        while not enough:
            neighbours[game] = NONE
            _tree(neighbours[game], chance)
            enough = _more_edges(neighbours[game], pairs, chance)
        tokens[game] = _below(chance, DEFAULT_VERTICES)


@kernel("void(uint64[:, ::1], int64[::1], int64[::1], int64, int64)")
def _walk(neighbours: Words, tokens: Numbers, turns: Numbers, game: int, vertex: int) -> None:
    """Walks along an edge, which must be there. When that ends the game, the turn becomes -1 - the winner's seat."""
    _flip(neighbours[game], tokens[game], vertex)
    tokens[game] = vertex
    mover = turns[game]
    turns[game] = 1 - mover if neighbours[game, vertex] != NONE else OVER - mover


@kernel("int64(uint64[:, ::1], int64[::1], int64[::1], int64[::1])")
def _play(neighbours: Words, tokens: Numbers, turns: Numbers, moves: Numbers) -> int:
    """Returns the first game whose move is illegal, before any is made; -1 when all are legal."""
    for game in range(len(turns)):
        if turns[game] < 0:
            continue
        vertex = moves[game]
        if vertex < 0 or vertex >= DEFAULT_VERTICES or neighbours[game, tokens[game]] & only(vertex) == NONE:
            return game
    for game in range(len(turns)):
        if turns[game] >= 0:
            _walk(neighbours, tokens, turns, game, moves[game])
    return -1


@kernel("void(uint64[:, ::1], int64[::1], int64[::1], uint64[::1], int64[::1])")
def _random_moves(neighbours: Words, tokens: Numbers, turns: Numbers, chance: Words, moves: Numbers) -> None:
    for game in range(len(turns)):
        moves[game] = _any_of(neighbours[game, tokens[game]], chance) if turns[game] >= 0 else OVER


@kernel("void(uint64[:, ::1], int64[::1], int64[::1], uint64[::1])")
def _play_out(neighbours: Words, tokens: Numbers, turns: Numbers, chance: Words) -> None:
    for game in range(len(turns)):
        while turns[game] >= 0:
            _walk(neighbours, tokens, turns, game, _any_of(neighbours[game, tokens[game]], chance))


class GraphBatch:
    """So many games on random graphs of the usual size; see `stolik.contract.batch.Batch`."""

    actions: Final = DEFAULT_VERTICES

    def __init__(self, games: int, seed: int) -> None:
        self.games: Final = games
        self.neighbours: Final[Words] = np.zeros((games, DEFAULT_VERTICES), dtype=np.uint64)
        """[game, vertex]: a bit for each neighbour."""
        self.tokens: Final[Numbers] = np.zeros(games, dtype=np.int64)
        """[game]: the vertex where the token is."""
        self._turns: Numbers = np.zeros(games, dtype=np.int64)
        self._chance: Words = np.array([seed], dtype=np.uint64)
        pairs = np.ascontiguousarray(np.transpose(np.triu_indices(DEFAULT_VERTICES, 1)), dtype=np.int64)
        _start(self.neighbours, self.tokens, pairs, self._chance)

    @property
    def turns(self) -> Numbers:
        """[game]: 0 for the first player, 1 for the second, -1 when the game is over."""
        return np.maximum(self._turns, OVER)

    @property
    def scores(self) -> Numbers:
        """[game, seat]: 1 for the winner, once the game is over."""
        scores: Numbers = (self._turns[:, None] == OVER - np.arange(2)).astype(np.int64)
        return scores

    def legal(self) -> Any:  # noqa: ANN401 - an array
        """[game, vertex]: whether an edge leads there from the token."""
        found = self.neighbours[np.arange(self.games), self.tokens]
        return (found[:, None] >> np.arange(DEFAULT_VERTICES, dtype=np.uint64) & ONE).astype(bool)

    def play(self, moves: Any) -> None:  # noqa: ANN401 - an array
        """One vertex for each game; raises ValueError, and then no move is made."""
        wrong = _play(self.neighbours, self.tokens, self._turns, np.ascontiguousarray(moves, dtype=np.int64))
        if wrong >= 0:
            raise ValueError(f"the move {int(moves[wrong])} is illegal in game {wrong}")

    def random_moves(self) -> Numbers:
        """[game]: a vertex that an edge leads to; -1 when the game is over."""
        moves = np.zeros(self.games, dtype=np.int64)
        _random_moves(self.neighbours, self.tokens, self._turns, self._chance, moves)
        return moves

    def play_out(self) -> None:
        """Plays every game to its end with random moves."""
        _play_out(self.neighbours, self.tokens, self._turns, self._chance)
