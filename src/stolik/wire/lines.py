"""Lines out of a stream of bytes, however it was cut on its way, within bounded memory."""

from __future__ import annotations


class Overlong(bytes):
    """The first bytes of a line that is longer than its protocol can produce; the rest of it was not kept."""


class LineFramer:
    """Collects the bytes of one direction of one connection."""

    def __init__(self, end: bytes, limit: int) -> None:
        """`end` ends every line; a line longer than `limit` bytes without it is Overlong."""
        self._end = end
        self._limit = limit
        self._tail = b""
        self._overlong: Overlong | None = None

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete, without their ends."""
        lines = (self._tail + data).split(self._end)
        tail = lines.pop()
        if lines:
            for place, line in enumerate(lines):
                if len(line) > self._limit:
                    lines[place] = Overlong(line[: self._limit])
            if self._overlong is not None:
                lines[0] = self._overlong
                self._overlong = None
        if len(tail) >= self._limit + len(self._end):
            if self._overlong is None:
                self._overlong = Overlong(tail[: self._limit])
            # The last bytes may be the beginning of the line's end.
            tail = tail[1 - len(self._end) :] if len(self._end) > 1 else b""
        self._tail = tail
        return lines
