"""The strong player of Othello: searches the middle game as deep as it may, and plays the end exactly.

Its budget is a number of nodes, and then the same position after the same game gets the same move; or a number of
seconds, with an alarm that the caller provides, because no player reads a clock.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Final

from stolik.games.othello.players.eval import trained_weights
from stolik.games.othello.players.memory import EXACT, LEVELS, Memory
from stolik.games.othello.players.patterns import DISC, WORST
from stolik.games.othello.players.search import seems
from stolik.games.othello.players.solver import solve
from stolik.games.othello.rules import BLACK, Position

Alarm = Callable[[float, Callable[[], None]], AbstractContextManager[object]]
"""Calls the function after so many seconds, from another thread, unless the context has ended."""

NODES_A_SECOND: Final = 20_000_000
"""Nodes in a second on an ordinary machine; only used to predict whether an end can be solved in time."""

DEFAULT_NODES: Final = 1_000_000
_TABLE_BITS: Final = 18
SOLVER_TABLE_BITS: Final = 20

_SOLVED_NODES: Final = 1.2e6
_SOLVED_EMPTIES: Final = 18
_GROWTH: Final = 2.2
"""The usual nodes to solve a position with 18 empty squares, and the factor for each more square."""

_DECIDED_SOONER: Final = 5
"""To find who wins takes a twelfth of the nodes of the exact score: the median of 25 positions; seldom over a fifth."""

_ASPIRATION: Final = 3 * DISC
"""Half the width of the first window around the last iteration's score."""

SORTED_BY: Final = 4
"""A search of so many plies less sorts the moves before an exact search."""

CAUTION: Final = 16
"""How far out of the window a shallow search must be to be believed, in sixteenths of a standard error. One standard
error won 17 games of 28 against one and a half, which won 20 of 28 against leaving nothing out."""

_PASSES: Final = ((12, LEVELS[0]), (24, LEVELS[1]), (0, EXACT))
"""The same for the searches to the end, each with a wider margin than the one before, and the marks of their bounds."""


@dataclass(frozen=True)
class Thought:
    """The result of a search: scores are differences of discs, for the player to move."""

    move: int
    score: float
    exact: bool
    depth: int
    nodes: int
    outcome: int | None = None
    """1 for a proven win, 0 for a draw, -1 for a loss; None if nothing is proven."""


class OthelloStrong:
    """Searches by iterative deepening until the nodes or the seconds are used up; solves the end when it can."""

    def __init__(
        self, nodes: int | None = DEFAULT_NODES, seconds: float | None = None, alarm: Alarm | None = None
    ) -> None:
        """The budget of a move: `nodes`, or `seconds` with an alarm."""
        if (seconds is None) != (alarm is None):
            raise ValueError("seconds and an alarm must be given together")
        self._nodes = nodes if seconds is None else None
        self._seconds, self._alarm = seconds, alarm
        self._memory = Memory(_TABLE_BITS)
        self._memory.use_weights(trained_weights())

    @property
    def memory(self) -> Memory:
        """The memory of its searches, for more questions about the last position."""
        return self._memory

    def choose(self, view: Position) -> int:
        """The best square that was found within the budget."""
        moves = view.moves()
        return moves[0] if len(moves) == 1 else self.think(view).move

    def cancel(self) -> None:
        """Stops the current choice, which then returns at once; may be called from any thread."""
        self._memory.stop()

    def think(self, view: Position, depth: int | None = None) -> Thought:
        """The best move with its score, by a search of at most `depth` plies."""
        memory = self._memory
        memory.allow(self._nodes)
        memory.turn_page()
        with self._alarm(self._seconds, memory.stop) if self._alarm and self._seconds else nullcontext():
            return _Search(memory, view, self._foreseen()).run(depth)

    def _foreseen(self) -> float:
        return self._nodes if self._nodes is not None else (self._seconds or 0) * NODES_A_SECOND


class _Search:
    """One position's search."""

    def __init__(self, memory: Memory, view: Position, nodes: float) -> None:
        self._memory = memory
        self._own, self._other = _sides(view)
        self._empties = 64 - (self._own | self._other).bit_count()
        self._nodes = nodes
        # A move is ready before the search, so that there is always an answer.
        self._found = Thought(view.moves()[0], 0.0, exact=False, depth=0, nodes=0)

    def run(self, deepest: int | None) -> Thought:
        deepest = min(deepest or self._empties, self._empties)
        to_the_end = deepest >= self._empties
        solving = to_the_end and self._costs() < self._nodes
        deciding = to_the_end and self._costs() < self._nodes * _DECIDED_SOONER
        # Before a search to the end, a shallow one: it sorts the moves and predicts the window.
        self._deepen(max(self._empties - SORTED_BY, 1) if deciding else deepest)
        if deciding and not self._memory.stopped:
            self._solve() if solving else self._decide()
        return self._found

    def _costs(self) -> float:
        """The expected number of nodes for the exact score."""
        return _SOLVED_NODES * _GROWTH ** (self._empties - _SOLVED_EMPTIES)

    def _deepen(self, deepest: int) -> None:
        self._memory.be_cautious(CAUTION)
        score = 0
        for depth in range(1, deepest + 1):
            found = self._aspire(depth, score)
            if found is None:
                return
            score = found
            self._note(score / DISC, depth)

    def _aspire(self, depth: int, around: int) -> int | None:
        """The score at that depth, by a window around the last one first; None when the search was stopped."""
        low, high = (-WORST, WORST) if depth <= 2 else (around - _ASPIRATION, around + _ASPIRATION)
        while True:
            score = int(seems(self._memory.address, self._own, self._other, low, high, depth))
            if self._memory.stopped:
                return None
            if score <= low > -WORST:
                low = -WORST
            elif score >= high < WORST:
                high = WORST
            else:
                return score

    def _solve(self) -> None:
        score = solve_exactly(self._memory, self._own, self._other, self._found.score)
        if score is not None:
            self._found = Thought(
                self._memory.best, score, True, self._empties, self._memory.nodes, (score > 0) - (score < 0)
            )

    def _decide(self) -> None:
        """Finds out who wins if the exact score is out of reach; plays a move that wins or draws, else the best one."""
        outcome = solve_outcome(self._memory, self._own, self._other)
        if outcome is not None:
            move = self._found.move if outcome < 0 else self._memory.best
            self._found = replace(self._found, move=move, nodes=self._memory.nodes, outcome=outcome)

    def _note(self, score: float, depth: int) -> None:
        self._found = Thought(self._memory.best, score, False, depth, self._memory.nodes)


def solve_exactly(memory: Memory, own: int, other: int, guess: float) -> int | None:
    """The exact score of a player who can move, by a window around the guess first; None when stopped.

    Inexact searches come first: they sort the moves of the exact one, and predict its score.
    """
    score = 2 * round(guess / 2)
    for trust, level in _PASSES:
        memory.trust(trust, level)
        closer = _close_in(memory, own, other, score, sure=trust == 0)
        if closer is None:
            return None
        score = closer
    return score


def _close_in(memory: Memory, own: int, other: int, score: int, *, sure: bool) -> int | None:
    """The score, by windows of one even number each. If two inexact results contradict each other, the last counts."""
    empties = 64 - (own | other).bit_count()
    way = 0
    while True:
        low, high = max(score - 1, -64), min(score + 1, 64)
        score = int(solve(memory.address, own, other, low, high, empties))
        if memory.stopped:
            return None
        went = -1 if score <= low > -64 else 1 if score >= high < 64 else 0
        if went == 0 or (went == -way and not sure):
            return score
        way = went


def solve_outcome(memory: Memory, own: int, other: int) -> int | None:
    """1, 0 or -1: whether the player to move, who can move, wins; None when the search was stopped."""
    score = 0
    for trust, level in _PASSES:
        memory.trust(trust, level)
        score = int(solve(memory.address, own, other, -1, 1, 64 - (own | other).bit_count()))
        if memory.stopped:
            return None
    return (score > 0) - (score < 0)


def solve_position(position: Position, memory: Memory | None = None) -> Thought:
    """The exact score and a best move, however long it takes."""
    memory = memory or solver_memory()
    return _Search(memory, position, float("inf")).run(None)


def solver_memory() -> Memory:
    """A memory for solving; it can then be used for more questions about the same position."""
    memory = Memory(SOLVER_TABLE_BITS)
    memory.use_weights(trained_weights())
    return memory


def _sides(view: Position) -> tuple[int, int]:
    return (view.black, view.white) if view.turn == BLACK else (view.white, view.black)
