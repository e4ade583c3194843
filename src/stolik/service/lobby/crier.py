"""The crier: what everyone in the lobby is told, said once and brought to each door in its turn.

Everyone hears of every arrival and of every change of status, so with thousands of players that is most of what the
lobby says. The crier goes round the doors, some in each turn of the event loop, so that moves are relayed in between;
what is said meanwhile is told in the next round, all of it at once. A door whose client is slow to read is passed by
until it has read: it is late with the news, but it is not drowned in them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

from stolik.lobby.words import LobbyEvent, News

DOORS_AT_ONCE: Final = 100
"""About a millisecond's work. In a smaller lobby everyone hears everything at once."""
NEWS_AT_ONCE: Final = 200
"""Even with the longest names these are shorter than what a connection may hold back."""
REST: Final = 0.02
"""Seconds between two rounds: nobody sees that a list of players is so late."""
PAUSE_FACTOR: Final = 3
"""Pause after a long broadcast, as a multiple of how long it took: a slow machine then tells more at a time."""
MOST_NEWS: Final = 50_000
"""What is kept for the slowest: some minutes of thousands of players."""


class Listener(Protocol):
    """Someone to whom the news are brought."""

    @property
    def keeps_up(self) -> bool:
        """Whether it has read nearly all of what it was told."""

    def hear_news(self, news: News) -> None:
        """Tells whoever is behind the door, in its own language."""

    def dismiss(self, why: str) -> None:
        """Says why, and closes."""


class Crier:
    """Keeps what was said until everyone has heard it."""

    def __init__(self) -> None:
        self._said: list[LobbyEvent] = []
        self._forgotten = 0
        """How many were said before those."""
        self._heard: dict[Listener, int] = {}
        """How many each has heard, or was not there to hear."""
        self._to_visit: deque[Listener] = deque()
        self._goes_round = False
        self._tires = False
        """Whether this round is a long one."""
        self._set_out = self._rested_at = 0.0
        self._round_ends = 0
        self._news: dict[int, News] = {}
        """What those hear in this round who have heard so many."""

    def join(self, door: Listener) -> None:
        """From now on the door hears what is said."""
        self._heard[door] = self._end

    def leave(self, door: Listener) -> None:
        """The door hears nothing more."""
        self._heard.pop(door, None)

    def say(self, event: LobbyEvent) -> None:
        """Tells everyone, sooner or later."""
        self._said.append(event)
        if not self._goes_round:
            self._goes_round = True
            if asyncio.get_running_loop().time() < self._rested_at:
                self._rest()
            else:
                self._begin_round()

    def catch_up(self, door: Listener) -> None:
        """Tells one door now what it has not heard, before it is told what others are not, if it reads at all."""
        heard = self._heard.get(door, self._end)
        if heard < self._end and door.keeps_up:
            self._tell(door, News(self._between(heard, self._end)))

    @property
    def _end(self) -> int:
        return self._forgotten + len(self._said)

    def _between(self, heard: int, end: int) -> tuple[LobbyEvent, ...]:
        return tuple(self._said[heard - self._forgotten : min(end, heard + NEWS_AT_ONCE) - self._forgotten])

    def _begin_round(self) -> None:
        self._set_out = asyncio.get_running_loop().time()
        self._round_ends = self._end
        self._news.clear()
        self._to_visit.extend([door for door, heard in self._heard.items() if heard < self._round_ends])
        self._tires = len(self._to_visit) > DOORS_AT_ONCE
        self._visit_some()

    def _visit_some(self) -> None:
        try:
            for _ in range(min(DOORS_AT_ONCE, len(self._to_visit))):
                self._visit(self._to_visit.popleft())
        finally:
            # A door that breaks must not silence the crier.
            self._go_on()

    def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        if self._to_visit:
            loop.call_soon(self._visit_some)
            return
        if self._tires:
            now = loop.time()
            self._rested_at = now + PAUSE_FACTOR * (now - self._set_out)
        if self._forget_what_all_have_heard():
            self._rest()
        else:
            self._goes_round = False

    def _rest(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_at(max(loop.time() + REST, self._rested_at), self._begin_round)

    def _visit(self, door: Listener) -> None:
        heard = self._heard.get(door, self._round_ends)
        if heard >= self._round_ends or not door.keeps_up:
            return
        news = self._news.get(heard)
        if news is None:
            news = self._news[heard] = News(self._between(heard, self._round_ends))
        self._tell(door, news)

    def _tell(self, door: Listener, news: News) -> None:
        self._heard[door] += len(news.events)
        door.hear_news(news)

    def _forget_what_all_have_heard(self) -> bool:
        """Whether anything is left to be heard by anybody."""
        for door, heard in tuple(self._heard.items()):
            if heard < self._end - MOST_NEWS:
                door.dismiss("You are disconnected: you do not read what you are told.")
        oldest = min(self._heard.values(), default=self._end)
        del self._said[: oldest - self._forgotten]
        self._forgotten = oldest
        return bool(self._said)
