"""Mutants of `kierki-serwer`: where a message ends."""

from __future__ import annotations

import re
from typing import Any

from tests.check.mutants import Mutants, framing

from stolik.service.net import connection
from stolik.wire import lines

mutants = Mutants()


mutants.mutant("iam-split-after-1")(framing.one_recv_is_one_message)
mutants.mutant("two-messages-in-one-segment")(framing.rest_of_a_segment_is_lost)


@mutants.mutant("iam-ended-by-lf-alone")
def lf_ends_a_message() -> None:
    """LF alone ends a message."""
    whole = lines.LineFramer.feed

    def feed(self: Any, data: bytes) -> list[bytes]:
        return whole(self, re.sub(rb"(?<!\r)\n", b"\r\n", data))

    lines.LineFramer.feed = feed


@mutants.mutant("four-sit-down")
def answers_end_with_lf_alone() -> None:
    """The server's messages end with LF alone."""
    whole = connection.LineConnection.send

    def send(self: Any, *told: str) -> None:
        self._end = "\n"
        whole(self, *told)

    connection.LineConnection.send = send
