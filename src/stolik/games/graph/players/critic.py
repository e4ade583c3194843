"""The graph game judged move by move: 1 for a move that wins, -1 for one that loses, 0 where that is not known."""

from __future__ import annotations

from math import inf

from stolik.games.graph.players.bits import MOST_KERNEL_VERTICES
from stolik.games.graph.players.prover import Budget, Prover, reachable_vertices
from stolik.games.graph.players.solver import examine, nodes_in, table_bits
from stolik.games.graph.rules import Position
from stolik.players.analysis import Weighed


class GraphCritic:
    """Proves what it can within a number of nodes; its table is used for the later moves too."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._prover = Prover(table_bits(seconds))

    def weigh(self, position: Position, move: int) -> Weighed:
        """Compares the move with those that win, or else with those that are hardest for the opponent."""
        found = examine(position, self._prover, self._budget(position))
        if move in found.best or found.score < 0:
            return Weighed(found.score, found.best, found.score, found.exact)
        value = self._value(position, move)
        if value > 0:
            # The move was not searched before, or looked worse: a proof is better.
            winning = found.best if found.score > 0 else ()
            return Weighed(1, (*winning, move), 1, exact=True)
        return Weighed(value, found.best, found.score, exact=bool(value) and found.exact)

    def _value(self, position: Position, move: int) -> int:
        after = position.play(move)
        if len(reachable_vertices(after)) > MOST_KERNEL_VERTICES:
            return 0
        opponent_wins = self._prover.settle(after, self._budget(after)).wins
        return 0 if opponent_wins is None else -1 if opponent_wins else 1

    def _budget(self, position: Position) -> Budget:
        return Budget(inf, nodes_in(self._seconds, position), clock=lambda: 0.0)


def make_critic(seconds: float, seed: str) -> GraphCritic:
    """A critic; it makes no random choices."""
    return GraphCritic(seconds)
