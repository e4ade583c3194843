"""Logs on standard error: lines for people, or JSON objects for programs."""

from __future__ import annotations

import logging
import re
from typing import Final, Literal

import msgspec

LogFormat = Literal["text", "json"]

# Our messages are an event, then facts: `enter player=Ada returns=False`. A value with a blank in it is quoted.
_FACT: Final = re.compile(r"""(\w+)=('[^']*'|"[^"]*"|\S*)""")


class JsonLines(logging.Formatter):
    """One object a line, with a field for each fact of the message."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        message = record.getMessage()
        facts = {name: value.strip("'\"") for name, value in _FACT.findall(message)}
        entry = {
            "time": record.created,
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": message.split("=")[0].rpartition(" ")[0] if facts else message,
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(facts | entry).decode()


def begin_log(format_: LogFormat, *, verbose: bool) -> None:
    """Everything from here on; every message of every connection too when it is verbose."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    handler.setFormatter(JsonLines() if format_ == "json" else text)
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, handlers=[handler])
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
