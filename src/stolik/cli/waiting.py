"""Long work in the background: Ctrl-C stops the program, and a person at a terminal sees that something happens."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from importlib import import_module
from threading import Thread
from typing import Any, Final, TypeVar

from rich.console import Console

from stolik.contract import packages

T = TypeVar("T")

COMPILING: Final = "compiling for this machine, once"
_COMPILER: Final = "numba"
# Seconds between two looks at the work: a person sees no delay at Ctrl-C.
_LOOK: Final = 0.1


def wait_for(work: Callable[[], T], about: str) -> T:
    """The result of the work, which runs in a thread; `about` says on a terminal what is done."""
    console = Console(stderr=True)
    compiled = _Compiled()
    future = _started(work, compiled if console.is_terminal else None)
    status = console.status(about) if console.is_terminal else contextlib.nullcontext()
    with status as shown:
        while not future.done():
            # Not `future.result()`: Python hears of Ctrl-C only between two waits.
            with contextlib.suppress(TimeoutError):
                future.exception(_LOOK)
            if shown is not None and compiled.functions:
                shown.update(f"{COMPILING}: {compiled.functions} functions so far")
    return future.result()


def _started(work: Callable[[], T], compiled: _Compiled | None) -> Future[T]:
    future: Future[T] = Future()

    def run() -> None:
        try:
            with contextlib.nullcontext() if compiled is None else compiled.counted():
                future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    # A daemon: when the person stops the program, nobody waits for the work.
    Thread(target=run, daemon=True).start()
    return future


class _Compiled:
    """Counts the functions that Numba compiles. What it finds in its cache is not counted."""

    def __init__(self) -> None:
        self.functions = 0

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        """Counts while the context is open; without Numba, does nothing."""
        if not packages.is_installed(_COMPILER):
            yield
            return
        event: Any = import_module(f"{_COMPILER}.core.event")
        counter = self

        class Listener(event.Listener):  # type: ignore[misc] # Numba has no types
            def on_start(self, _event: object) -> None:
                """A function is about to be compiled."""
                counter.functions += 1

            def on_end(self, _event: object) -> None:
                """A function is compiled."""

        with event.install_listener(f"{_COMPILER}:compile", Listener()):
            yield
