"""A tab: one WebSocket, seen by the code that sends to it. Sending never waits."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from stolik.web.messages.words import Told, write_word

if TYPE_CHECKING:
    from stolik.web.door.person import Person

MOST_WAITING: Final = 512
"""Messages that may wait for a tab to read them: some minutes of the fastest game, and bounded memory for 500 tabs."""


class Tab:
    """What one connection has still to hear, who is behind it, and what it watches."""

    def __init__(self) -> None:
        self.person: Person | None = None
        self.watching: set[str] = set()
        self.waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING + 1)
        self.dropped = asyncio.Event()
        """Set when the connection must end at once, whatever waits."""

    @property
    def name(self) -> str | None:
        """Who is behind it, if anybody said so."""
        return None if self.person is None else self.person.name

    def say(self, word: Told) -> None:
        """Tells this tab alone."""
        self.hear(write_word(word))

    def say_all(self, told: Iterable[Told]) -> None:
        """Tells this tab alone, several words."""
        for word in told:
            self.say(word)

    def hear(self, text: str) -> None:
        """Sends a message that is written already. A tab that does not read is dropped, and can connect again."""
        if self.waiting.qsize() >= MOST_WAITING:
            self.dropped.set()
        else:
            self.waiting.put_nowait(text)

    def close(self) -> None:
        """Ends the connection once it has read what waits."""
        if self.waiting.full():
            self.dropped.set()
        else:
            self.waiting.put_nowait(None)
