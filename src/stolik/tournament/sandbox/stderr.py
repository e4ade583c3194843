"""What a program writes on its stderr: for its author, and kept within bounds."""

from __future__ import annotations

from typing import Final

# What is kept of stderr, half from its beginning and half from its end; more than the most that is read is a foul.
KEPT_STDERR: Final = 64 * 1024
MOST_STDERR: Final = 16 * 1024 * 1024


class Notes:
    """What a program wrote for its author, within bounds: the beginning and the end."""

    def __init__(self) -> None:
        self.written = 0
        self._head = b""
        self._tail = b""

    def add(self, data: bytes) -> None:
        """Keeps what there is room for."""
        self.written += len(data)
        room = KEPT_STDERR // 2 - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail = (self._tail + data)[-KEPT_STDERR // 2 :]

    def text(self) -> str:
        """What was kept, and how much was not."""
        left_out = self.written - len(self._head) - len(self._tail)
        middle = f"\n... {left_out} bytes are left out ...\n".encode() if left_out else b""
        return (self._head + middle + self._tail).decode("utf-8", "replace")
