"""Gives memory back to the system while nobody plays.

All objects are searched for garbage only rarely (`net/loop.py`), and the allocator keeps what is freed in pieces. Both
take tens of milliseconds to put right, so it is done when no move can come.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from stolik.service.tables.live_table import LiveTable
from stolik.table.table import Stage

EVERY: Final = 60.0
"""Seconds between two looks at whether nobody plays."""


class Tidying:
    """Tidies up once after each time of play."""

    def __init__(self, tables: Mapping[str, LiveTable], tidy: Callable[[], None] | None = None) -> None:
        self._tables = tables
        self._tidy = tidy_up if tidy is None else tidy
        self._is_due = False
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Looks from now on, again and again."""
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._look)

    def stop(self) -> None:
        """Looks no more."""
        if self._timer is not None:
            self._timer.cancel()

    def changed(self, _: LiveTable) -> None:
        """Something has happened since memory was tidied."""
        self._is_due = True

    def _look(self) -> None:
        if self._is_due and not any(live.stage is Stage.PLAYING for live in self._tables.values()):
            self._is_due = False
            self._tidy()
        self.start()


def tidy_up() -> None:
    """Collects all garbage, and gives free memory back to the system where its C library can do that."""
    gc.collect()
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
