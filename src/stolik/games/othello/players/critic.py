"""Othello judged move by move: a value is the difference of discs at the end, from the mover's side.

It is exact as soon as the end can be solved within the nodes allowed; before that it is what the search expects.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from stolik.games.othello.players.best import best_moves
from stolik.games.othello.players.player import OthelloStrong
from stolik.games.othello.rules import Position, opponent
from stolik.players.analysis import Weighed

NODES_A_SECOND: Final = 5_000_000
"""What an ordinary machine does at least in the middle game."""


class OthelloCritic:
    """Thinks as the strong player does, once for the best move and once for the one that was made."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._player = OthelloStrong(nodes)

    def weigh(self, position: Position, move: int) -> Weighed:
        """The move beside the best that was found."""
        found = self._player.think(position)
        best = self._all_best(position, round(found.score), found.move) if found.exact else (found.move,)
        if move in best:
            return Weighed(found.score, best, found.score, found.exact)
        value, exact = self._value(position, move, found.depth - 1)
        if value > found.score:
            # Two estimates disagree: the deeper look at the move that was made is believed.
            return Weighed(value, (move,), value, exact=False)
        return Weighed(value, best, found.score, exact and found.exact)

    def _all_best(self, position: Position, score: int, best: int) -> tuple[int, ...]:
        self._player.memory.allow(self._nodes)
        return best_moves(self._player.memory, position, score, best)

    def _value(self, position: Position, move: int, depth: int) -> tuple[float, bool]:
        """What the move leads to, looking so many plies further, and whether that is certain."""
        after = position.play(move)
        mover = str(position.turn)
        if after.turn is None:
            return float(after.scores[mover] - after.scores[opponent(mover)]), True
        found = self._player.think(after, max(depth, 1))
        return found.score if after.turn == mover else -found.score, found.exact


def make_critic(seconds: float, seed: str) -> OthelloCritic:
    """A critic; nothing about it is left to chance."""
    return OthelloCritic(ceil(seconds * NODES_A_SECOND))
