"""The queue of writes: one thread writes, in batches, and the event loop goes on.

The writes that come while the thread is busy become its next batch: an idle store answers after one commit, and a busy
one puts hundreds of entries into each.

An outage is a pause: what could not be written is tried again until the database answers. While `pausing` is set,
tables stand still. Memory is bounded because nothing is read from players while the queue `is_full`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from itertools import repeat
from typing import Final, Protocol, TypeVar

from stolik.log import LogEntry
from stolik.store.errors import LeaseLost, StoreError, Unavailable, WriteFailed
from stolik.store.ownership.lease import RENEWAL
from stolik.store.writes import Write

log = logging.getLogger(__name__)

T = TypeVar("T")

Done = Callable[[StoreError | None], None]
"""Called when a write is on disk (None), or with the error."""
Batch = list[tuple[Write, Done]]
Errors = list[StoreError | None]

MAX_WAITING: Final = 10_000
"""When so many writes wait, tables stand still and nothing more is read from their players."""

ENOUGH: Final = 256
"""If so many writes wait, the next commit begins at once, before the callbacks of the last one."""

LARGE_BATCH: Final = 16
GATHERING: Final = 0.001
"""Seconds to wait for answers after a large batch: a commit costs as much processor time as a hundred entries."""

STALL: Final = 1.0
"""Seconds after which a database that does not answer is reported as down; a commit takes a hundredth of that."""
FIRST_RETRY: Final = 0.1
LAST_RETRY: Final = 1.0
"""Seconds between two attempts during an outage, at its beginning and later."""


class BatchWriter(Protocol):
    """What a store needs of `Writer`. All of it runs in the writing thread."""

    @property
    def fence(self) -> int:
        """The node that writes."""

    def write(self, batch: list[Write]) -> list[StoreError | None]:
        """Writes a batch; returns the error of each write."""

    def tidy(self) -> StoreError | None:
        """Does what nobody waits for."""

    def renew(self) -> StoreError | None:
        """Extends the lease."""

    def keep_opinions(self, game: str, version: str, text: str) -> StoreError | None:
        """Stores the opinions about a game."""

    def forget_names(self, before: float, at_most: int) -> int | StoreError:
        """Deletes names that were last used before that time; returns how many."""

    def take_over(self, at_most: int) -> list[str] | StoreError:
        """Takes tables whose node has ended; returns their ids."""

    def give_back(self) -> StoreError | None:
        """Gives the lease back."""

    def close(self) -> None:
        """Closes the connection."""


class WriteQueue:
    """The writes of one store, in order."""

    def __init__(self, writer: BatchWriter, writing: Executor) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer = writer
        self._writing = writing
        self.on_batch: Callable[[int, float], None] = lambda _writes, _seconds: None
        """Called with the number of writes of each batch, and the seconds that the database took."""
        self.on_pause: Callable[[bool], None] = lambda _pausing: None
        """Called with True when `pausing` is set, and with False when it is over."""
        self.on_lost: Callable[[LeaseLost], None] = lambda _error: None
        """Called when another process has taken the lease: nothing more can be written."""
        self.failure: StoreError | None = None
        """Why the database does not work, while it does not."""
        self.pausing = False
        """Whether tables must stand still: the database does not answer, or too many writes wait."""
        self._waiting: Batch = []
        self._busy = self._closed = self._probing = self._is_in_thread = False
        self._for_room: list[Callable[[], None]] = []
        """Called when there is room again."""
        self._idle = asyncio.Event()
        self._idle.set()
        self._stalled_since: float | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._retry_after = FIRST_RETRY
        self._renewal = self._loop.call_later(RENEWAL, self._renew)

    @property
    def is_full(self) -> bool:
        """Whether nothing more should be read from players."""
        return len(self._waiting) >= MAX_WAITING

    async def room(self) -> None:
        """Waits while too many writes wait; a caller with many writes calls it before each."""
        while self.is_full:
            room = asyncio.Event()
            self.when_room(room.set)
            await room.wait()

    def when_room(self, act: Callable[[], None]) -> None:
        """Calls `act` soon, when not too many writes wait."""
        if self.is_full:
            self._for_room.append(act)
        else:
            self._loop.call_soon(act)

    def _make_room(self) -> None:
        acts, self._for_room = self._for_room, []
        for act in acts:
            self._loop.call_soon(act)

    async def written(self) -> None:
        """Waits until no write waits."""
        await self._idle.wait()

    async def in_thread(self, act: Callable[[], T]) -> T:
        """Calls `act` in the writing thread, between two batches."""
        return await self._loop.run_in_executor(self._writing, act)

    def give_up(self) -> None:
        """Closes the queue although the database does not answer: nobody was told of what is not written."""
        self._end(WriteFailed("not written: the service stopped before the database answered"))

    async def close(self) -> None:
        """Refuses new writes, waits for the old ones, and gives the lease back."""
        self._closed = True
        await self.written()
        self._cancel_timers()
        if not isinstance(self.failure, LeaseLost):
            await self.in_thread(self._writer.give_back)
        await self.in_thread(self._writer.close)

    def check(self) -> StoreError | None:
        """Why the store cannot write now; None if it can. The lease is renewed often: this is seconds old at most."""
        if self.failure is not None or self._stalled_since is None:
            return self.failure
        return Unavailable(f"the database has not answered for {self._loop.time() - self._stalled_since:.0f} s")

    @property
    def objection(self) -> StoreError | None:
        """Why nothing can be written any more; None if it can."""
        if isinstance(self.failure, LeaseLost):
            return self.failure
        return WriteFailed("not written: the store is closed") if self._closed else None

    def put(self, write: Write, done: Done) -> None:
        """Adds a write; `done` is called, after this has returned, when it is on disk or can never be."""
        if self._closed:
            self._loop.call_soon(done, self.objection)
            return
        self._waiting.append((write, done))
        if not self._busy:
            self._busy = True
            self._idle.clear()
            # Not at once: all writes of this turn of the event loop go into the batch.
            self._loop.call_soon(self._write_waiting)
        elif len(self._waiting) == MAX_WAITING:
            self._look_at_pause()

    def _write_waiting(self) -> None:
        batch, self._waiting = self._waiting, []
        self._is_in_thread = True
        self._make_room()
        self._ask_thread(self._write, batch)
        self._look_at_pause()

    def _write(self, batch: Batch) -> None:
        """Runs in the writing thread."""
        began = time.perf_counter()
        errors = self._writer.write([write for write, _ in batch])
        took = time.perf_counter() - began
        self._loop.call_soon_threadsafe(self._tell, batch, errors, took)
        # After the callbacks: nobody waits for this.
        error = self._writer.tidy()
        if error is not None:
            log.warning(LogEntry("store is not tidied", error=error.__cause__ or error))

    def _tell(self, batch: Batch, errors: Errors, took: float) -> None:
        self._is_in_thread = False
        written = len(batch)
        self.on_batch(written, took)
        wrong = [error for error in errors if error is not None]
        self._answered(next((error for error in wrong if isinstance(error, Unavailable | LeaseLost)), None))
        if wrong:
            batch, errors = self._set_back(batch, errors)
        is_enough = self._busy and self._retry is None and len(self._waiting) >= ENOUGH
        if is_enough:
            self._write_waiting()
        self._call_all(batch, errors)
        if self._busy and self._retry is None and not is_enough:
            # Messages that have arrived are read first, so that their writes go into the next batch.
            self._loop.call_soon(self._loop.call_soon, self._go_on, written)

    def _set_back(self, batch: Batch, errors: Errors) -> tuple[Batch, Errors]:
        """Puts what must be tried again before all that waits; returns the rest."""
        if not self._busy:  # the queue was closed in the meantime
            return batch, errors
        self._waiting[:0] = [pair for pair, error in zip(batch, errors, strict=True) if isinstance(error, Unavailable)]
        kept = [number for number, error in enumerate(errors) if not isinstance(error, Unavailable)]
        return [batch[number] for number in kept], [errors[number] for number in kept]

    def _go_on(self, written: int) -> None:
        """Writes the next batch. After a large batch it waits a moment, because many answers come soon."""
        if written >= LARGE_BATCH and len(self._waiting) < written // 2:
            self._loop.call_later(GATHERING, self._go_on, 0)
        elif self._waiting:
            self._write_waiting()
        else:
            self._busy = False
            self._idle.set()

    def _call_all(self, batch: Batch, errors: Iterable[StoreError | None]) -> None:
        for (_, done), error in zip(batch, errors, strict=False):
            try:
                done(error)
            except Exception as wrong:  # the other callbacks must be called too
                self._loop.call_exception_handler({"message": "after a write", "exception": wrong})

    # Outages

    def _ask_thread(self, act: Callable[..., None], *arguments: object) -> None:
        """Has the thread call the database; an answer that takes too long is a pause."""
        self._cancel(self._retry)
        self._retry = None
        if self._stall is None:
            self._stall = self._loop.call_later(STALL, self._stalled, self._loop.time())
        self._writing.submit(act, *arguments)

    def _stalled(self, since: float) -> None:
        self._stalled_since = since
        log.warning(LogEntry("store stalls"))
        self._look_at_pause()

    def _answered(self, error: StoreError | None) -> None:
        """The database has answered: it works (None), or there is an outage, or the lease is lost."""
        self._cancel(self._stall)
        self._stall = self._stalled_since = None
        if isinstance(error, LeaseLost):
            self._end(error)
            return
        self._note_failure(error)
        if error is None:
            self._retry_after = FIRST_RETRY
        elif not self._closed or self._busy:
            self._cancel(self._retry)
            self._retry = self._loop.call_later(self._retry_after, self._try_again)
            self._retry_after = min(2 * self._retry_after, LAST_RETRY)
        self._look_at_pause()

    def _try_again(self) -> None:
        self._retry = None
        if self._waiting:
            self._write_waiting()
        else:
            self._probe()

    def _renew(self) -> None:
        self._renewal = self._loop.call_later(RENEWAL, self._renew)
        if self._retry is None:
            self._probe()

    def _probe(self) -> None:
        """Renews the lease, which is also the test of a database that nobody writes to."""
        if not self._probing:
            self._probing = True
            self._ask_thread(self._renew_in_thread)

    def _renew_in_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._probed, self._writer.renew())

    def _probed(self, error: StoreError | None) -> None:
        self._probing = False
        if not self._is_in_thread and not self._closed:
            self._answered(error)
        elif isinstance(error, LeaseLost):
            self._end(error)

    def _look_at_pause(self) -> None:
        pausing = self.failure is not None or self._stalled_since is not None or self.is_full
        if pausing != self.pausing:
            self.pausing = pausing
            self.on_pause(pausing)

    def _note_failure(self, error: StoreError | None) -> None:
        if error is not None and self.failure is None:
            log.error(LogEntry("store fails", why=error, error=error.__cause__))
        elif error is None and self.failure is not None:
            log.info(LogEntry("store works again"))
        self.failure = error

    def _end(self, error: StoreError) -> None:
        """Writes nothing more: everyone who waits is told the error."""
        self._closed = True
        self._cancel_timers()
        waiting, self._waiting = self._waiting, []
        self._busy = False
        self._idle.set()
        self._make_room()
        if isinstance(error, LeaseLost) and not isinstance(self.failure, LeaseLost):
            log.error(LogEntry("lease lost", why=error))
            self.failure = error
            self._look_at_pause()
            self.on_lost(error)
        self._call_all(waiting, repeat(error))

    def _cancel_timers(self) -> None:
        for timer in (self._retry, self._stall, self._renewal):
            self._cancel(timer)

    def _cancel(self, timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()
