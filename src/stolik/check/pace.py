"""Time for waiting: a busy machine must not look like a slow program.

Three things are measured while a scenario waits. Our own event loop beats many times a second, and the time by which a
beat is late is not counted. The time that the program under test waited for a processor is not counted either, as the
system tells it. And before a wait is given up, the witness, a process of our own, is asked: while it is slow, the
program may be slow as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable
from copy import copy
from importlib.resources import files
from typing import Final, Protocol, Self

# Seconds between two beats, and seconds that a wait sleeps at most before it looks at the clock again.
BEAT: Final = 0.02
LOOK_AGAIN: Final = 0.25
# A wait is extended while the witness takes longer than this share of it, or the program works, this often at most.
SLOW_SHARE: Final = 0.05
WORKING_SHARE: Final = 0.25
MOST_EXTENSIONS: Final = 12


class Load(Protocol):
    """What the programs of one scenario do with the processors."""

    def delay(self) -> float:
        """Seconds that they have waited for a processor so far."""

    def is_working(self) -> bool:
        """Whether one of them runs, or wants to."""


class Idle:
    """Nothing runs."""

    def delay(self) -> float:
        """No time."""
        return 0.0

    def is_working(self) -> bool:
        """Never."""
        return False


class Pace:
    """The clock of one run of the checker, and of each scenario in it."""

    load: Load = Idle()

    def __init__(self, patience: float) -> None:
        """`patience`: seconds without an answer, on an idle machine, after which a program is taken to be silent."""
        self.patience = patience
        self.main = self
        self._lost = 0.0
        self._beating: asyncio.Task[None] | None = None
        self._witness: asyncio.subprocess.Process | None = None
        self._asking = asyncio.Lock()

    def with_load(self, load: Load) -> Pace:
        """The same clock, for a scenario whose programs put this load on the machine."""
        pace = copy(self)
        pace.load = load
        pace.main = self.main
        return pace

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
        return time.monotonic() - self.main._lost

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
        if ready():
            return True
        seconds = self.patience if seconds is None else seconds
        end = self.now() + seconds
        delay = self.load.delay()
        for _ in range(MOST_EXTENSIONS):
            while (left := end - self.now()) > 0:
                changed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(min(left, LOOK_AGAIN)):
                        await changed.wait()
                if ready():
                    return True
            delay, before = self.load.delay(), delay
            more = max(delay - before, WORKING_SHARE * seconds if self.load.is_working() else 0.0)
            late = await self.lateness()
            if ready():
                return True
            if more < SLOW_SHARE * seconds and late < SLOW_SHARE * seconds:
                return False
            end = self.now() + max(more, 4 * late)
        return ready()
