"""The strong player of the graph game, and the solver behind `stolik solve graph`."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log2
from random import Random
from typing import Final

from stolik.games.graph.players.bits import MOST_KERNEL_VERTICES
from stolik.games.graph.players.greedy import Greedy
from stolik.games.graph.players.prover import Budget, Prover, Verdict, reachable_vertices
from stolik.games.graph.rules import DEFAULT_EDGES, DEFAULT_VERTICES, Position
from stolik.players.clock import THINKING_CLOCK, Clock

# A player's first limit is a number of nodes, so that the same seed gives the same game on any machine that expands
# this many nodes a second on the usual graph. The cost of a node is proportional to the vertices and edges.
NODES_A_SECOND: Final = 250_000
USUAL_COST: Final = DEFAULT_VERTICES * DEFAULT_EDGES

# Rows of a table for each second of searching: about as many as a fast machine fills.
ROWS_A_SECOND: Final = 2_000_000
TABLE_BITS: Final = range(16, 25)

# The nodes for each answer of the opponent, when all moves lose.
NODES_AN_ANSWER: Final = 500

# A solver searches for the other winning moves, too, with at least this many nodes.
NODES_FOR_OTHERS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for the player to move, and what it took to find it."""

    score: int
    """1 for a win, -1 for a loss; 0 when it is not known."""
    best: tuple[int, ...]
    """Moves that win; if there is none, those that are hardest for the opponent, or look best."""
    exact: bool
    nodes: int
    seconds: float


def solve(position: Position, budget: float, clock: Clock = THINKING_CLOCK) -> Solution:
    """The position's exact value and best moves if the time is enough; else the moves that look best."""
    return examine(position, Prover(table_bits(budget)), Budget(budget, clock=clock))


def examine(position: Position, prover: Prover, budget: Budget) -> Solution:
    """The same with a budget, and with a prover that may already know some positions."""
    if not position.moves():
        return Solution(-1, (), True, 0, budget.seconds)
    if len(reachable_vertices(position)) > MOST_KERNEL_VERTICES:
        return Solution(0, (Greedy().choose(position),), False, 0, budget.seconds)
    verdict = prover.settle(position, budget)
    if verdict.wins:
        score, best = 1, _winning_moves(prover, position, verdict, budget)
    elif verdict.wins is None:
        score, best = 0, _most_promising(verdict)
    else:
        score, best = -1, _hardest_to_answer(prover, position, budget)
    return Solution(score, best, verdict.wins is not None, budget.nodes, budget.seconds)


class GraphSolver:
    """Plays perfectly when it has solved the position, and before that by the state of its search."""

    def __init__(self, budget: float, rng: Random, clock: Clock = THINKING_CLOCK) -> None:
        self._budget = budget
        self._rng = rng
        self._clock = clock
        self._prover = Prover(table_bits(budget))

    def cancel(self) -> None:
        """Stops the current choice, which then returns at once; may be called from any thread."""
        self._prover.cancel()

    def choose(self, view: Position) -> int:
        """A winning move if there is one and it is found in time."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        if len(reachable_vertices(view)) > MOST_KERNEL_VERTICES:
            return Greedy().choose(view)
        budget = Budget(self._budget, nodes_in(self._budget, view), self._clock)
        self._prover.allow()
        verdict = self._prover.settle(view, budget)
        if verdict.move is not None:
            return verdict.move
        if verdict.wins is None:
            return self._rng.choice(_most_promising(verdict))
        return self._rng.choice(_hardest_to_answer(self._prover, view, budget))


def nodes_in(seconds: float, position: Position) -> int:
    """The number of nodes for so many seconds with such a graph, the same on every machine."""
    cost = max(position.vertices * len(position.edges), USUAL_COST)
    return ceil(seconds * NODES_A_SECOND * USUAL_COST / cost)


def table_bits(seconds: float) -> int:
    """The size of a table for so many seconds of search: the logarithm of its rows."""
    bits = ceil(log2(max(seconds * ROWS_A_SECOND, 1)))
    return min(max(bits, TABLE_BITS[0]), TABLE_BITS[-1])


def _most_promising(verdict: Verdict) -> tuple[int, ...]:
    """The moves with the best ratio of the cost of a proof to the cost of a refutation."""
    most = max(verdict.promise.values())
    return tuple(move for move, promise in verdict.promise.items() if promise == most)


def _winning_moves(prover: Prover, position: Position, verdict: Verdict, budget: Budget) -> tuple[int, ...]:
    """All winning moves that are found with about as much work as the first one took."""
    end = budget.nodes + max(budget.nodes, NODES_FOR_OTHERS)
    winning = {
        move
        for move in position.moves()
        if move == verdict.move
        or (budget.nodes < end and prover.settle(position.play(move), budget, end - budget.nodes).wins is False)
    }
    return tuple(sorted(winning))


def _hardest_to_answer(prover: Prover, position: Position, budget: Budget) -> tuple[int, ...]:
    """When all moves lose: those after which the smallest share of the opponent's answers wins."""
    shares = {
        move: _winning_share(prover, position.play(move), budget) if prover.may_search(budget) else 1.0
        for move in position.moves()
    }
    least = min(shares.values())
    return tuple(move for move, share in shares.items() if share == least)


def _winning_share(prover: Prover, position: Position, budget: Budget) -> float:
    """The share of the moves that win; a move that is not solved in time counts as a half."""
    worth = {True: 0.0, False: 1.0, None: 0.5}
    answers = [
        worth[prover.settle(position.play(move), budget, NODES_AN_ANSWER).wins if prover.may_search(budget) else None]
        for move in position.moves()
    ]
    return sum(answers) / len(answers)
