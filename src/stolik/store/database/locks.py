"""Recognises errors that only mean that another connection has a lock: only these are retried."""

from __future__ import annotations

import sqlite3
from typing import Final

LOCK_SECONDS: Final = 30.0
"""How long to retry: another process has a lock during a commit, or during an upgrade of the schema."""
RETRY_SECONDS: Final = 0.01

_SQLITE_LOCKS: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# Serialisation failure, deadlock, lock not available.
_POSTGRESQL_LOCKS: Final = ("40001", "40P01", "55P03")


def is_lock(error: BaseException | None) -> bool:
    """Whether a retry may succeed when another connection has finished."""
    cause = getattr(error, "orig", None) or error
    # The low byte is the error; the other bytes give details.
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return code in _SQLITE_LOCKS or getattr(cause, "sqlstate", None) in _POSTGRESQL_LOCKS
