"""Notices that the file of a SQLite store was moved, deleted or replaced: SQLite goes on writing to the old file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from sqlalchemy import Engine

from stolik.store.errors import Unavailable

WORDS: Final = "the store's file was moved or replaced: put it back, or start the service again"


def watched_place(engine: Engine) -> Callable[[], None]:
    """A check that raises Unavailable while another file, or none, is where the store's was."""
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    was = _identity(file)

    def check() -> None:
        if was is not None and _identity(file) != was:
            raise Unavailable(WORDS)

    return check


def _identity(file: str | None) -> tuple[int, int] | None:
    try:
        found = os.stat(file) if file else None
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if found else None
