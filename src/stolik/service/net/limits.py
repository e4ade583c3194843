"""Counts what was refused because of a limit, and logs each limit once a minute at most.

One line for each refused message would fill the disk while somebody floods the service.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Final

from stolik.log import LogEntry

log = logging.getLogger(__name__)

LOG_INTERVAL: Final = 60.0


class Limits:
    """The limits of one service, by name."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        """How often each limit was reached."""
        self._unlogged: dict[str, tuple[int, dict[str, object]]] = {}
        """For each limit that was logged within the last minute: how often it was reached since, and the last case."""

    def hit(self, limit: str, **facts: object) -> None:
        """Somebody has reached a limit; `facts` describe the case in the log."""
        self.counts[limit] += 1
        if limit in self._unlogged:
            self._unlogged[limit] = self._unlogged[limit][0] + 1, facts
        else:
            self._log(limit, 1, facts)

    def _log(self, limit: str, times: int, facts: dict[str, object]) -> None:
        log.warning(LogEntry("limit", limit=limit, times=times, **facts))
        self._unlogged[limit] = 0, {}
        asyncio.get_running_loop().call_later(LOG_INTERVAL, self._minute_is_over, limit)

    def _minute_is_over(self, limit: str) -> None:
        times, facts = self._unlogged.pop(limit)
        if times:
            self._log(limit, times, facts)
