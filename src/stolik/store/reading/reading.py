"""The reading side of a store, for code in the event loop: a few threads read, and the loop goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, Final, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from stolik.log import LogEntry
from stolik.store.database.outages import in_words
from stolik.store.errors import ReadFailed
from stolik.store.reading import opinions, queries
from stolik.store.stored import Session, StoredTable, TableFacts, Tally

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

PAGE: Final = 50
"""The default length of a list."""


class Reading:
    """Reads from one database."""

    def __init__(self, reading_from: Engine, reading: ThreadPoolExecutor) -> None:
        self._reading_from, self._reading = reading_from, reading

    async def load(self, table_id: str) -> StoredTable:
        """A table and its record; raises NoSuchTable."""
        return await self._read(queries.load, table_id)

    async def load_unfinished_of(self, fence: int) -> list[StoredTable]:
        """Every table of a node whose game has not ended; one whose record is damaged is left out, and logged."""
        found, damaged = await self._read(queries.unfinished, fence)
        for table_id, error in damaged.items():
            log.error(LogEntry("record damaged", table=table_id, error=error))
        return found

    async def finished_tables(
        self,
        game: str | None = None,
        player: str | None = None,
        before: str | None = None,
        limit: int = PAGE,
        private: bool = False,
    ) -> list[TableFacts]:
        """Finished tables, the last to end first, `private` ones only if asked for.

        For the next page, `before` is the last id of this one.
        """
        return await self._read(queries.finished, game, player, before, limit, private)

    async def counted_tables(self, game: str, after: tuple[float, str] | None, limit: int) -> list[TableFacts]:
        """Finished tables of a game whose result counts, the first to end first; `after` is a table's end and id."""
        return await self._read(queries.counted, game, after, limit)

    async def tallies(
        self, game: str | None = None, names: Collection[str] | None = None, limit: int = PAGE
    ) -> list[Tally]:
        """Wins, draws and losses of each player at each game, the most wins first; `names`: only of these players."""
        return await self._read(queries.tallies, game, names, limit)

    async def known_since(self, player: str) -> float | None:
        """When a player of that name first took a seat; None when nobody did."""
        return await self._read(queries.known_since, player)

    async def session_of(self, token: str) -> Session | None:
        """The session with that hash of a token; None if there is none."""
        return await self._read(queries.session_of, token)

    async def held_names(self, seen_after: float, limit: int) -> list[tuple[str, float]]:
        """The names that people hold with a token, and when each was last here, the latest first."""
        return await self._read(queries.held_names, seen_after, limit)

    async def held_like(self, keys: Collection[str], seen_after: float) -> str | None:
        """The name that somebody holds with a token and that has one of these keys; None if there is none."""
        return await self._read(queries.held_like, keys, seen_after)

    async def opinions_of(self, game: str, version: str) -> str | None:
        """The opinions of a version of Stolik about a finished game; None if there are none."""
        return await self._read(opinions.kept, game, version)

    async def _read(self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        def ask() -> T:
            try:
                with self._reading_from.begin() as connection:
                    return query(connection, *args, **kwargs)
            except SQLAlchemyError as error:
                log.warning(LogEntry("not read", error=getattr(error, "orig", None) or error))
                raise ReadFailed(f"not read: {in_words(error)}") from error
            except msgspec.DecodeError as error:
                log.error(LogEntry("not read", error=error))
                raise ReadFailed("not read: a record in the store is damaged") from error

        return await asyncio.get_running_loop().run_in_executor(self._reading, ask)
