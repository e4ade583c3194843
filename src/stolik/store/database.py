"""The connections to a store's database, one that writes and a few that read; upgrades the schema."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from sqlite3 import OperationalError
from time import monotonic, sleep
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, select
from sqlalchemy.exc import SQLAlchemyError

from stolik.contract import packages
from stolik.store.errors import CannotOpen
from stolik.store.locks import LOCK_SECONDS, RETRY_SECONDS, is_lock

READERS: Final = 2
"""Threads that read. Reads are short; more threads would only take processor time from the event loop."""

# A lock number that no other program is likely to use: two processes must not upgrade the schema at once.
_UPGRADE_LOCK: Final = 0x53544F4C494B

_MIGRATIONS: Final = Path(__file__).parent / "migrations"


class Database(Struct, frozen=True):
    """Two sets of connections to one database."""

    writing: Engine
    reading: Engine

    def close(self) -> None:
        """Closes every connection."""
        self.reading.dispose()
        self.writing.dispose()


def open_database(url: URL) -> Database:
    """Connects and upgrades the schema to the newest; raises CannotOpen."""
    try:
        database = _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)
    except ModuleNotFoundError:
        raise CannotOpen(f"PostgreSQL needs {packages.not_installed('psycopg')}") from None
    except OSError as error:
        raise CannotOpen(f"cannot make the folder of {url.database!r}: {error.strerror}") from error
    try:
        upgrade(database.writing)
    except (SQLAlchemyError, CommandError) as error:
        database.close()
        why = getattr(error, "orig", None) or error
        raise CannotOpen(f"cannot open {url.render_as_string(hide_password=True)}: {why}") from error
    return database


def upgrade(engine: Engine, to: str = "head") -> None:
    """Upgrades the schema to the newest, or waits until another process has done it."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_UPGRADE_LOCK)))
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def _sqlite(url: URL) -> Database:
    Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
    writing = create_engine(url, pool_size=1, connect_args={"timeout": LOCK_SECONDS})
    reading = create_engine(url, pool_size=READERS, connect_args={"timeout": LOCK_SECONDS})
    # Many rows per statement: row by row, sqlite3 would release the GIL and wait for it again at each row.
    writing.dialect.use_insertmanyvalues_wo_returning = True
    # Lock at once: a transaction that reads first and then writes fails if another connection has written in between.
    _prepare(writing, "BEGIN IMMEDIATE", "journal_mode = WAL", "foreign_keys = ON", "synchronous = FULL")
    _prepare(reading, "BEGIN", "query_only = ON")
    return Database(writing, reading)


def _prepare(engine: Engine, begin: str, *pragmas: str) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: SQLiteConnection, _record: object) -> None:
        connection.isolation_level = None  # Python's own BEGIN comes only after the first reads
        for pragma in pragmas:
            _set(connection, pragma)

    _begin_with(engine, begin)


def _begin_with(engine: Engine, begin: str) -> None:
    """Begins transactions for a driver that must not begin them by itself: a single statement needs none."""

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _set(connection: SQLiteConnection, pragma: str) -> None:
    """Sets a pragma. Retries while another process makes the same file: for a journal mode, SQLite itself does not."""
    until = monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}")
        except OperationalError as error:
            if not is_lock(error) or monotonic() >= until:
                raise
            sleep(RETRY_SECONDS)
        else:
            return


def _postgresql(url: URL) -> Database:
    writing = create_engine(url, pool_size=1, connect_args={"autocommit": True})
    _begin_with(writing, "BEGIN")
    # All queries of a read see one snapshot, as with SQLite.
    reading = create_engine(url, pool_size=READERS, pool_pre_ping=True, isolation_level="REPEATABLE READ")
    return Database(writing, reading)
