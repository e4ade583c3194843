"""Othello judged move by move: a value is the difference of discs at the end, for the player who moves.

It is exact when the end can be solved within the allowed nodes; before that it is the estimate of a search.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from stolik.games.othello.players.best import best_moves
from stolik.games.othello.players.player import OthelloStrong
from stolik.games.othello.rules import Position, opponent
from stolik.players.analysis import Weighed

NODES_A_SECOND: Final = 5_000_000
"""Nodes in a second on an ordinary machine, in the middle game."""


class OthelloCritic:
    """Searches like the strong player, once for the best move and once for the move that was made."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._player = OthelloStrong(nodes)

    def weigh(self, position: Position, move: int) -> Weighed:
        """Compares the move with the best one that was found."""
        found = self._player.think(position)
        best = self._all_best(position, round(found.score), found.move) if found.exact else (found.move,)
        if move in best:
            return Weighed(found.score, best, found.score, found.exact)
        value, exact = self._value(position, move, found.depth - 1)
        if value > found.score:
            # Two estimates disagree: the deeper search, of the move that was made, is used.
            return Weighed(value, (move,), value, exact=False)
        return Weighed(value, best, found.score, exact and found.exact)

    def _all_best(self, position: Position, score: int, best: int) -> tuple[int, ...]:
        self._player.memory.allow(self._nodes)
        return best_moves(self._player.memory, position, score, best)

    def _value(self, position: Position, move: int, depth: int) -> tuple[float, bool]:
        """The move's value, by a search of `depth` more plies, and whether it is certain."""
        after = position.play(move)
        mover = str(position.turn)
        if after.turn is None:
            return float(after.scores[mover] - after.scores[opponent(mover)]), True
        found = self._player.think(after, max(depth, 1))
        return found.score if after.turn == mover else -found.score, found.exact


def make_critic(seconds: float, seed: str) -> OthelloCritic:
    """A critic; it makes no random choices."""
    return OthelloCritic(ceil(seconds * NODES_A_SECOND))
