"""Time for waiting: a busy machine must not look like a slow program.

Three things are measured while a scenario waits. Our own event loop beats many times a second, and the time by which a
beat is late is not counted. The time that the program under test waited for a processor is not counted either, as the
system tells it. And before a wait is given up, the witness, a process of our own, is asked: while it is slow, the
program may be slow as well.

How busy the machine was while a scenario ran is measured too: a fail on a busy machine is no proof (see `runner`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final, Protocol, Self

from stolik.system import usable_cores

# Seconds between two beats, and seconds that a wait sleeps at most before it looks at the clock again.
BEAT: Final = 0.02
LOOK_AGAIN: Final = 0.25
# A wait is extended while the witness takes longer than this share of it, or the program works, this often at most.
SLOW_SHARE: Final = 0.05
WORKING_SHARE: Final = 0.25
MOST_EXTENSIONS: Final = 12
# A program has read what came when it has used so many seconds of a processor since, and does not wait for one in vain
# for longer than this.
READING: Final = 0.02
MOST_READING: Final = 2.0
# How many times as long a wait for a moment can become.
MOMENT_STRETCH: Final = 4
# The machine is busy when this process lost this share of the time, or so many processes wanted each core on average.
LOST_SHARE: Final = 0.1
CROWDED: Final = 1.5
# The processes are counted ten times a second.
BEATS_PER_SAMPLE: Final = 5
_LOAD: Final = Path("/proc/loadavg")


class Load(Protocol):
    """What the programs of one scenario do with the processors."""

    def delay(self) -> float:
        """Seconds that they have waited for a processor so far."""

    def used(self) -> float:
        """Seconds of processor time that they have used so far."""

    def is_working(self) -> bool:
        """Whether one of them runs, or wants to."""


class Idle:
    """Nothing runs."""

    def delay(self) -> float:
        """No time."""
        return 0.0

    def used(self) -> float:
        """No time."""
        return 0.0

    def is_working(self) -> bool:
        """Never."""
        return False


@dataclass(frozen=True)
class Moment:
    """When something happened, as far as this process can know."""

    earliest: float
    latest: float


class Pace:
    """The clock of one run of the checker, and of each scenario in it."""

    load: Load = Idle()

    def __init__(self, patience: float) -> None:
        """`patience`: seconds without an answer, on an idle machine, after which a program is taken to be silent."""
        self.patience = patience
        self.main = self
        self._lost = 0.0
        self._last_beat = time.monotonic()
        self._crowd = 0.0
        self._samples = 0
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
        beats = 0
        while True:
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            self._lost += max(0.0, now - self._last_beat - 2 * BEAT)
            self._last_beat = now
            beats += 1
            if beats % BEATS_PER_SAMPLE == 0:
                self._crowd += runnable() / usable_cores()
                self._samples += 1

    def now(self) -> float:
        """Seconds, less those in which this process could not run."""
        return time.monotonic() - self.main._lost

    def moment(self) -> Moment:
        """When something happened that this process sees now: after the last beat, if it was late."""
        return Moment(self.main._last_beat, time.monotonic())

    def measure(self) -> Callable[[], bool]:
        """Begins to measure the machine's load; what is returned says whether it was busy since."""
        main = self.main
        lost, crowd, samples, began = main._lost, main._crowd, main._samples, time.monotonic()

        def was_busy() -> bool:
            share = (main._lost - lost) / max(BEAT, time.monotonic() - began)
            return share > LOST_SHARE or main._crowd - crowd > CROWDED * (main._samples - samples)

        return was_busy

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

    def wait(self, seconds: float | None = None) -> Wait:
        """A wait of so many seconds, or of the patience."""
        return Wait(self, self.patience if seconds is None else seconds)

    async def until_read(self) -> None:
        """Waits until the program has read what was sent, even if it gets no processor for a while."""
        before, end = self.load.used(), time.monotonic() + MOST_READING
        while self.load.is_working() and self.load.used() - before < READING and time.monotonic() < end:
            await asyncio.sleep(BEAT)

    async def until(self, changed: asyncio.Event, ready: Callable[[], bool], seconds: float | None = None) -> bool:
        """Waits until `ready`, which is asked whenever `changed` is set; False when the patience is over."""
        if ready():
            return True
        wait = self.wait(seconds)
        while not ready():
            if wait.left > 0:
                changed.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(min(wait.left, LOOK_AGAIN)):
                        await changed.wait()
            elif await wait.is_over():
                return ready()
        return True


class Wait:
    """A wait that ends after its time, and later on a busy machine."""

    def __init__(self, pace: Pace, seconds: float) -> None:
        self._pace = pace
        self._seconds = seconds
        self._end = pace.now() + seconds
        # A wait that is shorter than the patience is a moment in which nothing should come. If it became long on a busy
        # machine, what the program does later, by right, would come in it.
        self._latest = pace.now() + seconds * (MOMENT_STRETCH if seconds < pace.patience else float("inf"))
        self._delay = pace.load.delay()
        self._used = pace.load.used()
        self._looked_at = pace.now()
        self._extensions = 0

    @property
    def left(self) -> float:
        """Seconds that are left, before the wait is perhaps extended."""
        return self._end - self._pace.now()

    async def is_over(self) -> bool:
        """Whether the time is over. Extends the wait if the program or the witness got too little of a processor.

        A program that has used all cores for so long has had what a quiet machine would give it. One core would be too
        little to say so: a runtime compiles and collects garbage beside the program.
        """
        if self.left > 0:
            return False
        if self._pace.load.used() - self._used >= self._seconds * usable_cores():
            return True
        more, late = self._lacked(), await self._pace.lateness()
        self._extensions += 1
        enough = SLOW_SHARE * self._seconds
        if (more < enough and late < enough) or self._extensions >= MOST_EXTENSIONS:
            return True
        self._end = min(self._latest, self._pace.now() + max(more, 4 * late))
        return self.left <= 0

    def _lacked(self) -> float:
        """Seconds of a processor that the program lacked since this was asked last: no more than have passed."""
        load, now = self._pace.load, self._pace.now()
        delay, before, passed = load.delay(), self._delay, now - self._looked_at
        self._delay, self._looked_at = delay, now
        working = WORKING_SHARE * self._seconds if load.is_working() else 0.0
        # Of many processes that wait at the same time, each adds to the delay.
        return max(min(delay - before, passed), working)


def runnable() -> int:
    """How many processes of the machine run now, or wait for a processor."""
    try:
        return int(_LOAD.read_text().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):  # not Linux
        return round(os.getloadavg()[0])
