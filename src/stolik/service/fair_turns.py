"""Fair turns at something scarce: whoever asks for much waits longer, and does not make others wait.

Those who wait are grouped by key, for example by the person who causes the work, and the groups take turns.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """A semaphore whose next user is chosen from the groups in turn. Urgent users come before all others."""

    def __init__(self, slots: int) -> None:
        """`slots` is how many may use it at the same time."""
        self._free = slots
        self._urgent: dict[str, deque[asyncio.Future[None]]] = {}
        self._others: dict[str, deque[asyncio.Future[None]]] = {}
        """Who waits, by key. The first group is the next."""

    @asynccontextmanager
    async def turn(self, key: str = "", *, urgent: bool = True) -> AsyncIterator[None]:
        """Waits for a turn, and holds it until the block ends."""
        await self._take(key, urgent)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, key: str, urgent: bool) -> None:
        if self._free and not self._urgent and not self._others:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._urgent if urgent else self._others).setdefault(key, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back()  # the turn came at the moment of the cancellation
            raise

    def _give_back(self) -> None:
        for groups in (self._urgent, self._others):
            while groups:
                turn = _next(groups)
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


def _next(groups: dict[str, deque[asyncio.Future[None]]]) -> asyncio.Future[None]:
    """Takes out the first of the next group, and puts the group behind the others."""
    key = next(iter(groups))
    queue = groups.pop(key)
    turn = queue.popleft()
    if queue:
        groups[key] = queue
    return turn
