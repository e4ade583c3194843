"""What a program writes on its stderr: kept for its author, up to a limit."""

from __future__ import annotations

from typing import Final

# KEPT_STDERR bytes are kept, half from its beginning and half from its end. More than MOST_STDERR is a foul.
KEPT_STDERR: Final = 64 * 1024
MOST_STDERR: Final = 16 * 1024 * 1024


class Notes:
    """The beginning and the end of what a program wrote on stderr."""

    def __init__(self) -> None:
        self.written = 0
        self._head = b""
        self._tail = b""

    def add(self, data: bytes) -> None:
        """Adds bytes, and keeps what there is room for."""
        self.written += len(data)
        room = KEPT_STDERR // 2 - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail = (self._tail + data)[-KEPT_STDERR // 2 :]

    def text(self) -> str:
        """The text that was kept, and how many bytes were left out."""
        left_out = self.written - len(self._head) - len(self._tail)
        middle = f"\n... {left_out} bytes are left out ...\n".encode() if left_out else b""
        return (self._head + middle + self._tail).decode("utf-8", "replace")
