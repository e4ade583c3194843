"""Connections that wait: they have not said who they are, or ask for nothing at the moment.

Each open connection takes a file descriptor, and a process has a limited number of them. Waiting connections may use a
part of them only, all doors together, so that there is always room for those who play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stolik.service.net.limits import Limits
from stolik.service.net.listen import most_open_files

MOST_WAITING: Final = 5000
"""High: thousands of honest clients may connect at once, and all are accepted before their greetings are read."""


class WaitingRoom:
    """Drops the connection that has waited longest when too many wait."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits
        self._waiting: dict[object, Callable[[], None]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, connection: object, drop: Callable[[], None], peer: str) -> None:
        """A connection waits from now on; `drop` ends it."""
        while len(self._waiting) >= min(MOST_WAITING, most_open_files() // 4):
            oldest = next(iter(self._waiting))
            if self._limits is not None:
                self._limits.hit("waiting connections", peer=peer)
            self._waiting.pop(oldest)()
        self._waiting[connection] = drop

    def leave(self, connection: object) -> None:
        """A connection does not wait any more, if it did."""
        self._waiting.pop(connection, None)
