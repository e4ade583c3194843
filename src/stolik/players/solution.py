"""The result of a solver for one position."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from stolik.contract import AnyGame, Position, load_part
from stolik.contract.registry import all_games


@dataclass(frozen=True)
class Solution:
    """The value of a position and its best moves."""

    score: float
    meaning: str
    """The score in words."""
    best: list[str]
    """All the best moves; if the score is an estimate, those that seem best."""
    exact: bool
    nodes: int
    seconds: float
    """Processor time of the search alone, without loading and compiling."""

    def in_json(self) -> str:
        """The solution as one JSON object, for programs."""
        keys = "score", "best", "exact", "nodes"
        return json.dumps({key: getattr(self, key) for key in keys} | {"seconds": round(self.seconds, 3)})

    def __str__(self) -> str:
        """The solution as three lines of text, for people."""
        certain = "exact" if self.exact else "an estimate"
        return (
            f"score {self.score:+g} ({certain}): {self.meaning}\n"
            f"best  {', '.join(self.best) or 'none'}\n"
            f"{self.nodes:,} nodes in {self.seconds:.2f} s"
        )


def solve_position(game: AnyGame, position: Position[Any], seconds: float) -> Solution:
    """Solves a position within about `seconds`; raises ValueError when the game has no solver, and ImportError."""
    if game.solve is None:
        solvers = ", ".join(one.name for one in all_games().values() if one.solve is not None)
        raise ValueError(f"{game.name} has no solver; there are solvers of {solvers}")
    words = (game.write(position),) if game.solve_words is None else game.solve_words(position)
    solution: Solution = load_part(game.solve)(words, seconds)
    return solution
