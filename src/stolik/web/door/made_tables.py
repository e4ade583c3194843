"""How many unfinished tables each person has made: there is a limit, and it is told before it is hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

MOST_TABLES_EACH: Final = 8
"""Tables that one person may have made and not yet finished: each may hold a port."""
FEW_TABLES_LEFT: Final = 3
"""A person is told how many more tables are possible when no more than these are."""


class MadeTables:
    """Counts the unfinished tables of each maker."""

    def __init__(self, tell: Callable[[str, int], None]) -> None:
        """`tell` is called with a maker and how many are left, when few are, or when there are more again."""
        self._tell = tell
        self._made: Counter[str] = Counter()

    def left(self, maker: str) -> int:
        """How many more tables a person may make now."""
        return MOST_TABLES_EACH - self._made[maker]

    def few_left(self, maker: str | None) -> int | None:
        """The same where few are left; otherwise None, and for nobody too."""
        left = MOST_TABLES_EACH if maker is None else self.left(maker)
        return left if left <= FEW_TABLES_LEFT else None

    def add(self, maker: str) -> None:
        """A table of that maker is being made."""
        self._change(maker, 1)

    def remove(self, maker: str) -> None:
        """A table of that maker is over, or could not be made."""
        self._change(maker, -1)
        if not self._made[maker]:
            del self._made[maker]

    def _change(self, maker: str, by: int) -> None:
        self._made[maker] += by
        if self.left(maker) <= FEW_TABLES_LEFT + 1:
            self._tell(maker, self.left(maker))
