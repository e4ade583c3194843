"""The store, for code in the event loop: writes of many tables share a commit, and reads do not block the loop.

One thread writes. The writes that come while it is busy become its next batch: an idle store answers after one
commit, and a busy one puts hundreds of entries into each. A write is done when it is on disk, and nobody may be told
of a move earlier. Writes are done in the order in which they came, and writes with no `await` between them are in one
commit. A table in play uses the store through `Scribe`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from stolik.contract import HouseRules, Player, Seat
from stolik.log import LogEntry
from stolik.store import opinions, reader
from stolik.store.address import read_address
from stolik.store.database import READERS, Database, open_database
from stolik.store.errors import ReadFailed, StoreError, StoreFull, WriteFailed
from stolik.store.ids import new_id
from stolik.store.stored import Session, StoredTable, TableFacts, Tally
from stolik.store.writer import Writer
from stolik.store.writes import Append, Finish, HoldName, OpenTable, TakeSeat, Write
from stolik.table.events import Ended
from stolik.table.inputs import Input

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Done = Callable[[StoreError | None], None]
"""Called when a write is on disk (None), or with the error."""

MAX_WAITING: Final = 10_000
"""The most writes that may wait: enough for thousands of tables with a move each, while memory stays bounded."""

ENOUGH: Final = 256
"""If so many writes wait, the next commit begins at once, before the callbacks of the last one."""

LARGE_BATCH: Final = 16
GATHERING: Final = 0.001
"""Seconds to wait for answers after a large batch: a commit costs as much processor time as a hundred entries."""

ANSWER_TIME: Final = 5.0
"""Seconds after which a database that does not answer is reported as down; a commit takes a thousandth of that."""

PAGE: Final = 50
"""The default length of a list."""


@asynccontextmanager
async def open_store(address: str | Path | None = None) -> AsyncIterator[Store]:
    """Opens a store by path or URL and upgrades its schema; at the end, waiting writes are written first."""
    url = read_address(address)
    with ThreadPoolExecutor(1, "store-writer") as writing, ThreadPoolExecutor(READERS, "store-reader") as reading:
        database = await asyncio.get_running_loop().run_in_executor(writing, open_database, url)
        store = Store(database, writing, reading)
        try:
            yield store
        finally:
            await store.close()
            database.close()


class Store:
    """Records, seats and results of every table. Made by `open_store`; belongs to the loop that made it."""

    def __init__(self, database: Database, writing: ThreadPoolExecutor, reading: ThreadPoolExecutor) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(database.writing)
        self._writing_to, self._reading_from = database.writing, database.reading
        self._writing, self._reading = writing, reading
        self.on_batch: Callable[[int, float], None] = lambda _writes, _seconds: None
        """Called with the number of writes of each batch, and the seconds that the database took."""
        self.failure: StoreError | None = None
        """Why the last batch was not written, if it was not."""
        self._waiting: list[Write] = []
        self._callbacks: list[Done] = []
        """The callback of each waiting write."""
        self._busy = self._closed = False
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._idle = asyncio.Event()
        self._idle.set()

    # Writing

    async def open_table(
        self, game: str, setup: str, rules: HouseRules, at: float, seats: Mapping[Seat, Player] | None = None
    ) -> str:
        """Writes a new table, with the players whose seats are known; returns its id."""
        await self.room()
        table_id, written = self.begin_table(game, setup, rules, at, seats)
        await written
        return table_id

    def begin_table(
        self,
        game: str,
        setup: str,
        rules: HouseRules,
        at: float,
        seats: Mapping[Seat, Player] | None = None,
        port: int | None = None,
    ) -> tuple[str, asyncio.Future[None]]:
        """Like `open_table`, without waiting: returns its id, and a future that is done when it is on disk."""
        table_id = new_id(at)
        return table_id, self._promise(OpenTable(table_id, at, game, setup, rules, seats or {}, port))

    def take_seat(self, table_id: str, seat: Seat, player: Player, at: float) -> asyncio.Future[None]:
        """Writes that the seat, and its result, belong to this player from now on."""
        return self._promise(TakeSeat(table_id, at, seat, player))

    def append(self, table_id: str, number: int, at: float, input_: Input) -> asyncio.Future[None]:
        """Adds an accepted input to a record as its entry of that number, counted from 0."""
        return self._promise(Append(table_id, at, number, input_))

    def finish(self, table_id: str, number: int, at: float, outcome: Ended) -> asyncio.Future[None]:
        """Writes the outcome of a game whose record has `number` entries, and the results of all its players."""
        return self._promise(Finish(table_id, at, number, outcome))

    def hold_name(self, session: Session, free_before: float) -> asyncio.Future[None]:
        """Claims a name, or keeps it; `session_of` says afterwards whether it worked."""
        return self._promise(HoldName(session, free_before))

    async def keep_opinions(self, game: str, version: str, text: str) -> None:
        """Stores the opinions about a finished game, in a separate commit: nobody waits for it. Raises StoreError."""
        objection = self._objection()
        if objection is not None:
            raise objection

        def write() -> None:
            try:
                with self._writing_to.begin() as connection:
                    opinions.keep(connection, game, version, text)
            except SQLAlchemyError as error:
                raise WriteFailed(f"not written: {getattr(error, 'orig', None) or error}") from error

        await self._loop.run_in_executor(self._writing, write)

    async def room(self) -> None:
        """Waits while too many writes wait; a caller with many writes calls it before each."""
        while len(self._waiting) >= MAX_WAITING:
            self._has_room.clear()
            await self._has_room.wait()

    async def written(self) -> None:
        """Waits until no write waits."""
        await self._idle.wait()

    async def close(self) -> None:
        """Refuses new writes, and waits for the old ones."""
        self._closed = True
        await self.written()
        await self._loop.run_in_executor(self._writing, self._writer.close)

    def put(self, write: Write, done: Done) -> None:
        """Adds a write; `done` is called, after this has returned, when it is on disk or has failed."""
        error = self._objection()
        if error is not None:
            self._loop.call_soon(done, error)
            return
        self._waiting.append(write)
        self._callbacks.append(done)
        if not self._busy:
            self._busy = True
            self._idle.clear()
            # Not at once: all writes of this turn of the event loop go into the batch.
            self._loop.call_soon(self._write_waiting)

    def _promise(self, write: Write) -> asyncio.Future[None]:
        future = self._loop.create_future()
        self.put(write, partial(_keep_promise, future))
        return future

    def _objection(self) -> StoreError | None:
        if self._closed:
            return WriteFailed("not written: the store is closed")
        if len(self._waiting) >= MAX_WAITING:
            return StoreFull(f"{MAX_WAITING} writes wait for the database already")
        return None

    def _write_waiting(self) -> None:
        batch, self._waiting = self._waiting, []
        callbacks, self._callbacks = self._callbacks, []
        self._has_room.set()
        self._writing.submit(self._write, batch, callbacks)

    def _write(self, batch: list[Write], callbacks: list[Done]) -> None:
        """Runs in the writing thread."""
        began = time.perf_counter()
        errors = self._writer.write(batch)
        took = time.perf_counter() - began
        self._loop.call_soon_threadsafe(self._tell, callbacks, errors, took)
        # After the callbacks: nobody waits for this.
        error = self._writer.tidy()
        if error is not None:
            log.warning(LogEntry("store is not tidied", error=error))

    def _tell(self, callbacks: list[Done], errors: list[StoreError | None], took: float) -> None:
        self.on_batch(len(callbacks), took)
        self._note_failure(errors[0] if all(isinstance(error, WriteFailed) for error in errors) else None)
        is_enough = len(self._waiting) >= ENOUGH
        if is_enough:
            self._write_waiting()
        for done, error in zip(callbacks, errors, strict=True):
            try:
                done(error)
            except Exception as wrong:  # the other callbacks must be called too
                self._loop.call_exception_handler({"message": "after a write", "exception": wrong})
        if not is_enough:
            # Messages that have arrived are read first, so that their writes go into the next batch.
            self._loop.call_soon(self._loop.call_soon, self._go_on, len(callbacks))

    def _go_on(self, written: int) -> None:
        """Writes the next batch. After a large batch it waits a moment, because many answers come soon."""
        if written >= LARGE_BATCH and len(self._waiting) < written // 2:
            self._loop.call_later(GATHERING, self._go_on, 0)
        elif self._waiting:
            self._write_waiting()
        else:
            self._busy = False
            self._idle.set()

    def _note_failure(self, error: StoreError | None) -> None:
        if error is not None and self.failure is None:
            log.error(LogEntry("store fails", error=error))
        elif error is None and self.failure is not None:
            log.info(LogEntry("store works again"))
        self.failure = error

    async def check(self) -> StoreError | None:
        """The error if the store cannot write now: the last batch failed, or the database does not answer."""
        try:
            async with asyncio.timeout(ANSWER_TIME):
                return self.failure or await self._loop.run_in_executor(self._writing, self._writer.check)
        except TimeoutError:
            return WriteFailed(f"the database has not answered for {ANSWER_TIME:g} s")

    # Reading

    async def load(self, table_id: str) -> StoredTable:
        """A table and its record; raises NoSuchTable."""
        return await self._read(reader.load, table_id)

    async def load_unfinished(self) -> list[StoredTable]:
        """Every table whose game has not ended: a service restores these after a crash."""
        return await self._read(reader.unfinished)

    async def finished_tables(
        self, game: str | None = None, player: str | None = None, before: str | None = None, limit: int = PAGE
    ) -> list[TableFacts]:
        """Finished tables, the last to end first; for the next page, `before` is the last id of this one."""
        return await self._read(reader.finished, game, player, before, limit)

    async def counted_tables(self, game: str, after: tuple[float, str] | None, limit: int) -> list[TableFacts]:
        """Finished tables of a game that are rated, the first to end first; `after` is a table's end and id."""
        return await self._read(reader.counted, game, after, limit)

    async def tallies(
        self, game: str | None = None, names: Collection[str] | None = None, limit: int = PAGE
    ) -> list[Tally]:
        """Wins, draws and losses of each player at each game, the most wins first; `names`: only of these players."""
        return await self._read(reader.tallies, game, names, limit)

    async def known_since(self, player: str) -> float | None:
        """When a player of that name first took a seat; None when nobody did."""
        return await self._read(reader.known_since, player)

    async def session_of(self, token: str) -> Session | None:
        """The session with that hash of a token; None if there is none."""
        return await self._read(reader.session_of, token)

    async def held_names(self, seen_after: float) -> list[tuple[str, float]]:
        """The names that people hold with a token, and when each was last here, if that is later than a time."""
        return await self._read(reader.held_names, seen_after)

    async def opinions_of(self, game: str, version: str) -> str | None:
        """The opinions of a version of Stolik about a finished game; None if there are none."""
        return await self._read(opinions.kept, game, version)

    async def _read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def ask() -> T:
            try:
                with self._reading_from.begin() as connection:
                    return query(connection, *args, **kwargs)
            except SQLAlchemyError as error:
                raise ReadFailed(f"not read: {getattr(error, 'orig', None) or error}") from error

        return await self._loop.run_in_executor(self._reading, ask)


def _keep_promise(future: asyncio.Future[None], error: StoreError | None) -> None:
    if future.done():
        return  # the waiting task was cancelled
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
