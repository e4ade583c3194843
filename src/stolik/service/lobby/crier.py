"""The crier: broadcasts news to everyone in the lobby, without delaying moves.

Every arrival and every change of status goes to every player, so with thousands of players news is most of what the
lobby sends. The crier broadcasts in rounds. In each callback it sends to some doors only, so that the event loop can
relay moves in between. Events that come during a round are sent together in the next round, and what later events make
useless is left out. A door whose client reads
slowly is skipped until the client has read: it gets the news later, and its buffer does not overflow.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final, Protocol

from stolik.lobby.latest import latest
from stolik.lobby.words import LobbyEvent, News

DOORS_AT_ONCE: Final = 100
"""Doors in one callback: about a millisecond of work. A lobby with fewer doors gets all news at once."""
NEWS_AT_ONCE: Final = 200
"""Events for one door at a time. Even with the longest names they fit into a connection's write buffer. Such portions
begin at the same events for all doors: whoever came at another moment shares the work from the second one on.
"""
ROUND_INTERVAL: Final = 0.02
"""Seconds between two rounds; people do not notice such a delay in a list of players."""
PAUSE_FACTOR: Final = 3
"""Pause after a long round, as a multiple of how long it took. A slow machine then sends more in each round."""
MOST_NEWS: Final = 50_000
"""Events that are kept for the slowest door: some minutes with thousands of players. A slower door is dismissed."""


class Listener(Protocol):
    """Receives the news: a door in the lobby."""

    @property
    def keeps_up(self) -> bool:
        """Whether its client has read nearly all of what it was sent."""

    def hear_news(self, news: News) -> None:
        """Sends the news to the client, in the client's protocol."""

    def dismiss(self, why: str) -> None:
        """Tells the client why, and closes."""


class Crier:
    """Keeps each event until every door has received it."""

    def __init__(self) -> None:
        self._events: list[LobbyEvent] = []
        self._dropped = 0
        """How many earlier events are no longer in `_events`."""
        self._heard: dict[Listener, int] = {}
        """For each door, how many events are behind it: it received them, or they came before it joined."""
        self._to_visit: deque[Listener] = deque()
        self._is_active = False
        self._is_long_round = False
        """Whether this round takes more than one callback."""
        self._round_began = self._pause_until = 0.0
        self._round_ends = 0
        self._news: dict[tuple[int, int], tuple[News, int]] = {}
        """[events behind a door, events behind it then]: the news since the round began, and from how many events."""

    def join(self, door: Listener) -> None:
        """The door receives all news from now on."""
        self._heard[door] = self._end

    def leave(self, door: Listener) -> None:
        """The door receives no more news."""
        self._heard.pop(door, None)

    def say(self, event: LobbyEvent) -> None:
        """Broadcasts the event to every door, now or in a later round."""
        self._events.append(event)
        if not self._is_active:
            self._is_active = True
            if asyncio.get_running_loop().time() < self._pause_until:
                self._start_round_later()
            else:
                self._begin_round()

    def catch_up(self, door: Listener) -> None:
        """Sends a door the news that it lacks, before a message for it alone. Skips a door that does not keep up."""
        until = min(self._end, self._heard.get(door, self._end) + NEWS_AT_ONCE)
        while (heard := self._heard.get(door, until)) < until and door.keeps_up:
            self._tell(door, *self._between(heard, until))

    @property
    def _end(self) -> int:
        return self._dropped + len(self._events)

    def _between(self, heard: int, end: int) -> tuple[News, int]:
        """The next news for a door, and how many events they are made from."""
        end = min(end, heard - heard % NEWS_AT_ONCE + NEWS_AT_ONCE)
        made = self._news.get((heard, end))
        if made is None:
            events = self._events[heard - self._dropped : end - self._dropped]
            made = self._news[heard, end] = News(latest(events)), len(events)
        return made

    def _begin_round(self) -> None:
        self._round_began = asyncio.get_running_loop().time()
        self._round_ends = self._end
        self._news.clear()
        self._to_visit.extend([door for door, heard in self._heard.items() if heard < self._round_ends])
        self._is_long_round = len(self._to_visit) > DOORS_AT_ONCE
        self._visit_some()

    def _visit_some(self) -> None:
        try:
            for _ in range(min(DOORS_AT_ONCE, len(self._to_visit))):
                self._visit(self._to_visit.popleft())
        finally:
            # A door that raises must not end the broadcast.
            self._go_on()

    def _go_on(self) -> None:
        loop = asyncio.get_running_loop()
        if self._to_visit:
            loop.call_soon(self._visit_some)
            return
        if self._is_long_round:
            now = loop.time()
            self._pause_until = now + PAUSE_FACTOR * (now - self._round_began)
        if self._drop_delivered():
            self._start_round_later()
        else:
            self._is_active = False

    def _start_round_later(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_at(max(loop.time() + ROUND_INTERVAL, self._pause_until), self._begin_round)

    def _visit(self, door: Listener) -> None:
        heard = self._heard.get(door, self._round_ends)
        if heard >= self._round_ends or not door.keeps_up:
            return
        self._tell(door, *self._between(heard, self._round_ends))

    def _tell(self, door: Listener, news: News, events: int) -> None:
        self._heard[door] += events
        if news.events:
            door.hear_news(news)

    def _drop_delivered(self) -> bool:
        """Drops the events that every door has received, and dismisses doors that are too slow.

        Returns whether any events are left.
        """
        for door, heard in tuple(self._heard.items()):
            if heard < self._end - MOST_NEWS:
                door.dismiss("You are disconnected: you do not read what you are told.")
        oldest = min(self._heard.values(), default=self._end)
        del self._events[: oldest - self._dropped]
        self._dropped = oldest
        return bool(self._events)
