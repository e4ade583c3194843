"""Krążki for `stolik solve`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction

from stolik.contract import NotationError
from stolik.games.krazki.players.critic import best_moves, move_values
from stolik.games.krazki.players.perfect import value
from stolik.games.krazki.rules import TALLEST, read_position, write_move
from stolik.players.solution import Solution


def solve(words: Sequence[str], seconds: float) -> Solution:
    """The solution of stacks such as `|cbbcb|bcc|` with b or c to move; it takes no time."""
    if len(words) != 2:
        raise NotationError(f"stacks and a colour are two words, such as '|cbbcb|bcc|' c, and there are {len(words)}")
    stacks, mover = words
    position = read_position(f"{mover} {stacks}")
    began = time.process_time()
    unit = 1 << max(TALLEST, *map(len, position.stacks))
    worth = Fraction(value(position, unit), unit)
    values = move_values(position)
    best = list(map(write_move, best_moves(values)))
    meaning = f"{mover} {'wins' if worth > 0 else 'loses'}, {worth} of a disc"
    return Solution(float(worth), meaning, best, exact=True, nodes=len(values), seconds=time.process_time() - began)
