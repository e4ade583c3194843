"""The event loop: uvloop where there is one, plain asyncio elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
import sys
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, Final, TypeVar

new_event_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
with contextlib.suppress(ImportError):
    import uvloop

    new_event_loop = uvloop.new_event_loop

T = TypeVar("T")

# Garbage is looked for among so many new objects at a time, every third time among three times as many, and after so
# many of these among all there are. An object that nobody has touched for a while takes a third of a microsecond: that
# many hold the loop up for a tenth of a millisecond, three times as many for a third of one.
COLLECTIONS: Final = (300, 1, 700)
# How long the loop may have to wait for another thread of ours that computes, in seconds; by itself Python lets it wait
# for five milliseconds.
THREADS_TURN: Final = 0.0005


@cache
def stay_prompt() -> None:
    """Lets nothing but the loop's own callbacks hold it up for a millisecond, neither Python nor another thread."""
    sys.setswitchinterval(THREADS_TURN)
    gc.set_threshold(*COLLECTIONS)
    # What a program has loaded stays to its end. To look for garbage there, too, takes tens of milliseconds.
    gc.freeze()


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs a program's main coroutine to its end."""
    stay_prompt()
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(main)


def on_stop_signal(stop: Callable[[], None]) -> None:
    """Calls `stop` in the running loop, instead of dying, when the program is interrupted or told to end."""
    loop = asyncio.get_running_loop()

    def stop_soon(*_: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(stop)

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # not every system's loop can
            signal.signal(number, stop_soon)
