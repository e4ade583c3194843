"""Closes tables that nobody came to: each may hold a port, and all of them are in everybody's list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from stolik.contract import Kind
from stolik.service.arena import Arena
from stolik.service.tables.live_table import LiveTable
from stolik.table.inputs import Close
from stolik.table.table import Stage

EVERY: Final = 60.0
FORGOTTEN: Final = 300.0
"""Seconds that a table without anybody waits: somebody may have made it for others who are on their way."""


class Sweep:
    """Closes deserted tables from time to time."""

    def __init__(self, arena: Arena, is_minded: Callable[[LiveTable], bool]) -> None:
        """`is_minded` says whether whoever made a table is still here."""
        self._arena = arena
        self._is_minded = is_minded
        self._deserted: dict[str, float] = {}
        """Since when nobody has been at these tables."""
        self._wait()

    def _wait(self) -> None:
        asyncio.get_running_loop().call_later(EVERY, self._look_again)

    def _look_again(self) -> None:
        self.look(self._arena.clock.now())
        self._wait()

    def look(self, now: float) -> None:
        """Closes the tables that have been deserted for long enough."""
        deserted = {live.id: live for live in self._arena.house.tables.values() if self._is_deserted(live)}
        self._deserted = {table_id: self._deserted.get(table_id, now) for table_id in deserted}
        for table_id, since in self._deserted.items():
            if now - since >= FORGOTTEN:
                deserted[table_id].take(Close())

    def _is_deserted(self, live: LiveTable) -> bool:
        here = [live.sitter(seat) for seat in live.players]
        only_bots = all(who is not None and who.kind is Kind.BOT for who in here)
        return live.stage is Stage.GATHERING and only_bots and not self._is_minded(live)
