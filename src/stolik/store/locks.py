"""Which of a database's errors mean only that another connection holds a lock: those are worth waiting for."""

from __future__ import annotations

import sqlite3
from typing import Final

LOCK_SECONDS: Final = 30.0
"""How long to wait for a lock: another process holds one for a commit, or for an upgrade of the schema."""
RETRY_SECONDS: Final = 0.01

_SQLITE_LOCKS: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# Serialisation failure, deadlock, lock not available.
_POSTGRESQL_LOCKS: Final = ("40001", "40P01", "55P03")


def is_lock(error: BaseException | None) -> bool:
    """Whether the same may succeed when another connection is done."""
    cause = getattr(error, "orig", None) or error
    # The low byte is the error; the others say which kind of it.
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return code in _SQLITE_LOCKS or getattr(cause, "sqlstate", None) in _POSTGRESQL_LOCKS
