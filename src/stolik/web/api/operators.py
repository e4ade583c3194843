"""The operator: who may start programs and close tables, proven by a token, and what the operator has done."""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.requests import Request

from stolik.log import LogEntry
from stolik.service.net.limits import Limits
from stolik.web.api.asking import address_of, bearer_token
from stolik.web.door.guesses import Guesses
from stolik.web.messages.problems import Code, Problem

log = logging.getLogger(__name__)

BURST: Final = 20.0
"""Wrong tokens of the operator from one address at once."""
RATE: Final = 0.2
"""Wrong tokens a second after that."""
REFUSED_INTERVAL: Final = 60.0
"""Seconds between two entries about wrong tokens: somebody who guesses must not fill the disk."""
MOST_ADDRESSES: Final = 10
"""Addresses that such an entry names."""
_OWNER_ONLY: Final = 0o600


class Audit:
    """What operators did, as lines of JSON in a file that only its owner can read, and in the log."""

    def __init__(self, file: Path | None, now: Callable[[], float]) -> None:
        """Without a file, it is only logged."""
        self._file = file
        self._now = now

    def note(self, action: str, **facts: Any) -> None:  # noqa: ANN401 - anything that can be written as JSON
        """Writes an action down."""
        log.info(LogEntry("operator", action=action, **facts))
        if self._file is None:
            return
        line = msgspec.json.encode({"time": self._now(), "action": action} | facts) + b"\n"
        try:
            file = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, _OWNER_ONLY)
            try:
                os.write(file, line)
            finally:
                os.close(file)
        except OSError as error:  # the operator must be able to work when the disk is full
            log.error(LogEntry("audit not written", file=self._file, error=error))


class RefusedRequests:
    """Requests with a wrong token: the first is written down at once, the others once a minute, with their number."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._times = 0
        self._addresses: dict[str, None] = {}
        self._path = ""
        self._minute: asyncio.TimerHandle | None = None

    def add(self, address: str, path: str) -> None:
        """A request was refused."""
        self._times += 1
        self._path = path
        if len(self._addresses) < MOST_ADDRESSES:
            self._addresses[address] = None
        if self._minute is None:
            self._write()

    def _write(self) -> None:
        self._minute = None
        if not self._times:
            return
        self._audit.note("refused", times=self._times, addresses=list(self._addresses), path=self._path)
        self._times = 0
        self._addresses.clear()
        self._minute = asyncio.get_running_loop().call_later(REFUSED_INTERVAL, self._write)


class Operator:
    """Checks whether a request comes from the operator."""

    def __init__(self, token: str | None, now: Callable[[], float], limits: Limits, audit: Audit) -> None:
        """Without a token, nobody is the operator."""
        self._token = token
        self._guesses = Guesses(now, limits, BURST, RATE)
        self._audit = audit
        self._refused = RefusedRequests(audit)

    def admit(self, request: Request) -> None:
        """Raises Problem unless the request has the operator's token."""
        given, address = bearer_token(request), address_of(request)
        if given is not None:
            self._guesses.check(address, given)
            if self._token is not None and hmac.compare_digest(given.encode(), self._token.encode()):
                self._guesses.right(given)
                return
            self._guesses.wrong(address, given)
            self._refused.add(address, request.url.path)
        raise Problem(
            Code.NOT_OPERATOR, "only the operator may do that: stolik serve says which file the operator's token is in"
        )

    def is_asking(self, request: Request) -> bool:
        """Says whether the operator asks, where others may ask too; raises Problem when a wrong token is given."""
        if bearer_token(request) is None:
            return False
        self.admit(request)
        return True

    def did(self, request: Request, action: str, **facts: Any) -> None:  # noqa: ANN401 - as above
        """Writes down what the operator has done."""
        self._audit.note(action, address=address_of(request), **facts)
