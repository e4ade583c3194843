"""What the tabs are told of the lobby's lists: each tab only of the part that its screen shows.

Among few tabs and few rows a change is told at once. Otherwise there are rounds: each window is selected again and its
tabs are told the difference, in short callbacks, so that moves are relayed in between. The more tabs there are, the
longer a round: so what is sent in a second has a bound, however many players come and go.
"""

from __future__ import annotations

import asyncio
from collections import ChainMap, deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from stolik.web.door.lists import PlayerList, TableList
from stolik.web.door.windows import PlayersWindow, TablesWindow, Window
from stolik.web.messages import words
from stolik.web.messages.looks import Look, PlayersLook, TablesLook
from stolik.web.messages.shapes import ContestShape, TableShape

if TYPE_CHECKING:
    from stolik.web.door.tab import Tab

CROWD: Final = 50
"""With more tabs than this, there are rounds."""
MANY_ROWS: Final = 200
"""With more players or tables than this, there are rounds."""
ROUND: Final = 0.5
"""Seconds from the first change of a round to its end, at least."""
TOLD_A_SECOND: Final = 4000
"""Tabs that are told something in a second, at most: a small part of what one core can send."""
TABS_AT_ONCE: Final = 100
"""Tabs that are told in one callback: about two milliseconds of work."""
PAUSE_FACTOR: Final = 3
"""Pause after a round, as a multiple of how long it took."""

_ListLook = TablesLook | PlayersLook
_Key = tuple[_ListLook, bool]
"""What is looked at, and whether the tabs get plain words."""


class LobbyNews:
    """The lists, the windows on them, and the rounds in which changes are told."""

    def __init__(self, players: Iterable[words.ListedPlayer] = ()) -> None:
        self.tables = TableList()
        self.players = PlayerList(players)
        self._windows: dict[_Key, Window] = {}
        self._at: dict[Tab, set[_Key]] = {}
        """The windows of each tab."""
        self._changed: set[type[_ListLook]] = set()
        """The lists that have changed since the last round."""
        self._over: ChainMap[str, TableShape] = ChainMap({}, {})
        """The tables whose end is told in this round, and in the next."""
        self._contests: dict[str, ContestShape] = {}
        self._contest_tabs: set[Tab] = set()
        self._jobs: deque[Callable[[], None]] = deque()
        """What is left to do in this round."""
        self._timer: asyncio.TimerHandle | None = None
        self._began = self._not_before = 0.0
        self._told: set[Tab] = set()
        """The tabs that were told `table` at once, so that nobody tells them again."""

    # What changes

    def table(self, shape: TableShape) -> set[Tab]:
        """A table was made or has changed. Returns the tabs that were told at once."""
        self.tables.put(shape)
        return self._change(TablesLook)

    def over(self, shape: TableShape) -> set[Tab]:
        """A table is over. Returns the tabs that were told at once."""
        self.tables.remove(shape.id)
        self._over[shape.id] = shape
        return self._change(TablesLook)

    def player(self, name: str, status: str) -> None:
        """A player has come, or has another status."""
        self.players.put(words.ListedPlayer(name, status))
        self._change(PlayersLook)

    def gone(self, name: str) -> None:
        """A player has gone."""
        self.players.remove(name)
        self._change(PlayersLook)

    def rate(self, game: str, ratings: Mapping[str, float]) -> None:
        """The best players of a game and their ratings, by which tables can be ordered."""
        self.tables.ratings[game] = ratings
        self._change(TablesLook)

    def contest(self, contest: ContestShape) -> None:
        """A contest has begun, has progressed, or is over."""
        self._contests[contest.id] = contest
        self._begin()

    # Who looks

    def enter(self, tab: Tab) -> tuple[TablesWindow, PlayersWindow]:
        """Lets a tab hear of the beginning of each list, in plain words. Returns the windows: what it is shown now."""
        self._contest_tabs.add(tab)
        tables = self._join(tab, TablesLook(), plain=True)
        players = self._join(tab, PlayersLook(), plain=True)
        assert isinstance(tables, TablesWindow)  # noqa: S101 - as the look says
        assert isinstance(players, PlayersWindow)  # noqa: S101
        for window in (tables, players):
            if not window.tabs:  # nobody had to be told of changes
                window.refresh()
            window.tabs.add(tab)
        return tables, players

    def look(self, tab: Tab, look: Look) -> None:
        """Lets a tab hear of what it shows, and of nothing else. The rows that it does not have yet are sent soon."""
        wanted = [(one, False) for one in (look.tables, look.players) if one is not None]
        for key in set(self._at.get(tab, ())).difference(wanted):
            self._part(tab, key)
        for key in wanted:
            if key not in self._at.get(tab, ()):
                self._join(tab, *key).coming.add(tab)
        (self._contest_tabs.add if look.contests else self._contest_tabs.discard)(tab)
        self._begin()

    def leave(self, tab: Tab) -> None:
        """A tab has gone."""
        for key in tuple(self._at.get(tab, ())):
            self._part(tab, key)
        self._contest_tabs.discard(tab)

    def _join(self, tab: Tab, look: _ListLook, plain: bool) -> Window:
        key = (look, plain)
        self._at.setdefault(tab, set()).add(key)
        window = self._windows.get(key)
        if window is None:
            window = self._windows[key] = self._new_window(look, plain)
        return window

    def _new_window(self, look: _ListLook, plain: bool) -> Window:
        if isinstance(look, TablesLook):
            return TablesWindow(partial(self.tables.select, look), self._over, plain)
        return PlayersWindow(partial(self.players.select, look), plain)

    def _part(self, tab: Tab, key: _Key) -> None:
        window = self._windows[key]
        window.tabs.discard(tab)
        window.coming.discard(tab)
        if not window.tabs and not window.coming:
            del self._windows[key]
        self._at[tab].discard(key)
        if not self._at[tab]:
            del self._at[tab]

    # Rounds

    def _change(self, which: type[_ListLook]) -> set[Tab]:
        self._changed.add(which)
        return self._begin()

    def _begin(self) -> set[Tab]:
        """Tells what has changed at once, or in a round. Returns the tabs that were told at once."""
        if self._timer is not None or self._jobs:
            return set()
        if len(self._at) <= CROWD and len(self.tables) <= MANY_ROWS and len(self.players) <= MANY_ROWS:
            self._told = set()
            self._plan()
            while self._jobs:
                self._jobs.popleft()()
            return self._told
        self._wait()
        return set()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(max(loop.time() + ROUND, self._not_before), self._begin_round)

    def _begin_round(self) -> None:
        self._timer = None
        self._began = asyncio.get_running_loop().time()
        self._told = set()
        self._plan()
        self._work()

    def _plan(self) -> None:
        changed, self._changed = self._changed, set()
        self._over.maps[:] = [{}, self._over.maps[0]]
        for key, window in self._windows.items():
            if type(key[0]) in changed or window.coming:
                self._jobs.append(partial(self._refresh, key))
        contests, self._contests = self._contests, {}
        for contest in contests.values():
            self._tell_in_parts(self._contest_tabs, words.ContestTold(contest))

    def _work(self) -> None:
        """Does one job, so that others have their turn before the next one."""
        loop = asyncio.get_running_loop()
        try:
            if self._jobs:
                self._jobs.popleft()()
        finally:
            if self._jobs:
                loop.call_soon(self._work)
            else:
                self._finish_round(loop.time())

    def _finish_round(self, now: float) -> None:
        self._not_before = now + max(len(self._at) / TOLD_A_SECOND, PAUSE_FACTOR * (now - self._began))
        if self._changed or self._contests or any(window.coming for window in self._windows.values()):
            self._wait()

    def _refresh(self, key: _Key) -> None:
        window = self._windows.get(key)
        if window is None:
            return
        word = window.refresh()
        if word is not None:
            self._tell_in_parts(window.tabs, word)
        if window.coming:
            coming, window.coming = window.coming, set()
            window.tabs |= coming
            self._tell_in_parts(coming, window.fresh())

    def _tell_in_parts(self, tabs: set[Tab], word: words.Told) -> None:
        """Plans to tell the tabs, as long as they have not left by then."""
        text = words.write_word(word)
        all_tabs = tuple(tabs)
        for begin in range(0, len(all_tabs), TABS_AT_ONCE):
            self._jobs.append(partial(self._tell, all_tabs[begin : begin + TABS_AT_ONCE], text))
        if isinstance(word, words.TableTold):
            self._told |= tabs

    def _tell(self, tabs: tuple[Tab, ...], text: str) -> None:
        for tab in tabs:
            if tab in self._at or tab in self._contest_tabs:
                tab.hear(text)
