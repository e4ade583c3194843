"""Cuts a stream of bytes into lines, however the network divided it, within bounded memory."""

from __future__ import annotations


class Overlong(bytes):
    """The first bytes of a line that is longer than its protocol allows; the rest was not kept."""


class LineFramer:
    """Collects the bytes of one direction of one connection."""

    __slots__ = ("_end", "_limit", "_tail", "overlong")

    def __init__(self, end: bytes, limit: int) -> None:
        """`end` ends every line; a line longer than `limit` bytes, without its end, is Overlong."""
        self._end = end
        self._limit = limit
        self._tail = b""
        self.overlong: Overlong | None = None
        """The beginning of a line that is too long already, while its end has not come."""

    @property
    def unfinished(self) -> bytes:
        """The beginning of a line whose end has not come."""
        return self.overlong or self._tail

    def feed(self, data: bytes) -> list[bytes]:
        """Takes bytes and returns the lines that they complete, without their ends."""
        data = self._tail + data
        lines = data.split(self._end)
        self._tail = lines.pop()
        if len(data) > self._limit or self.overlong is not None:
            self._bound(lines)
        return lines

    def _bound(self, lines: list[bytes]) -> None:
        """Marks the lines that are too long, and drops most of an unfinished line that is already too long."""
        for number, line in enumerate(lines):
            if len(line) > self._limit:
                lines[number] = Overlong(line[: self._limit])
        if lines and self.overlong is not None:
            lines[0] = self.overlong
            self.overlong = None
        if len(self._tail) >= self._limit + len(self._end):
            self._forget_tail()

    def _forget_tail(self) -> None:
        """Keeps the beginning of a line that is too long, and its last bytes, which may be part of the line's end."""
        if self.overlong is None:
            self.overlong = Overlong(self._tail[: self._limit])
        self._tail = self._tail[1 - len(self._end) :] if len(self._end) > 1 else b""
