"""The table's time in a tournament: the sum of what was charged to the players.

It stands still while the referee works, and while a program starts. It passes while somebody has been asked for a move
and has not answered. What a program waited for a processor that others had is not charged; the processor time that it
used always is, also when it used it while it was stopped.
"""

from __future__ import annotations

from math import inf
from typing import Final

# How many times its limit a program may wait for a processor. On a machine with some ten times as much to do as it can,
# an honest program waits ten times as long as it runs. One that has the lowest priority must not wait for ever.
MOST_WAITS: Final = 30


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
        self._waited = 0.0
        self._used = 0.0
        self._owed = 0.0
        self.elapsed = 0.0
        """Seconds since the question, when the table's time was last asked for."""
        self.spent = 0.0
        """Seconds charged for the question, then."""

    def table_time(self, at: float) -> float:
        """The table's time at a moment."""
        elapsed = at - self.asked_at
        self.elapsed = elapsed if elapsed > 0.0 else 0.0
        spent = elapsed - self._waited
        self.spent = (spent if spent > self._used else self._used) + self._owed
        return self._before + self.spent

    @property
    def limit(self) -> float:
        """How many seconds there are for the question that stands."""
        return self._limit

    @property
    def latest(self) -> float:
        """When the question that stands is over, however long its program has waited for a processor."""
        return self.asked_at + self._limit * (1 + MOST_WAITS)

    def ask(self, asked_at: float, deadline: float | None, at_least: float = -inf) -> None:
        """Somebody has been asked, and its time begins at a moment; the deadline is in the table's time.

        It has so many seconds at least.
        """
        self._before += self.spent
        self.spent = self.elapsed = self._waited = self._used = self._owed = 0.0
        self._limit = inf if deadline is None else max(deadline - self._before, at_least)
        self.asked_at = asked_at
        self.until = asked_at + self._limit

    def put_off(self, asked_at: float) -> None:
        """The time of the question begins no sooner than this: until now it was not written to its end."""
        self.asked_at = max(self.asked_at, asked_at)
        self.until = self.asked_at + self._limit - self._owed

    def owe(self, seconds: float) -> None:
        """Charges the one who was asked so many seconds more: it ran while it was stopped."""
        self._owed += seconds
        self.until -= seconds

    def measured(self, waited: float, used: float) -> None:
        """What is known of the question that stands: seconds of waiting for a processor, and of using one."""
        self._waited = min(waited, MOST_WAITS * self._limit)
        self._used = used
        self.until = self.asked_at + self._limit + self._waited - self._owed

    @property
    def is_used_up(self) -> bool:
        """Whether more processor time was used than there was time: by several processors at once, or when stopped."""
        return self._used + self._owed > self._limit
