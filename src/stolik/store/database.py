"""The connections to a store's database: one that writes, a few that read, and the schema brought up to date."""

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
"""Threads that read. Reading is short; more of them would only take the processor from the event loop."""

# Any number that no other program is likely to lock: it keeps two of us from upgrading the schema at once.
_UPGRADE_LOCK: Final = 0x53544F4C494B

_MIGRATIONS: Final = Path(__file__).parent / "migrations"


class Database(Struct, frozen=True):
    """Two sets of connections to one database."""

    writing: Engine
    reading: Engine

    def close(self) -> None:
        """Lets go of every connection."""
        self.reading.dispose()
        self.writing.dispose()


def open_database(url: URL) -> Database:
    """Connects, and brings the schema to the newest; raises CannotOpen."""
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
    """Brings the schema to the newest, or waits until another process has done so."""
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
    # Many rows to a statement: row by row, sqlite3 would give the interpreter away and wait for it again at each.
    writing.dialect.use_insertmanyvalues_wo_returning = True
    # Whoever begins by reading and then writes can find that another was faster, and must start again: so lock at once.
    _prepare(writing, "BEGIN IMMEDIATE", "journal_mode = WAL", "foreign_keys = ON", "synchronous = FULL")
    _prepare(reading, "BEGIN", "query_only = ON")
    return Database(writing, reading)


def _prepare(engine: Engine, begin: str, *pragmas: str) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: SQLiteConnection, _record: object) -> None:
        connection.isolation_level = None  # Python's own BEGIN comes too late to protect what is read first
        for pragma in pragmas:
            _set(connection, pragma)

    _begin_with(engine, begin)


def _begin_with(engine: Engine, begin: str) -> None:
    """For drivers that are told to begin no transactions by themselves: a single statement needs none."""

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _set(connection: SQLiteConnection, pragma: str) -> None:
    """Waits while another process makes the same new file: SQLite does not, when the journal's mode is changed."""
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
    # One snapshot for the several queries of a reader, as SQLite gives it.
    reading = create_engine(url, pool_size=READERS, pool_pre_ping=True, isolation_level="REPEATABLE READ")
    return Database(writing, reading)
