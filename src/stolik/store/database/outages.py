"""Tells an outage from a wrong write, and says in words what is the matter: without addresses and passwords."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from stolik.store.database.locks import is_lock
from stolik.store.errors import StoreError, Unavailable, WriteFailed

_LOCKED: Final = "another program has locked the store"
_FULL: Final = "the disk of the store is full"
_READ_ONLY: Final = "the store is read-only"
_DAMAGED: Final = "the store's file is damaged"
_SILENT: Final = "the database cannot be reached"
_OTHER: Final = "the database refuses to work"

_SQLITE: Final = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: "the store's file cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk of the store does not work",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
}
_POSTGRESQL: Final = {
    "53100": _FULL,
    "25006": _READ_ONLY,
    "53300": "the database has no connection left",
    "57P01": "the database is being stopped",
    "57P02": "the database has crashed",
    "57P03": "the database is starting",
}


def in_words(error: BaseException) -> str:
    """What is the matter with the database, for anybody to read."""
    cause = getattr(error, "orig", None) or error
    if is_lock(cause):
        return _LOCKED
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return _SQLITE.get(code & 0xFF, _OTHER)
    state = getattr(cause, "sqlstate", None)
    if state is not None:
        return _POSTGRESQL.get(state, _OTHER)
    return _SILENT  # a lost connection has no code of its own


def read_error(error: Exception, driver: Any) -> StoreError:  # noqa: ANN401 - a module with the errors of DB-API 2
    """The store's error for an error of the database or of a write; it may come from SQLAlchemy or from the driver."""
    cause = getattr(error, "orig", None) or error
    is_of_database = isinstance(cause, driver.Error | SQLAlchemyError | OSError)
    if not is_of_database or isinstance(cause, driver.IntegrityError | driver.DataError):
        hint = " (is there such a table?)" if isinstance(cause, driver.IntegrityError) else ""
        told: StoreError = WriteFailed(f"not written: {cause}{hint}")
    else:
        told = Unavailable(in_words(error))
    told.__cause__ = error
    return told
