"""The graph game for `stolik solve`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from stolik.games.graph.rules import read_position
from stolik.players.solution import Solution

_MEANINGS: Final = {1: "the player to move wins", -1: "the player to move loses", 0: "not known"}


def solve(words: Sequence[str], seconds: float) -> Solution:
    """The solution of a graph given as the numbers of its `200` line."""
    position = read_position(" ".join(" ".join(words).split()))
    from stolik.games.graph.players.solver import solve as solve_position

    found = solve_position(position, seconds, time.process_time)
    return Solution(
        found.score, _MEANINGS[found.score], list(map(str, found.best)), found.exact, found.nodes, found.seconds
    )
