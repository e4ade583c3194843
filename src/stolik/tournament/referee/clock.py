"""The table's time in a tournament: the sum of what was charged to the players.

It stands still while the referee works, and while a program starts. It passes while somebody has been asked for a move
and has not answered.
"""

from __future__ import annotations

from math import inf


class ChargedClock:
    """Turns moments of the monotonic clock into the table's time, and its deadlines back into moments."""

    def __init__(self, until: float) -> None:
        """`until` is when waiting for the game's beginning ends."""
        self.until = until
        """When the one who is waited for has had its time."""
        self.asked_at = inf
        """When the time of the question that stands began, or will begin."""
        self._before = 0.0
        """The table's time then."""
        self._limit = inf
        self.spent = 0.0
        """Seconds charged for the question that stands, when the table's time was last asked for."""

    def table_time(self, at: float) -> float:
        """The table's time at a moment."""
        spent = at - self.asked_at
        self.spent = spent if spent > 0.0 else 0.0
        return self._before + self.spent

    def ask(self, asked_at: float, deadline: float | None) -> None:
        """Somebody has been asked, and its time begins at a moment; the deadline is in the table's time."""
        self._before += self.spent
        self.spent = 0.0
        self._limit = inf if deadline is None else deadline - self._before
        self.asked_at = asked_at
        self.until = asked_at + self._limit

    def put_off(self, asked_at: float) -> None:
        """The time of the question begins no sooner than this: until now it was not written to its end."""
        self.asked_at = max(self.asked_at, asked_at)
        self.until = self.asked_at + self._limit
