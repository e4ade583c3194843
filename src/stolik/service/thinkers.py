"""The processes where built-in players think, and how they are asked. Nothing here holds the event loop up."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable, MutableSequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import cycle
from multiprocessing.sharedctypes import RawArray
from typing import Any, Final

from stolik.games.contract import View
from stolik.service import bot_worker

log = logging.getLogger(__name__)

TICKETS: Final = 4096
"""More questions than are ever thought about at once."""

Withdrawn = MutableSequence[int]
"""[ticket]: 1 when the answer to the question of that number is no longer wanted; shared with the processes."""
NewPool = Callable[[Withdrawn], Executor]


def free_cores() -> int:
    """How many processes may think at once: the service keeps a core for itself."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


class Workers(ProcessPoolExecutor):
    """Processes that end with this one, however it ends, and at once when they are no longer wanted."""

    def __init__(self, withdrawn: Withdrawn) -> None:
        # A fork would share the service's sockets, and the locks of its threads.
        context = multiprocessing.get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        super().__init__(free_cores(), context, bot_worker.begin, (theirs, withdrawn))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cuts the lifeline: a player that thinks long is not waited for."""
        self._lifeline.close()
        super().shutdown(wait, cancel_futures=cancel_futures)


class Thinkers:
    """Asks the processes. They are started when they are wanted."""

    def __init__(self, new_pool: NewPool = Workers) -> None:
        self._new_pool = new_pool
        self._withdrawn: Withdrawn = RawArray("b", TICKETS)
        self._tickets = cycle(range(TICKETS))
        # To ask may mean to start processes, and that takes a while: a thread does it, which alone knows the pool.
        self._clerk = ThreadPoolExecutor(1, "clerk")
        self._pool: Executor | None = None

    def start(self) -> None:
        """Has a process come up before anybody plays: to start the first costs the service a few milliseconds."""
        self._clerk.submit(self._submit, os.getpid)

    def prepare(self, game_name: str, player_name: str) -> None:
        """Has processes come up, and the player compiled in one of them, before anybody waits for it."""
        self._clerk.submit(self._submit, bot_worker.prepare, game_name, player_name)

    async def choose(
        self,
        game_name: str,
        player_name: str,
        seed: str,
        view: View[Any],
        seconds: float | None,
        until: float | None = None,
    ) -> tuple[str, float]:
        """The player's move in the game's notation, and how long it thought: at most so many seconds, if not None.

        `until`, by `time.monotonic`, is when it must have done in any case. To cancel this is to withdraw the question.
        """
        ticket = next(self._tickets)
        self._withdrawn[ticket] = 0
        question = (game_name, player_name, seed, view, seconds, until, ticket)
        try:
            try:
                return await self._ask(*question)
            except BrokenProcessPool:
                # It may have been killed for another's sake. One that dies of this twice would die of it for ever.
                log.warning("worker died game=%s player=%s", game_name, player_name)
                return await self._ask(*question)
        except asyncio.CancelledError:
            self._withdrawn[ticket] = 1
            raise

    async def _ask(self, *question: object) -> tuple[str, float]:
        pool, thinking = await asyncio.wrap_future(self._clerk.submit(self._submit, bot_worker.choose, *question))
        answer = asyncio.wrap_future(thinking)
        answer.add_done_callback(_look_at)
        try:
            # One who stops waiting does not cancel the question itself: a pool that breaks while it has cancelled ones
            # leaves all the others without an answer.
            return await asyncio.shield(answer)
        except BrokenProcessPool:
            self._clerk.submit(self._discard, pool)
            raise

    def _submit(self, function: Callable[..., Any], *args: object) -> tuple[Executor, Future[Any]]:
        pool = self._pool = self._pool or self._new_pool(self._withdrawn)
        try:
            return pool, pool.submit(function, *args)
        except BrokenProcessPool:
            self._discard(pool)
            raise

    def _discard(self, broken: Executor) -> None:
        """Many tables hear of one death: the first of them makes room for a new pool."""
        if self._pool is broken:
            self._pool = None
            broken.shutdown(wait=False)

    async def close(self) -> None:
        """Ends the processes, whatever they think about."""
        await asyncio.wrap_future(self._clerk.submit(self._stop))
        self._clerk.shutdown(wait=False)

    def _stop(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)


def _look_at(done: asyncio.Future[Any]) -> None:
    """Takes notice of a failure that nobody may wait for."""
    if not done.cancelled():
        done.exception()
