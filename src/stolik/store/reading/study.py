"""Reads every finished game of a store, for studies: without an event loop, and without changing anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from stolik.contract import packages
from stolik.store.address import read_address, shown
from stolik.store.database.schema import seats, tables
from stolik.store.errors import CannotOpen, NoSuchTable
from stolik.store.reading.queries import load, stored_tables
from stolik.store.stored import StoredTable

PAGE: Final = 200
"""Games that are read at once: few enough for little memory."""


def finished_games(
    address: str | Path | None = None, game: str | None = None, player: str | None = None
) -> Iterator[StoredTable]:
    """Every finished game of a store, the first to end first; raises StoreError."""
    with _opened(address) as engine:
        after: tuple[float, str] | None = None
        while page := _page(engine, game, player, after):
            yield from page
            after = page[-1].facts.ended or 0.0, page[-1].facts.id


def finished_game(address: str | Path | None, table_id: str) -> StoredTable:
    """A finished game of a store by its id; raises StoreError."""
    with _opened(address) as engine, engine.connect() as connection:
        stored = load(connection, table_id)
    if stored.facts.ended is None:
        raise NoSuchTable(f"the game {table_id!r} is not over")
    return stored


@contextmanager
def _opened(address: str | Path | None) -> Iterator[Engine]:
    url = read_address(address)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise CannotOpen(f"there is no file {url.database!r}")
    with _engine(url) as engine:
        yield engine


@contextmanager
def _engine(url: URL) -> Iterator[Engine]:
    try:
        engine = create_engine(url)
    except ModuleNotFoundError:
        raise CannotOpen(f"PostgreSQL needs {packages.not_installed('psycopg')}") from None
    try:
        yield engine
    except SQLAlchemyError as error:
        why = getattr(error, "orig", None) or error
        raise CannotOpen(f"cannot read {shown(url)}: {why}") from error
    finally:
        engine.dispose()


def _page(engine: Engine, game: str | None, player: str | None, after: tuple[float, str] | None) -> list[StoredTable]:
    with engine.connect() as connection:
        ids = _ids(connection, game, player, after)
        found = {table.facts.id: table for table in stored_tables(connection, ids)}
    return [found[table_id] for table_id in ids]


def _ids(connection: Connection, game: str | None, player: str | None, after: tuple[float, str] | None) -> list[str]:
    query = select(tables.c.id).where(tables.c.ended.is_not(None))
    if game is not None:
        query = query.where(tables.c.game == game)
    if player is not None:
        query = query.where(tables.c.id.in_(select(seats.c.table_id).where(seats.c.player == player)))
    if after is not None:
        query = query.where(tuple_(tables.c.ended, tables.c.id) > tuple_(*after))
    return list(connection.scalars(query.order_by(tables.c.ended, tables.c.id).limit(PAGE)))
