"""Tests that run in an event loop."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

from stolik.service.net.loop import run

P = ParamSpec("P")


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Runs a test that is a coroutine, in the loop that the programs run in."""

    @wraps(test)
    def to_its_end(*args: P.args, **kwargs: P.kwargs) -> None:
        run(test(*args, **kwargs))

    return to_its_end
