"""What everybody on the page is told of players and tables: at once, or, when many are here, in rounds.

Every change goes to every tab. With many tabs, the changes of a round are sent together, and of each player and each
table only the last one: a screen shows no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sized
from typing import Final

from stolik.web.messages import words
from stolik.web.messages.shapes import TableShape

CROWD: Final = 50
"""With more tabs than this, there are rounds."""
ROUND: Final = 0.5
"""Seconds from the first change of a round to its end."""


class HallNews:
    """Tells all tabs what has changed."""

    def __init__(self, tabs: Sized, tell_all: Callable[[words.Told], None]) -> None:
        self._tabs = tabs
        self._tell_all = tell_all
        self._players: dict[str, str | None] = {}
        """The new status of each player that has changed in this round; None: the player is gone."""
        self._tables: dict[str, TableShape] = {}
        self._timer: asyncio.TimerHandle | None = None

    def player(self, word: words.Arrived | words.Changed | words.Gone) -> None:
        """Something about a player has changed."""
        if self._is_quiet():
            self._tell_all(word)
            return
        self._players.pop(word.name, None)  # so that the last change is the last in the list
        self._players[word.name] = None if isinstance(word, words.Gone) else word.status
        self._wait()

    def table(self, shape: TableShape) -> None:
        """Something about a table has changed."""
        if self._is_quiet():
            self._tell_all(words.TableTold(shape))
            return
        self._tables[shape.id] = shape
        self._wait()

    def _is_quiet(self) -> bool:
        return len(self._tabs) <= CROWD and self._timer is None

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(ROUND, self._end_round)

    def _end_round(self) -> None:
        self._timer = None
        players, self._players = self._players, {}
        tables, self._tables = self._tables, {}
        if players:
            here = [words.ListedPlayer(name, status) for name, status in players.items() if status is not None]
            self._tell_all(words.PlayersTold(here, [name for name, status in players.items() if status is None]))
        if tables:
            self._tell_all(words.TablesTold(list(tables.values())))
