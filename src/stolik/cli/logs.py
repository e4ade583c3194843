"""Logs on standard error: lines for people, or JSON objects for programs."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from stolik.log import LogEntry

LogFormat = Literal["text", "json"]

_LIBRARIES: Final = ("alembic", "asyncio", "uvicorn")
"""They log steps of their own work, which say nothing of ours."""

MINUTE: Final = 60.0
MOST_ENTRIES: Final = 600
"""Entries of one event in a minute, about 100 KB. A class that comes at once has fewer."""
MOST_EVENTS: Final = 1000
"""Different events that are counted. Ours are about fifty; libraries may have others."""


class TextLines(logging.Formatter):
    """One line per entry; only an entry begins at the margin, so that no text can forge another entry."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The record as text; further lines, such as those of a traceback, are indented."""
        return "\n  ".join(super().format(record).splitlines())


class JsonLines(logging.Formatter):
    """One JSON object per line, with a key for each field of the entry."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        said: object = record.msg
        if not isinstance(said, LogEntry):
            said = LogEntry(record.getMessage())
        entry = {name: _plain(fact) for name, fact in said.facts.items()} | {
            "time": record.created,
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _plain(said.event),
        }
        if record.exc_info:
            entry["traceback"] = _plain(self.formatException(record.exc_info))
        return msgspec.json.encode(entry).decode()


def _plain(fact: object) -> object:
    """A value for JSON: everything but numbers, booleans and null becomes text."""
    if fact is None or isinstance(fact, int | float):
        return fact
    # Half of a surrogate pair cannot be written.
    return str(fact).encode(errors="backslashreplace").decode()


class Brief(logging.Filter):
    """Lets through some entries of each event a minute: whoever connects in a loop must not fill the disk.

    The next entry after a pause says in `left_out` how many were left out before it.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._minutes: dict[object, tuple[float, int]] = {}
        """For each event, when its minute began, and how many entries there have been since then."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the entry is written. Messages that `--verbose` asks for are always written."""
        if record.levelno <= logging.DEBUG:
            return True
        event = record.msg.event if isinstance(record.msg, LogEntry) else record.msg
        now = self._now()
        began, entries = self._minutes.get(event, (now, 0))
        if now - began >= MINUTE:
            left_out = entries - MOST_ENTRIES
            if left_out > 0 and isinstance(record.msg, LogEntry):
                record.msg = LogEntry(record.msg.event, **record.msg.facts, left_out=left_out)
            began, entries = now, 0
        if len(self._minutes) >= MOST_EVENTS:
            self._minutes.clear()
        self._minutes[event] = began, entries + 1
        return entries < MOST_ENTRIES


def begin_log(format_: LogFormat, *, verbose: bool, quiet: bool = False) -> None:
    """Starts the log on standard error; `verbose` adds every message of every connection, `quiet` has only warnings."""
    handler = logging.StreamHandler()
    handler.addFilter(Brief())
    handler.setFormatter(JsonLines() if format_ == "json" else TextLines())
    usual = logging.WARNING if quiet else logging.INFO
    logging.basicConfig(level=logging.DEBUG if verbose else usual, handlers=[handler])
    for library in _LIBRARIES:
        logging.getLogger(library).setLevel(logging.WARNING)
