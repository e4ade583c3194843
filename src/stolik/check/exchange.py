"""The exchange: everything that was sent and that came in one scenario, with times."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from stolik.check.verdicts import Entry

# A flood must not fill the memory, and nobody reads more: the beginning and the end are kept.
KEPT_FIRST: Final = 60
KEPT_LAST: Final = 60
LONGEST_TEXT: Final = 400


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
        self._first: list[Entry] = []
        self._last: list[Entry] = []
        self._left_out = 0

    @property
    def seconds(self) -> float:
        """Seconds since the scenario began."""
        return time.monotonic() - self._began

    def sent(self, who: str, data: bytes | str) -> None:
        """The checker sent this as `who`."""
        self._add(who, "sent", quoted(data))

    def came(self, who: str, data: bytes | str) -> None:
        """This came to `who`."""
        self.spoke = True
        self._add(who, "came", quoted(data))

    def note(self, who: str, text: str) -> None:
        """Something else happened, such as a connection that was closed."""
        self._add(who, "note", text)

    def _add(self, who: str, way: str, text: str) -> None:
        self.changed.set()
        entry = Entry(round(self.seconds, 3), who, way, text)
        if len(self._first) < KEPT_FIRST:
            self._first.append(entry)
            return
        self._last.append(entry)
        if len(self._last) > KEPT_LAST:
            del self._last[0]
            self._left_out += 1

    def entries(self) -> tuple[Entry, ...]:
        """What was kept."""
        gap = (
            [Entry(self._last[0].at, "", "note", f"… {self._left_out} entries are left out")] if self._left_out else []
        )
        return (*self._first, *gap, *self._last)
