"""Closes tables that nobody comes to: all of them are in everybody's list, and some hold a port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from stolik.contract import Kind
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.standstill import TableClock
from stolik.table.inputs import Close
from stolik.table.table import Stage

EVERY: Final = 60.0
FORGOTTEN: Final = 300.0
"""Seconds that a table waits before its game has begun: it may have been made for others who are on their way."""
AT_ONCE: Final = 500
"""Tables in one callback: about a millisecond of work."""


class Sweep:
    """Closes deserted tables from time to time."""

    def __init__(self, tables: Mapping[str, LiveTable], abandoned_after: float) -> None:
        """`abandoned_after` is how many seconds a game that has begun waits without a person or a program."""
        self._tables = tables
        self._abandoned_after = abandoned_after
        self.is_minded: Callable[[LiveTable], bool] = lambda _: False
        """Whether whoever made a table is still here: then it waits for its game to begin."""
        self.deserted: dict[str, float] = {}
        """Since when nobody has been at these tables."""
        self._timer: asyncio.TimerHandle | None = None

    def start(self, clock: TableClock) -> None:
        """Looks at all tables from now on, again and again."""
        self._timer = asyncio.get_running_loop().call_later(EVERY, self._look_again, clock)

    def stop(self) -> None:
        """Looks no more."""
        if self._timer is not None:
            self._timer.cancel()

    def visited(self, live: LiveTable) -> None:
        """Somebody has come to the table or left it: its time begins again."""
        self.deserted.pop(live.id, None)

    def look(self, now: float) -> None:
        """Looks at all tables at once."""
        for _ in self._look(now):
            pass

    def _look_again(self, clock: TableClock) -> None:
        loop, steps = asyncio.get_running_loop(), self._look(clock.now())

        def go_on() -> None:
            self._timer = (
                loop.call_later(0, go_on)
                if next(steps, None) is not None
                else loop.call_later(EVERY, self._look_again, clock)
            )

        go_on()

    def _look(self, now: float) -> Iterator[int]:
        """Closes the tables that have been deserted for long enough. Each step looks at some of them."""
        self.deserted = {id_: since for id_, since in self.deserted.items() if id_ in self._tables}
        ids = tuple(self._tables)
        for begin in range(0, len(ids), AT_ONCE):
            for table_id in ids[begin : begin + AT_ONCE]:
                live = self._tables.get(table_id)
                if live is not None:
                    self._look_at(live, now)
            yield begin

    def _look_at(self, live: LiveTable, now: float) -> None:
        limit = self._limit(live)
        if limit is None:
            self.deserted.pop(live.id, None)
        elif now - self.deserted.setdefault(live.id, now) >= limit:
            begun = live.stage is not Stage.GATHERING
            live.take(Close(f"nobody came to the table for {limit:g} s") if begun else Close())

    def _limit(self, live: LiveTable) -> float | None:
        """How long the table may stay as it is; None when somebody is there, or when bots play it to its end."""
        if any(_is_somebody(live, seat) for seat in live.players):
            return None
        if live.stage is Stage.GATHERING:
            return None if self.is_minded(live) else FORGOTTEN
        return self._abandoned_after if live.stage is Stage.SUSPENDED else None


def _is_somebody(live: LiveTable, seat: str) -> bool:
    who = live.sitter(seat)
    return seat not in live.resigned and who is not None and who.kind is not Kind.BOT
