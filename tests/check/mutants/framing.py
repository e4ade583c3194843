"""Faults that every program on lines can have: where a message ends, and how many peers there are."""

from __future__ import annotations

import os
from typing import Any

from stolik.service.net import connections
from stolik.wire import lines


def one_recv_is_one_message() -> None:
    """What one recv() returns is taken for one message."""
    lines.LineFramer.feed = lambda self, data: [data.removesuffix(self._end)]


def rest_of_a_segment_is_lost() -> None:
    """Of several messages in one segment only the first one is read."""
    whole = lines.LineFramer.feed
    lines.LineFramer.feed = lambda self, data: whole(self, data)[:1]


def long_line_crashes() -> None:
    """A very long line crashes the server."""
    whole = lines.LineFramer._forget_tail
    lines.LineFramer._forget_tail = lambda self: (os.abort(), whole(self))[1]


def few_connections_at_once() -> None:
    """The server ends when many clients are connected."""
    whole = connections.Connections.arrived

    def arrived(self: Any, one: Any) -> None:
        if len(self) > 20:
            os._exit(1)
        whole(self, one)

    connections.Connections.arrived = arrived
