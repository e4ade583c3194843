"""The connections to a store's database, one that writes and a few that read; upgrades the schema."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from sqlite3 import Connection as SQLiteConnection
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from msgspec import Struct, structs
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, inspect, select
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from stolik.contract import packages
from stolik.store import address
from stolik.store.database.damage import check_files
from stolik.store.database.locks import LOCK_SECONDS, RETRY_SECONDS, is_lock
from stolik.store.errors import CannotOpen, Damaged
from stolik.store.ownership.lease import TERM
from stolik.store.ownership.taking import wait_until_free

READERS: Final = 2
"""Threads that read. Reads are short; more threads would only take processor time from the event loop."""

# A lock number that no other program is likely to use: two processes must not upgrade the schema at once.
_UPGRADE_LOCK: Final = 0x53544F4C494B

BUSY_SECONDS: Final = 1.0
"""How long the database itself waits for a lock. The store tries again, and can be closed in between."""
MOST_CHECKED: Final = 256 * 1024 * 1024
"""A SQLite file up to this size is checked for damage at each start, in about a second."""

# A database that has vanished from the network is noticed in seconds; the system's own limits are many minutes.
_PATIENCE: Final = {
    "connect_timeout": 2,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}

_MIGRATIONS: Final = Path(__file__).parent / "migrations"


class Database(Struct, frozen=True):
    """Two sets of connections to one database."""

    writing: Engine
    reading: Engine
    is_new: bool = False
    """Whether there was no store before: whoever expected one must be told."""

    def close(self) -> None:
        """Closes every connection."""
        self.reading.dispose()
        self.writing.dispose()


def open_database(url: URL, *, alone: bool = True) -> Database:
    """Connects and upgrades the schema to the newest; raises CannotOpen.

    A store that is in use is left as it is. Unless the caller must be `alone`, it may be in use when its schema is the
    newest.
    """
    is_sqlite = url.get_backend_name() == "sqlite"
    try:
        database = _sqlite(url) if is_sqlite else _postgresql(url)
    except ModuleNotFoundError:
        raise CannotOpen(f"PostgreSQL needs {packages.not_installed('psycopg')}") from None
    except OSError as error:
        raise CannotOpen(f"cannot make the folder of {url.database!r}: {error.strerror}") from error
    shown = address.shown(url)
    try:
        if alone or not _is_newest(database.reading):
            wait_until_free(database.reading)
        if is_sqlite:
            _check_pages(database.reading, Path(str(url.database)))
        is_new = _upgrade_when_free(database.writing)
    except CommandError as error:  # its migrations are none of ours
        database.close()
        why = "a newer Stolik has upgraded it: install that version, or restore a backup"
        raise CannotOpen(f"cannot open {shown}: {why}") from error
    except SQLAlchemyError as error:
        database.close()
        raise CannotOpen(f"cannot open {shown}: {getattr(error, 'orig', None) or error}") from error
    except CannotOpen:
        database.close()
        raise
    return structs.replace(database, is_new=is_new)


def _check_pages(engine: Engine, file: Path) -> None:
    """Raises Damaged when pages of a SQLite file are broken. A large file is not read to its end at each start."""
    if file.stat().st_size > MOST_CHECKED:
        return
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise Damaged(f"{str(file)!r} is damaged ({found}): restore a backup")


def _is_newest(engine: Engine) -> bool:
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    return found == ScriptDirectory(str(_MIGRATIONS)).get_current_head()


def _upgrade_when_free(engine: Engine) -> bool:
    """Upgrades the schema, and waits for a while if another process has locked it; returns whether it was empty."""
    until = monotonic() + LOCK_SECONDS
    while True:
        try:
            with engine.connect() as connection:
                is_new = not inspect(connection).has_table("alembic_version")
            upgrade(engine)
        except OperationalError as error:
            if not is_lock(error) or monotonic() >= until:
                raise
            sleep(RETRY_SECONDS)
        else:
            return is_new


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
    file = Path(str(url.database))
    file.parent.mkdir(parents=True, exist_ok=True)
    check_files(file)
    if not file.exists():
        file.touch()

    def connect() -> SQLiteConnection:
        # Never makes the file: a store that was moved away while it is in use must not be replaced by an empty one.
        where = f"file:{quote(str(file.absolute()))}?mode=rw"
        return sqlite3.connect(where, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)

    writing = create_engine(url, creator=connect, pool_size=1)
    reading = create_engine(url, creator=connect, pool_size=READERS)
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
        except sqlite3.OperationalError as error:
            if not is_lock(error) or monotonic() >= until:
                raise
            sleep(RETRY_SECONDS)
        else:
            return


def _postgresql(url: URL) -> Database:
    writing = create_engine(url, pool_size=1, connect_args={"autocommit": True, **_PATIENCE})
    _begin_with(writing, "BEGIN")

    @event.listens_for(writing, "connect")
    def connected(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver is optional
        # What waits longer is tried again. A transaction that the network has cut off must not keep its locks.
        connection.execute(f"SET lock_timeout = '{BUSY_SECONDS:g}s'")
        connection.execute(f"SET idle_in_transaction_session_timeout = '{TERM:g}s'")

    # All queries of a read see one snapshot, as with SQLite.
    reading = create_engine(
        url, pool_size=READERS, pool_pre_ping=True, isolation_level="REPEATABLE READ", connect_args=_PATIENCE
    )
    return Database(writing, reading)
