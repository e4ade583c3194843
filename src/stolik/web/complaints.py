"""Counts what the web server logs about wrong requests: an entry for each would fill the disk."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from stolik.service.net.limits import Limits

LOGGER: Final = logging.getLogger("uvicorn.error")
ABOUT_CLIENTS: Final = frozenset({"Invalid HTTP request received.", "Unsupported upgrade request."})
"""What uvicorn logs about what a client has sent."""


@contextmanager
def counted(limits: Limits) -> Iterator[None]:
    """Counts such entries as a limit that was reached, until the end of the block; all others are logged."""

    def is_logged(record: logging.LogRecord) -> bool:
        if record.msg not in ABOUT_CLIENTS:
            return True
        limits.hit("wrong requests", why=record.msg)
        return False

    LOGGER.addFilter(is_logged)
    try:
        yield
    finally:
        LOGGER.removeFilter(is_logged)
