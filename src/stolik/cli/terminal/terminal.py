"""Input and output of a person: writes lines at once, and reads lines without blocking the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from stolik.wire.lines import LineFramer

# A person's line is short; only the beginning of a longer one is kept.
LONGEST_LINE = 256
CHUNK = 4096


class Terminal(Protocol):
    """Where a person reads and types."""

    def say(self, lines: Sequence[str]) -> None:
        """Shows the lines."""

    async def listen(self, typed: Callable[[str], None]) -> None:
        """Calls `typed` with each line, until the end of the input."""

    async def settle(self) -> None:
        """Returns when everything said has been shown."""


class PlainTerminal:
    """For pipes, files, and terminals that can only print."""

    def __init__(self, stop: Callable[[], None]) -> None:
        """`stop` is called when nobody can read the output any more."""
        self._stop = stop

    def say(self, lines: Sequence[str]) -> None:
        """Writes the lines at once."""
        try:
            sys.stdout.write("".join([f"{line}\n" for line in lines]))
            sys.stdout.flush()
        except OSError:
            self._stop()

    async def listen(self, typed: Callable[[str], None]) -> None:
        """Reads in a thread: nothing else works for files, pipes and terminals alike."""
        framer = LineFramer(b"\n", LONGEST_LINE)
        chunks = _Chunks()
        while data := await chunks.next():
            _hand_on(framer.feed(data), typed)
        # The last line counts even without its end.
        _hand_on(framer.feed(b"\n"), typed)

    async def settle(self) -> None:
        """Does nothing: `say` writes at once."""


class _Chunks:
    """Reads standard input in a thread, one chunk at a time: the next one only when the last was used."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wanted = threading.Semaphore(0)
        self._read: asyncio.Queue[bytes] = asyncio.Queue()
        # A daemon thread: its read cannot be interrupted, and the program must not wait for it at exit.
        threading.Thread(target=self._run, daemon=True).start()

    async def next(self) -> bytes:
        """The next chunk; empty at the end."""
        self._wanted.release()
        return await self._read.get()

    def _run(self) -> None:
        data = b"more"
        while data:
            self._wanted.acquire()
            data = _read_some()
            try:
                self._loop.call_soon_threadsafe(self._read.put_nowait, data)
            except RuntimeError:  # the event loop is closed
                return


def _read_some() -> bytes:
    # Not sys.stdin: the waiting thread would hold its lock and block the program's exit.
    try:
        return os.read(0, CHUNK)
    except OSError:
        return b""


def _hand_on(lines: Iterable[bytes], typed: Callable[[str], None]) -> None:
    for line in lines:
        typed(line.decode(errors="replace"))


def colour_wanted() -> bool:
    """Whether colour is allowed: NO_COLOR is not set (see no-color.org)."""
    return not os.environ.get("NO_COLOR")


def is_capable() -> bool:
    """Whether input and output are a terminal that can do more than print."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
