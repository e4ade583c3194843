"""A person's two streams: lines out at once, lines in without holding up the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from stolik.wire.lines import LineFramer

# A person's line is short; of a longer one only the beginning is kept.
LONGEST_LINE = 256
CHUNK = 4096


class Terminal(Protocol):
    """Where a person reads and types."""

    def say(self, lines: Sequence[str]) -> None:
        """Shows the lines."""

    async def listen(self, typed: Callable[[str], None]) -> None:
        """Hands on each line typed, until the end of the input."""

    async def settle(self) -> None:
        """Returns when everything said has been shown."""


class PlainTerminal:
    """Pipes, files, and terminals that can do no more than print."""

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
        """Reads in a thread, because a file, a pipe and a terminal have no other way of waiting in common."""
        framer = LineFramer(b"\n", LONGEST_LINE)
        chunks = _Chunks()
        while data := await chunks.next():
            _hand_on(framer.feed(data), typed)
        # A last line that nobody ended is a line too.
        _hand_on(framer.feed(b"\n"), typed)

    async def settle(self) -> None:
        """Everything was written at once."""


class _Chunks:
    """What a thread reads from standard input, one piece at a time: it reads on when the last piece was used."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._wanted = threading.Semaphore(0)
        self._read: asyncio.Queue[bytes] = asyncio.Queue()
        # A daemon: nothing can interrupt its read, and the program must not wait for it.
        threading.Thread(target=self._run, daemon=True).start()

    async def next(self) -> bytes:
        """The next piece; empty at the end."""
        self._wanted.release()
        return await self._read.get()

    def _run(self) -> None:
        data = b"more"
        while data:
            self._wanted.acquire()
            data = _read_some()
            try:
                self._loop.call_soon_threadsafe(self._read.put_nowait, data)
            except RuntimeError:  # the program is over
                return


def _read_some() -> bytes:
    # Not by sys.stdin: its lock, held by a thread that waits, would hold up the program's end.
    try:
        return os.read(0, CHUNK)
    except OSError:
        return b""


def _hand_on(lines: Iterable[bytes], typed: Callable[[str], None]) -> None:
    for line in lines:
        typed(line.decode(errors="replace"))


def colour_wanted() -> bool:
    """Whether the person has not asked for no colour: see no-color.org."""
    return not os.environ.get("NO_COLOR")


def is_capable() -> bool:
    """Whether a person sits at a terminal that can do more than print."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
