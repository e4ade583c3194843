"""TCP is a stream: a message can be split at every byte."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from stolik.check.scenario import Quote, Topic

SERVER_SPLITS: Final = "your server takes what one recv() returns for one message: TCP may split a message anywhere"
SERVER_JOINS: Final = (
    "your server reads one message from what recv() returns and throws the rest away: TCP may join messages"
)


def add_splits(
    topic: Topic, name: str, what: str, size: int, script: Callable[..., Awaitable[None]], quote: Quote, cause: str
) -> None:
    """Adds a scenario for each place where a message of that many bytes can be split: `script` is called with `at`."""
    for at in range(1, size):
        title = f"{what} can come in two segments, split after {at} of its {size} bytes."
        topic.add(f"{name}-split-after-{at}", title, partial(script, at=at), quote, cause=cause)
