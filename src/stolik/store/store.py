"""The store, as the event loop sees it: writes that many tables share a commit for, and reads that hold nobody up.

One thread writes. Whatever the tables hand in while it is busy becomes its next batch: an idle store answers after one
commit, and a busy one puts hundreds of entries into each. A write is done when it is on disk, and not before: nobody
may be told of a move earlier. Writes are done in the order in which they were handed in, and those that are handed in
with no `await` between them are in one commit. `Scribe` does with this what a table in play needs.
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
"""Hears that a write is on disk, or what went wrong."""

MAX_WAITING: Final = 10_000
"""Writes that may wait for the batch before them: thousands of tables with a move each, and memory stays bounded."""

ENOUGH: Final = 256
"""Writes that are worth a commit at once, while those before them are told."""

LARGE_BATCH: Final = 16
GATHERING: Final = 0.001
"""Seconds to wait for answers to a large batch: a commit takes as much of the processor as a hundred entries."""

ANSWER_TIME: Final = 5.0
"""Seconds after which a database that does not answer is said to be down; a commit takes a thousandth of that."""

PAGE: Final = 50
"""How much of a list is given at once unless more is asked for."""


@asynccontextmanager
async def open_store(address: str | Path | None = None) -> AsyncIterator[Store]:
    """Opens a store by path or URL, its schema brought up to date; at the end, what waits is written first."""
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
        """Hears how many writes each batch had, and how long the database took."""
        self.failure: StoreError | None = None
        """Why the last batch was not written, if it was not."""
        self._waiting: list[Write] = []
        self._to_hear: list[Done] = []
        """Whom to tell of each of them."""
        self._busy = self._closed = False
        self._has_room = asyncio.Event()
        self._has_room.set()
        self._idle = asyncio.Event()
        self._idle.set()

    # Writing

    async def open_table(
        self, game: str, setup: str, rules: HouseRules, at: float, seats: Mapping[Seat, Player] | None = None
    ) -> str:
        """A new table, with the players who are known to have a seat there; its id."""
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
        """The same without waiting: its id, and when it is on disk. What is written of it later is written after it."""
        table_id = new_id(at)
        return table_id, self._promise(OpenTable(table_id, at, game, setup, rules, seats or {}, port))

    def take_seat(self, table_id: str, seat: Seat, player: Player, at: float) -> asyncio.Future[None]:
        """The seat is this player's from now on, and so will its result be."""
        return self._promise(TakeSeat(table_id, at, seat, player))

    def append(self, table_id: str, number: int, at: float, input_: Input) -> asyncio.Future[None]:
        """Adds an accepted input to a record as its entry of that number, counted from 0."""
        return self._promise(Append(table_id, at, number, input_))

    def finish(self, table_id: str, number: int, at: float, outcome: Ended) -> asyncio.Future[None]:
        """The game has ended so, with that many entries in its record; makes the results of all who have a seat."""
        return self._promise(Finish(table_id, at, number, outcome))

    def hold_name(self, session: Session, free_before: float) -> asyncio.Future[None]:
        """Claims a name, or holds it on; `session_of` tells afterwards whether it worked."""
        return self._promise(HoldName(session, free_before))

    async def keep_opinions(self, game: str, version: str, text: str) -> None:
        """Keeps what is thought of a finished game, in a commit of its own: nobody waits for it. Raises StoreError."""
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
        """Waits while too much waits to be written: whoever brings many writes asks before each."""
        while len(self._waiting) >= MAX_WAITING:
            self._has_room.clear()
            await self._has_room.wait()

    async def written(self) -> None:
        """Waits until nothing waits to be written."""
        await self._idle.wait()

    async def close(self) -> None:
        """Takes no more writes, and waits for those that it has."""
        self._closed = True
        await self.written()
        await self._loop.run_in_executor(self._writing, self._writer.close)

    def put(self, write: Write, done: Done) -> None:
        """Hands in a write; `done` is called, after this has returned, when it is on disk or cannot be."""
        error = self._objection()
        if error is not None:
            self._loop.call_soon(done, error)
            return
        self._waiting.append(write)
        self._to_hear.append(done)
        if not self._busy:
            self._busy = True
            self._idle.clear()
            # Not at once: all that happens in this turn of the loop goes into the batch.
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
        to_hear, self._to_hear = self._to_hear, []
        self._has_room.set()
        self._writing.submit(self._write, batch, to_hear)

    def _write(self, batch: list[Write], to_hear: list[Done]) -> None:
        """In the thread that writes."""
        began = time.perf_counter()
        errors = self._writer.write(batch)
        took = time.perf_counter() - began
        self._loop.call_soon_threadsafe(self._tell, to_hear, errors, took)
        # Nobody waits for that.
        error = self._writer.tidy()
        if error is not None:
            log.warning(LogEntry("store is not tidied", error=error))

    def _tell(self, to_hear: list[Done], errors: list[StoreError | None], took: float) -> None:
        self.on_batch(len(to_hear), took)
        self._note_failure(errors[0] if all(isinstance(error, WriteFailed) for error in errors) else None)
        is_enough = len(self._waiting) >= ENOUGH
        if is_enough:
            self._write_waiting()
        for done, error in zip(to_hear, errors, strict=True):
            try:
                done(error)
            except Exception as wrong:  # whoever breaks must not keep the others from hearing
                self._loop.call_exception_handler({"message": "after a write", "exception": wrong})
        if not is_enough:
            # What has come meanwhile is read first, and goes into the next batch.
            self._loop.call_soon(self._loop.call_soon, self._go_on, len(to_hear))

    def _go_on(self, written: int) -> None:
        """Writes what waits; after a large batch that is soon much, as those who were told of it answer."""
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
        """What is wrong, if nothing can be written now: the last batch was not, or the database does not answer."""
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
        """Every table whose game has not ended: what a service takes up again after a crash."""
        return await self._read(reader.unfinished)

    async def finished_tables(
        self, game: str | None = None, player: str | None = None, before: str | None = None, limit: int = PAGE
    ) -> list[TableFacts]:
        """Finished tables, the last to end first; the next page is before the id of this one's last."""
        return await self._read(reader.finished, game, player, before, limit)

    async def counted_tables(self, game: str, after: tuple[float, str] | None, limit: int) -> list[TableFacts]:
        """Finished tables of a game whose result counts, the first to end first; `after` one's end and id."""
        return await self._read(reader.counted, game, after, limit)

    async def tallies(
        self, game: str | None = None, names: Collection[str] | None = None, limit: int = PAGE
    ) -> list[Tally]:
        """Wins, draws and losses of each player at each game, the most wins first; of those names, if any are given."""
        return await self._read(reader.tallies, game, names, limit)

    async def known_since(self, player: str) -> float | None:
        """When a player of that name first took a seat; None when nobody did."""
        return await self._read(reader.known_since, player)

    async def session_of(self, token: str) -> Session | None:
        """The session that the hash of a secret belongs to, if any."""
        return await self._read(reader.session_of, token)

    async def opinions_of(self, game: str, version: str) -> str | None:
        """What that version thought of a finished game, if it is kept."""
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
        return  # whoever waited has gone
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
