"""Writes the report during the game: soon enough for `tail -f`, but without a system call for each line."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import BinaryIO

# Seconds until collected lines are written. A person does not notice the delay; under load, hundreds of lines share
# one write.
FLUSH_DELAY = 0.02
# Lines that are collected at most.
MOST_PENDING = 1000


class Report:
    """Collects the lines of a report and writes them to a stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream: BinaryIO | None = stream
        self._loop = asyncio.get_running_loop()
        self._pending: list[str] = []
        self._millisecond = 0
        self._stamp = ""

    def add(self, route: str, messages: Iterable[str], end: str) -> None:
        """Adds messages that were sent together. `route` is `[sender,receiver,`; `end` ends each message's line."""
        millisecond = int(time.time() * 1000)
        if millisecond != self._millisecond:
            self._millisecond = millisecond
            self._stamp = _local_time(millisecond)
        pending = self._pending
        if not pending:
            self._loop.call_later(FLUSH_DELAY, self.flush)
        for message in messages:
            pending.append(f"{route}{self._stamp}] {message}{end}")
        if len(pending) >= MOST_PENDING:
            self.flush()

    def flush(self) -> None:
        """Writes what has been added since the last time."""
        text = "".join(self._pending)
        self._pending.clear()
        if not text or self._stream is None:
            return
        try:
            self._stream.write(text.encode())
            self._stream.flush()
        except OSError:
            # The reader of the report has gone, or the disk is full. The game goes on without a report.
            self._stream = None


def _local_time(millisecond: int) -> str:
    second, rest = divmod(millisecond, 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.localtime(second))}.{rest:03d}"
