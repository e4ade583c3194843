"""The names that people hold with a secret token. Nobody else may use them, or names that look alike, at any door."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, NamedTuple

from stolik.lobby.names import name_keys
from stolik.log import LogEntry
from stolik.service.net.clock import Clock
from stolik.store.errors import StoreError
from stolik.store.store import Store

log = logging.getLogger(__name__)

HELD_FOR: Final = 90 * 86400.0
"""Seconds. A name is worth something to its holder's results; one that was not used for so long is free again."""
MOST_IN_MEMORY: Final = 20_000
"""Names in memory, some megabytes. Without a store, older names are free again when there are more."""
FORGET_EVERY: Final = 3600.0
"""Seconds between two searches for expired names in the store."""
FORGET_AT_ONCE: Final = 500
"""Names that are deleted in one commit: some milliseconds, which other writes wait for."""
PAUSE: Final = 1.0
"""Seconds between two such commits."""


class _Holder(NamedTuple):
    name: str
    seen: float


class HeldNames:
    """All held names: the last used in memory, and all of them in the store."""

    def __init__(self, most: int = MOST_IN_MEMORY) -> None:
        """`most` is how many names are kept in memory."""
        self._most = 2 * most  # a name has two keys, which may be the same
        self._store: Store | None = None
        self._holders: dict[str, _Holder] = {}
        """By each key of the name, the last used last."""
        self.being_claimed: set[str] = set()
        """The keys of the names that are being written to the store: of two that look alike, only one may be held."""
        self._forgetting: asyncio.Task[None] | None = None
        self._is_complete = True
        """Whether no name was left out of memory yet: then the store need not be asked."""

    async def load(self, store: Store, now: float) -> None:
        """Reads the names that are held in a store, and looks there for others from now on; raises ReadFailed."""
        self._store = store
        newest = await store.held_names(now - HELD_FOR, self._most // 2 + 1)
        for name, seen in reversed(newest):
            self.hold(name, seen)
        self._is_complete = len(newest) <= self._most // 2

    def start(self, clock: Clock) -> None:
        """Deletes expired names from the store from now on, again and again."""
        if self._store is not None:
            self._forgetting = asyncio.create_task(self._forget_all(self._store, clock))

    def stop(self) -> None:
        """Deletes no more."""
        if self._forgetting is not None:
            self._forgetting.cancel()

    async def _forget_all(self, store: Store, clock: Clock) -> None:
        while True:
            deleted = await _forget(store, clock.now() - HELD_FOR)
            await asyncio.sleep(PAUSE if deleted == FORGET_AT_ONCE else FORGET_EVERY)

    def hold(self, name: str, seen: float) -> None:
        """Somebody holds the name, and was here at that time."""
        for key in name_keys(name):
            self._holders.pop(key, None)
            self._holders[key] = _Holder(name, seen)
        while len(self._holders) > self._most:
            del self._holders[next(iter(self._holders))]
            self._is_complete = False

    async def like(self, name: str, now: float) -> str | None:
        """The held name that looks like this one, which may be the same; None if there is none. Raises ReadFailed."""
        held = self._in_memory(name, now)
        if held is None and self._store is not None and not self._is_complete:
            in_store = await self._store.held_like(name_keys(name), now - HELD_FOR)
            held = self._in_memory(name, now) or in_store  # somebody may have claimed it while the store was read
        return held

    def _in_memory(self, name: str, now: float) -> str | None:
        for key in name_keys(name):
            holder = self._holders.get(key)
            if holder is not None and holder.seen >= now - HELD_FOR:
                return holder.name
        return None


async def _forget(store: Store, before: float) -> int:
    """Deletes some names that were last used before that time; returns how many."""
    try:
        deleted = await store.forget_names(before, FORGET_AT_ONCE)
    except StoreError:  # the store itself has logged it, and there will be another time
        return 0
    if deleted:
        log.info(LogEntry("names forgotten", names=deleted))
    return deleted
