"""What we log: an event and its facts, as values. A formatter writes them, so no value can pass for another field."""

from __future__ import annotations


class LogEntry:
    """The message of a log record: `log.info(LogEntry("enter", player=name))`."""

    __slots__ = ("event", "facts")

    def __init__(self, event: str, /, **facts: object) -> None:
        """`event` is a constant of the program; what comes from outside is a fact."""
        self.event = event
        self.facts = facts

    def __str__(self) -> str:
        """`event key=value`, on one line whatever the values are."""
        return " ".join([self.event, *(f"{name}={_shown(value)}" for name, value in self.facts.items())])


def _shown(value: object) -> str:
    """A value as text, quoted and escaped where it could be taken for more than one value."""
    text = str(value)
    return repr(text) if not text.isprintable() or any(mark in text for mark in " ='\"") else text
