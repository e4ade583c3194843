"""The event loop: uvloop where there is one, plain asyncio elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import signal
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

new_event_loop: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
with contextlib.suppress(ImportError):
    import uvloop

    new_event_loop = uvloop.new_event_loop

T = TypeVar("T")

# Hardly anything of ours is in a cycle, and what is can wait: to look for it after every 700 new objects, as Python
# does by itself, takes a sixth of a busy service's time.
NEW_OBJECTS_BETWEEN_COLLECTIONS: Final = 50_000


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs a program's main coroutine to its end."""
    gc.set_threshold(NEW_OBJECTS_BETWEEN_COLLECTIONS)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(main)


def on_stop_signal(stop: Callable[[], None]) -> None:
    """Calls `stop` in the running loop, instead of dying, when the program is interrupted or told to end."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
