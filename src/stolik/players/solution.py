"""What a solver says of a position."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Solution:
    """What a solver found."""

    score: float
    meaning: str
    """The score in words."""
    best: list[str]
    """All the best moves; of an estimate, those that seem so."""
    exact: bool
    nodes: int
    seconds: float
    """Of the processor, for the search alone: not for loading or compiling what it runs."""

    def in_json(self) -> str:
        """What a program reads."""
        keys = "score", "best", "exact", "nodes"
        return json.dumps({key: getattr(self, key) for key in keys} | {"seconds": round(self.seconds, 3)})

    def in_words(self) -> str:
        """What a person reads."""
        certain = "exact" if self.exact else "an estimate"
        return (
            f"score {self.score:+g} ({certain}): {self.meaning}\n"
            f"best  {', '.join(self.best) or 'none'}\n"
            f"{self.nodes:,} nodes in {self.seconds:.2f} s"
        )
