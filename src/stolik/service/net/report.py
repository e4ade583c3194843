"""Writes the report during the game: soon enough for `tail -f`, but without a system call for each line.

A report never stops a game. Where a write may block, as on a pipe whose reader is slow, a thread writes.
"""

from __future__ import annotations

import asyncio
import os
import stat
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import BinaryIO, Final, Protocol

# Seconds until collected lines are written. A person does not notice the delay; under load, hundreds of lines share
# one write.
FLUSH_DELAY: Final = 0.02
# Lines that are collected at most.
MOST_PENDING: Final = 1000
# Bytes that may wait for a reader who does not read: the report of some forty matches of a hundred deals.
MOST_UNREAD: Final = 64 * 1024 * 1024
# Seconds without any progress after which a reader is not waited for at the end.
LAST_WAIT: Final = 5.0
# Seconds between two looks at that progress.
_LOOK_AGAIN: Final = 0.01


def say_on_stderr(why: str) -> None:
    """Tells the person who started the program."""
    if sys.stderr is not None:
        print(why, file=sys.stderr, flush=True)


class Report:
    """Collects the lines of a report and writes them to a stream."""

    def __init__(self, stream: BinaryIO, complain: Callable[[str], None] = say_on_stderr) -> None:
        """`complain` is called, at most once, with why the report is not complete."""
        self._loop = asyncio.get_running_loop()
        self._out: _Out | None = _BlockingOut(stream.fileno()) if _may_block(stream) else _StreamOut(stream)
        self._complain = complain
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
        """Writes what has been added since the last time, or hands it to the thread that writes."""
        text = "".join(self._pending)
        self._pending.clear()
        if not text or self._out is None:
            return
        try:
            self._out.write(text.encode())
        except OSError as error:
            self._give_up(error)

    async def close(self) -> None:
        """Writes the rest. A reader who reads is waited for; one who does not, only for a while."""
        self.flush()
        unread, since = -1, time.monotonic()
        while self._out is not None and (left := self._out.unread()):
            if left != unread:
                unread, since = left, time.monotonic()
            elif time.monotonic() - since > LAST_WAIT:
                self._give_up(BlockingIOError(0, f"nobody reads it, and its last {left} bytes are lost"))
                return
            await asyncio.sleep(_LOOK_AGAIN)
        if self._out is not None and self._out.error is not None:
            self._give_up(self._out.error)

    def _give_up(self, error: OSError) -> None:
        # The reader of the report has gone, or the disk is full. The game goes on without a report.
        self._out = None
        self._complain(f"the report is not complete: {error.strerror or error}; the game goes on without it")


class _Out(Protocol):
    """Where a report goes."""

    error: OSError | None

    def write(self, data: bytes) -> None:
        """Writes, or takes over; raises OSError when nothing more can be written."""

    def unread(self) -> int:
        """Bytes that were taken over and not written yet."""


class _StreamOut:
    """A file, or a buffer in memory: a write does not wait for anybody."""

    error: OSError | None = None

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        self._stream.write(data)
        self._stream.flush()

    def unread(self) -> int:
        return 0


class _BlockingOut:
    """A pipe, a socket or a terminal: a thread writes, because a reader may stop reading."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._changed = threading.Condition()
        self.error: OSError | None = None
        threading.Thread(target=self._run, daemon=True, name="report").start()

    def write(self, data: bytes) -> None:
        with self._changed:
            if self.error is not None:
                raise self.error
            if self._size + len(data) > MOST_UNREAD:
                raise BlockingIOError(0, f"nobody reads it, and {self._size} bytes wait already")
            self._waiting.append(data)
            self._size += len(data)
            self._changed.notify()

    def unread(self) -> int:
        return 0 if self.error is not None else self._size

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                data = self._waiting.popleft()
            try:
                self._write_all(data)
            except OSError as error:
                self.error = error
                return

    def _write_all(self, data: bytes) -> None:
        # Not through Python's own buffer: its lock would be held for as long as the reader does not read.
        while data:
            written = os.write(self._descriptor, data)
            data = data[written:]
            with self._changed:
                self._size -= written


def _may_block(stream: BinaryIO) -> bool:
    try:
        mode = os.fstat(stream.fileno()).st_mode
    except (OSError, ValueError):  # a buffer in memory
        return False
    return not stat.S_ISREG(mode)


def _local_time(millisecond: int) -> str:
    second, rest = divmod(millisecond, 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.localtime(second))}.{rest:03d}"
