"""A limit on how often somebody may do something: a bucket of tokens that fills with time, one for each message."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial


class Bucket:
    """Allows a number of messages at once, and a number a second after that."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left = burst
        self._at = now()

    def take(self) -> bool:
        """Takes a token; says whether there was one."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def has_token(self) -> bool:
        """Whether there is a token to take."""
        self._fill()
        return self._left >= 1

    @property
    def is_full(self) -> bool:
        """Whether the bucket is full: nothing was taken for long enough."""
        self._fill()
        return self._left >= self._burst

    def _fill(self) -> None:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """One bucket for each key, kept only while it is not full."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float], most: int = 10_000) -> None:
        self._new = partial(Bucket, rate, burst, now)
        self._most = most
        self._of: dict[str, Bucket] = {}

    def take(self, whose: str) -> bool:
        """Takes a token of that key; says whether there was one. A new key is refused when there are too many."""
        bucket = self._of.get(whose)
        if bucket is None:
            if len(self._of) >= self._most:
                self._of = {name: other for name, other in self._of.items() if not other.is_full}
            if len(self._of) >= self._most:
                return False
            bucket = self._of[whose] = self._new()
        return bucket.take()

    def has(self, whose: str) -> bool:
        """Whether that key has a token left; takes none."""
        bucket = self._of.get(whose)
        return bucket is None or bucket.has_token
