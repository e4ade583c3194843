"""Othello for `stolik solve`."""

from __future__ import annotations

import time
from collections.abc import Sequence

import click

from stolik.cli.solve import Solution
from stolik.games.othello import Position, opponent, read_position, write_square


def solve(words: Sequence[str]) -> Solution:
    """The solution of a board of 64 characters with X or O to move."""
    position = read_position(" ".join(words))
    mover = _mover(words)
    if position.turn is None:
        return Solution(_lead(position, mover), [], exact=True, nodes=0, seconds=0.0)
    try:
        from stolik.players.othello_player import solve_position
    except ModuleNotFoundError as error:
        raise click.ClickException(f"this needs {error.name}: pip install 'stolik[strong]'") from None
    began = time.process_time()
    found = solve_position(position)
    seconds = time.process_time() - began
    score = round(found.score) if position.turn == mover else -round(found.score)
    best = [write_square(found.move)] if position.turn == mover else ["pass"]
    return Solution(score, best, found.exact, found.nodes, seconds)


def _mover(words: Sequence[str]) -> str:
    """Who is said to move, even one who must pass."""
    return "white" if words[-1][-1] in "Oo" else "black"


def _lead(position: Position, seat: str) -> int:
    return position.scores[seat] - position.scores[opponent(seat)]
