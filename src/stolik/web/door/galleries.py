"""Who watches which table without a seat there, and how everyone learns how many they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from stolik.service.net.limits import Limits
from stolik.service.tables.live_table import LiveTable
from stolik.web.door.refusal import Refusal
from stolik.web.door.tab import Tab
from stolik.web.door.telling import Gallery, as_it_stands
from stolik.web.messages import words
from stolik.web.messages.problems import Code, Reason

CROWD_PAUSE: Final = 2.0
"""Seconds until everyone is told that somebody watches a table, or does not any more."""
MOST_WATCHED: Final = 50
"""Tables that one tab may watch."""


class Galleries:
    """The galleries of all tables that are watched."""

    def __init__(self, limits: Limits, here: Collection[Tab], changed: Callable[[LiveTable], None]) -> None:
        """`here` are the open tabs; `changed` is called, a while later, when a table has more or fewer watchers."""
        self._limits = limits
        self._here = here
        self._changed = changed
        self._of: dict[str, Gallery] = {}
        self._counted: set[str] = set()
        """The tables whose watchers have changed since everyone was told."""

    def watch(self, tab: Tab, live: LiveTable) -> None:
        """Shows a tab what everyone may know of a table from now on; one who sits there is told more anyway.

        Raises Refusal.
        """
        if tab.person is not None and live.id in tab.person.seats:
            tab.person.show_seat(tab, tab.person.seats[live.id])
            return
        if len(tab.watching) >= MOST_WATCHED:
            self._limits.hit("watched tables", player=tab.name)
            raise Refusal(f"you watch {MOST_WATCHED} tables already", Code.TOO_MANY, Reason.WATCHED, MOST_WATCHED)
        tab.watching.add(live.id)
        told = tuple(as_it_stands(live, None))
        live.then(lambda: self._begin(tab, live, told))

    def _begin(self, tab: Tab, live: LiveTable, told: tuple[words.Told, ...]) -> None:
        if live.id in tab.watching and tab in self._here:
            tab.say_all(told)
            self._gallery(live).add(tab)
            self._count(live)

    def unwatch(self, tab: Tab, table_id: str) -> None:
        """A tab hears no more of a table."""
        tab.watching.discard(table_id)
        gallery = self._of.get(table_id)
        if gallery is not None:
            gallery.remove(tab)
            self._count(gallery.live)
            if not gallery.tabs:
                del self._of[table_id]
                gallery.live.unwatch(gallery)

    def tabs(self, live: LiveTable) -> Collection[Tab]:
        """The tabs that watch a table without a seat there."""
        gallery = self._of.get(live.id)
        return frozenset() if gallery is None else gallery.tabs

    def watchers(self, live: LiveTable) -> int:
        """How many they are."""
        return len(self.tabs(live))

    def close(self, live: LiveTable) -> Collection[Tab]:
        """A table is over; the tabs that watched it to its end."""
        gallery = self._of.pop(live.id, None)
        return frozenset() if gallery is None else gallery.tabs

    def _gallery(self, live: LiveTable) -> Gallery:
        """The gallery of a table; it exists as long as somebody is in it."""
        gallery = self._of.get(live.id)
        if gallery is None:
            gallery = self._of[live.id] = Gallery(live)
            live.watch(gallery)
        return gallery

    def _count(self, live: LiveTable) -> None:
        """Tells everyone how many watch, a while later: many who come and go at once are told of once."""
        if live.id not in self._counted:
            self._counted.add(live.id)
            asyncio.get_running_loop().call_later(CROWD_PAUSE, self._tell, live)

    def _tell(self, live: LiveTable) -> None:
        self._counted.discard(live.id)
        self._changed(live)
