"""Connections that wait: they have not said who they are, or ask for nothing at the moment.

Each open connection takes a file descriptor, and a process has a limited number of them. When thousands of honest
clients connect at once, all of them wait for a moment. So a connection is dropped only when too many wait for long, or
when the process is about to run out of descriptors: there must always be room for those who play.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Final, NamedTuple

from stolik.service.net.clock import after_reading
from stolik.service.net.limits import Limits
from stolik.service.net.listen import most_open_files

MOST_WAITING: Final = 5000
"""Connections that may wait for long."""
MOST_AT_ONCE: Final = 20_000
"""Connections that may wait for a moment."""
MOMENT: Final = 3.0
"""Seconds. An honest client says who it is at once, but it may be busy with thousands of other connections."""
SPARE_SHARE: Final = 16
"""One in so many descriptors is kept free."""


class _Waiting(NamedTuple):
    since: float
    drop: Callable[[], None]
    peer: str


class WaitingRoom:
    """Drops the connections that have waited longest when too many wait."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits
        self._waiting: dict[object, _Waiting] = {}
        self._is_looking = False

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, connection: object, drop: Callable[[], None], peer: str) -> None:
        """A connection waits from now on; `drop` ends it."""
        if self._is_crowded and (len(self._waiting) >= MOST_AT_ONCE or _is_short_of_files()):
            self._drop_oldest()
        self._waiting[connection] = _Waiting(asyncio.get_running_loop().time(), drop, peer)
        self._look_later()

    def leave(self, connection: object) -> None:
        """A connection does not wait any more, if it did."""
        self._waiting.pop(connection, None)

    @property
    def _is_crowded(self) -> bool:
        return len(self._waiting) > min(MOST_WAITING, most_open_files() // 4)

    def _look_later(self) -> None:
        if self._is_crowded and not self._is_looking:
            self._is_looking = True
            asyncio.get_running_loop().call_later(MOMENT, after_reading, self._look)

    def _look(self) -> None:
        """Drops those of too many that have waited for more than a moment."""
        self._is_looking = False
        before = asyncio.get_running_loop().time() - MOMENT
        while self._is_crowded and next(iter(self._waiting.values())).since <= before:
            self._drop_oldest()
        self._look_later()

    def _drop_oldest(self) -> None:
        oldest = self._waiting.pop(next(iter(self._waiting)))
        if self._limits is not None:
            self._limits.hit("waiting connections", peer=oldest.peer)
        oldest.drop()


def _is_short_of_files() -> bool:
    """Whether few descriptors are left: a new one gets the lowest number that is free."""
    try:
        lowest = os.open(os.devnull, os.O_RDONLY)
    except OSError:
        return True
    os.close(lowest)
    most = most_open_files()
    return lowest >= most - most // SPARE_SHARE
