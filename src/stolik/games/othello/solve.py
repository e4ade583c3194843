"""Othello for `stolik solve`."""

from __future__ import annotations

import time
from collections.abc import Sequence

from stolik.games.othello.rules import opponent, read_position, write_square
from stolik.players.solution import Solution
from stolik.service.net.alarm import ring_after


def solve(words: Sequence[str], seconds: float) -> Solution:
    """The solution of a board of 64 characters with X or O to move."""
    position = read_position(" ".join(words))
    mover = _mover(words)
    if position.turn is None:
        lead = position.scores[mover] - position.scores[opponent(mover)]
        return Solution(lead, _meaning(lead, mover), [], exact=True, nodes=0, seconds=0.0)
    from stolik.games.othello.players.best import best_moves
    from stolik.games.othello.players.player import solve_position, solver_memory

    memory = solver_memory()
    began = time.process_time()
    with ring_after(seconds, memory.stop):
        found = solve_position(position, memory)
        squares = best_moves(memory, position, round(found.score), found.move) if found.exact else (found.move,)
    spent = time.process_time() - began
    passes = position.turn != mover
    score = -round(found.score) if passes else round(found.score)
    best = ["pass"] if passes else list(map(write_square, squares))
    # If the time is up before all moves are searched, other moves may be as good.
    exact = found.exact and not memory.stopped
    return Solution(score, _meaning(score, mover), best, exact, memory.nodes, spent)


def _mover(words: Sequence[str]) -> str:
    """The colour that is given as the player to move, also one who must pass."""
    return "white" if words[-1][-1] in "Oo" else "black"


def _meaning(score: int, mover: str) -> str:
    ahead = mover if score >= 0 else opponent(mover)
    return f"{ahead} is {abs(score)} discs ahead at the end" if score else "as many discs each at the end"
