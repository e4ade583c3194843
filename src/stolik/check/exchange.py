"""The exchange: everything that was sent and that came in one scenario, with times."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

from stolik.check.verdicts import Entry

# A flood must not fill the memory, and nobody reads more: the beginning and the end are kept.
KEPT_FIRST: Final = 60
KEPT_LAST: Final = 60
LONGEST_TEXT: Final = 400
_Noted = tuple[float, str, str, bytes | str]
"""Seconds since the scenario began, who, which way, and what: bytes are quoted when they are shown."""


def quoted(data: bytes | str, longest: int = LONGEST_TEXT) -> str:
    """Bytes as a text that can be printed, with line ends as \\r\\n."""
    if isinstance(data, str):
        data = data.encode("utf-8", "replace")
    text = data[: longest + 1].decode("latin-1").encode("unicode_escape").decode("ascii")
    return text if len(data) <= longest else f"{text[:longest]}… ({len(data)} bytes)"


class Exchange:
    """Collects the entries of one scenario."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.changed = asyncio.Event()
        """Set whenever anything happens."""
        self.spoke = False
        """Whether the program has sent something, connected, or closed a connection."""
        self.ended = False
        """Whether the program has ended."""
        self.flooded = False
        """Whether the program has sent so much that it was not read to the end."""
        self._first: list[_Noted] = []
        self._last: deque[_Noted] = deque(maxlen=KEPT_LAST)
        self._number = 0

    @property
    def seconds(self) -> float:
        """Seconds since the scenario began."""
        return time.monotonic() - self._began

    def sent(self, who: str, data: bytes | str) -> None:
        """The checker sent this as `who`."""
        self._add(who, "sent", data)

    def came(self, who: str, data: bytes | str) -> None:
        """This came to `who`."""
        self.spoke = True
        self._add(who, "came", data)

    def note(self, who: str, text: str) -> None:
        """Something else happened, such as a connection that was closed."""
        self._add(who, "note", text)

    def _add(self, who: str, way: str, data: bytes | str) -> None:
        """Quotes what is short only when it is shown: of a flood only a few entries ever are."""
        self.changed.set()
        if way != "note" and (isinstance(data, str) or len(data) > LONGEST_TEXT):
            data = quoted(data)
        self._number += 1
        kept = self._first if len(self._first) < KEPT_FIRST else self._last
        kept.append((self.seconds, who, way, data))

    def entries(self) -> tuple[Entry, ...]:
        """What was kept."""
        first, last = [_written(noted) for noted in self._first], [_written(noted) for noted in self._last]
        left_out = self._number - len(first) - len(last)
        gap = [Entry(last[0].at, "", "note", f"… {left_out} entries are left out")] if left_out else []
        return (*first, *gap, *last)


def _written(noted: _Noted) -> Entry:
    at, who, way, data = noted
    return Entry(round(at, 3), who, way, data if isinstance(data, str) else quoted(data))
