"""Logs on standard error: lines for people, or JSON objects for programs."""

from __future__ import annotations

import logging
from typing import Literal

import msgspec

from stolik.log import LogEntry

LogFormat = Literal["text", "json"]


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


def begin_log(format_: LogFormat, *, verbose: bool) -> None:
    """Starts the log on standard error; `verbose` adds every message of every connection."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if format_ == "json" else TextLines())
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, handlers=[handler])
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
