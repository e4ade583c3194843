"""Log entries: an event and its facts as separate values. A formatter writes them, so no value can forge a field."""

from __future__ import annotations


class LogEntry:
    """The message of a log record: `log.info(LogEntry("enter", player=name))`."""

    __slots__ = ("event", "facts")

    def __init__(self, event: str, /, **facts: object) -> None:
        """`event` is a constant in our code; everything that comes from outside must be a fact."""
        self.event = event
        self.facts = facts

    def __str__(self) -> str:
        """The entry as `event key=value ...`, always on one line."""
        return " ".join([self.event, *(f"{name}={_shown(value)}" for name, value in self.facts.items())])


def _shown(value: object) -> str:
    """The value as text; quoted and escaped if it contains a space, a quote, `=` or an unprintable character."""
    text = str(value)
    return repr(text) if not text.isprintable() or any(mark in text for mark in " ='\"") else text
