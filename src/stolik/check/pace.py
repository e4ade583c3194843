"""Time for waiting: a busy machine must not look like a slow program.

Two things are measured while a scenario waits. Our own event loop beats many times a second, and the time by which a
beat is late is not counted. Before a wait is given up, the witness, a process of our own, is asked: while it is slow,
the program under test may be slow as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable
from importlib.resources import files
from typing import Final, Self

# Seconds between two beats, and seconds that a wait sleeps at most before it looks at the clock again.
BEAT: Final = 0.02
LOOK_AGAIN: Final = 0.25
# A wait is extended while the witness takes longer than this share of it, this often at most.
SLOW_SHARE: Final = 0.05
MOST_EXTENSIONS: Final = 10


class Pace:
    """The clock of one run of the checker."""

    def __init__(self, patience: float) -> None:
        """`patience`: seconds without an answer, on an idle machine, after which a program is taken to be silent."""
        self.patience = patience
        self._lost = 0.0
        self._beating: asyncio.Task[None] | None = None
        self._witness: asyncio.subprocess.Process | None = None
        self._asking = asyncio.Lock()

    async def __aenter__(self) -> Self:
        script = (files("stolik.check") / "witness.py").read_text(encoding="utf-8")
        pipe = asyncio.subprocess.PIPE
        self._witness = await asyncio.create_subprocess_exec(
            sys.executable, "-IS", "-c", script, stdin=pipe, stdout=pipe
        )
        self._beating = asyncio.create_task(self._beat())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._beating is not None:
            self._beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._beating
        if self._witness is not None:
            self._witness.kill()
            await self._witness.wait()

    async def _beat(self) -> None:
        last = time.monotonic()
        while True:
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            self._lost += max(0.0, now - last - 2 * BEAT)
            last = now

    def now(self) -> float:
        """Seconds, less those in which this process could not run."""
        return time.monotonic() - self._lost

    async def lateness(self) -> float:
        """Seconds that the witness takes to answer now."""
        witness = self._witness
        if witness is None or witness.stdin is None or witness.stdout is None:
            return 0.0
        async with self._asking:
            began = time.monotonic()
            witness.stdin.write(b"?\n")
            await witness.stdout.readline()
            return time.monotonic() - began

    async def until(self, changed: asyncio.Event, ready: Callable[[], bool], seconds: float | None = None) -> bool:
        """Waits until `ready`, which is asked whenever `changed` is set; False when the patience is over."""
        seconds = self.patience if seconds is None else seconds
        end = self.now() + seconds
        extensions = 0
        while not ready():
            left = end - self.now()
            if left <= 0:
                late = await self.lateness()
                if ready() or late < SLOW_SHARE * seconds or extensions == MOST_EXTENSIONS:
                    return ready()
                extensions += 1
                end = self.now() + max(4 * late, SLOW_SHARE * seconds)
                continue
            changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, LOOK_AGAIN)):
                    await changed.wait()
        return True
