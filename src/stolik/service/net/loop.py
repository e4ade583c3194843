"""The event loop: uvloop where there is one, plain asyncio elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, Final, TypeVar

new_event_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
with contextlib.suppress(ImportError):
    import uvloop

    new_event_loop = uvloop.new_event_loop

T = TypeVar("T")

# For `gc.set_threshold`: many small garbage collections instead of a few long ones. To check an object that was not
# used for a while takes a third of a microsecond. So the 300 objects of a young collection block the loop for a tenth
# of a millisecond; a middle collection has three times as many. All objects are checked only after 700 middle ones.
COLLECTIONS: Final = (300, 1, 700)
# Seconds until Python switches from another thread that computes to the loop; Python's default is 0.005.
SWITCH_INTERVAL: Final = 0.0005


@cache
def avoid_long_pauses() -> None:
    """Keeps garbage collection and other threads from blocking the event loop for a millisecond."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.set_threshold(*COLLECTIONS)
    # Loaded modules live until the program ends. To search them for garbage as well takes tens of milliseconds.
    gc.freeze()


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs a program's main coroutine to its end."""
    avoid_long_pauses()
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(main)


def end_within(seconds: float, last_words: str, exit_code: int) -> None:
    """Ends the process if it still runs after so many seconds, whatever it waits for."""

    def end() -> None:
        sys.stderr.write(f"{last_words}\n")
        sys.stderr.flush()
        os._exit(exit_code)

    limit = threading.Timer(seconds, end)
    limit.daemon = True  # a process that ends earlier does not wait for it
    limit.start()


def on_stop_signal(stop: Callable[[], None], *more: signal.Signals) -> None:
    """On SIGINT, SIGTERM and the given signals, calls `stop` in the running loop instead of ending the process."""
    loop = asyncio.get_running_loop()

    def stop_soon(*_: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(stop)

    for number in (signal.SIGINT, signal.SIGTERM, *more):
        if number in more and signal.getsignal(number) is signal.SIG_IGN:
            continue  # nohup and others ask for that
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:  # the loop cannot do it on every system
            signal.signal(number, stop_soon)
