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

    def spent(self, at: float) -> float:
        """Seconds charged for the question that stands."""
        return max(0.0, at - self.asked_at)

    def table_time(self, at: float) -> float:
        """The table's time."""
        return self._before + self.spent(at)

    def stop(self, at: float) -> float:
        """The question that stood was answered; returns the table's time, at which the next one is asked."""
        self._before += self.spent(at)
        self.asked_at = self.until = inf
        return self._before

    def start(self, asked_at: float, limit: float) -> None:
        """Somebody has been asked, and has so many seconds from a moment on."""
        self.asked_at = asked_at
        self._limit = limit
        self.until = asked_at + limit

    def put_off(self, at: float) -> None:
        """The time of the question begins no sooner than this: until now it was not written to its end."""
        self.start(max(self.asked_at, at), self._limit)
