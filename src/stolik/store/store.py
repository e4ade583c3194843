"""The store, for code in the event loop: writes of many tables share a commit, and reads do not block the loop.

A write is done when it is on disk, and nobody may be told of a move earlier. Writes are done in the order in which they
came, and writes with no `await` between them are in one commit (`writing/queue.py`). A table in play uses the store
through `Scribe`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from sqlalchemy import URL, Engine
from sqlalchemy.exc import SQLAlchemyError

from stolik.contract import HouseRules, Player, Seat
from stolik.store.address import read_address, shown
from stolik.store.database.connections import READERS, Database, open_database
from stolik.store.errors import CannotOpen, StoreError
from stolik.store.ids import new_id
from stolik.store.ownership import taking
from stolik.store.ownership.holding import ALL
from stolik.store.ownership.node import this_node
from stolik.store.reading.reading import Reading
from stolik.store.stored import Session, StoredTable
from stolik.store.writes import Append, Finish, HoldName, OpenTable, TakeSeat, Write
from stolik.store.writing.queue import BatchWriter, WriteQueue
from stolik.store.writing.writer import Writer
from stolik.table.events import Ended
from stolik.table.inputs import Input

T = TypeVar("T")


@asynccontextmanager
async def open_store(address: str | Path | None = None, *, alone: bool = True) -> AsyncIterator[Store]:
    """Opens a store by path or URL, upgrades its schema and takes its tables in play; raises CannotOpen.

    `alone`: a store that another process uses is not opened. Otherwise this process becomes one more node, which takes
    only the tables of nodes that have ended. At the end, waiting writes are written first.
    """
    url = read_address(address)
    with ThreadPoolExecutor(1, "store-writer") as writing, ThreadPoolExecutor(READERS, "store-reader") as reading:
        database, writer = await asyncio.get_running_loop().run_in_executor(writing, partial(_open, url, alone=alone))
        store = Store(writer, writing, database.reading, reading)
        store.is_new = database.is_new
        try:
            yield store
        except BaseException:
            if store.failure is not None:  # an error must not wait for the end of an outage
                store.give_up()
            raise
        finally:
            await store.close()
            database.close()


def _open(url: URL, *, alone: bool) -> tuple[Database, Writer]:
    database = open_database(url, alone=alone)
    try:
        fence = taking.take(database.writing, database.reading, this_node(), alone=alone)
    except SQLAlchemyError as error:
        database.close()
        why = getattr(error, "orig", None) or error
        raise CannotOpen(f"cannot open {shown(url)}: {why}") from error
    except CannotOpen:
        database.close()
        raise
    return database, Writer(database.writing, fence)


class Store(WriteQueue, Reading):
    """Records, seats and results of every table. Made by `open_store`; belongs to the loop that made it."""

    def __init__(
        self, writer: BatchWriter, writing: Executor, reading_from: Engine, reading: ThreadPoolExecutor
    ) -> None:
        WriteQueue.__init__(self, writer, writing)
        Reading.__init__(self, reading_from, reading)
        self.is_new = False
        """Whether the store was empty when it was opened: whoever expected games there must be told."""

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
        await self._aside(partial(self._writer.keep_opinions, game, version, text))

    async def forget_names(self, before: float, at_most: int) -> int:
        """Deletes names that were last used before that time, and returns how many. Raises StoreError."""
        return await self._aside(partial(self._writer.forget_names, before, at_most))

    async def take_over(self, at_most: int = ALL) -> list[str]:
        """Takes tables in play whose node has ended, and returns their ids. Raises StoreError."""
        return await self._aside(partial(self._writer.take_over, at_most))

    async def load_unfinished(self) -> list[StoredTable]:
        """Every table of this node whose game has not ended: a service restores these after a crash.

        A table whose record is damaged is left out, and the log says so.
        """
        return await self.load_unfinished_of(self._writer.fence)

    async def _aside(self, act: Callable[[], T | StoreError]) -> T:
        """Writes something between two batches; raises StoreError."""
        error = self.objection or self.failure
        if error is None:
            done: T | StoreError = await self.in_thread(act)
            if not isinstance(done, StoreError):
                return done
            error = done
        raise error

    def _promise(self, write: Write) -> asyncio.Future[None]:
        future = self._loop.create_future()
        self.put(write, partial(_keep_promise, future))
        return future


def _keep_promise(future: asyncio.Future[None], error: StoreError | None) -> None:
    if future.done():
        return  # the waiting task was cancelled
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
