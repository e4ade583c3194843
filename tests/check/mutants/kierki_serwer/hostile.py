"""Mutants of `kierki-serwer`: bad peers and odd files."""

from __future__ import annotations

import os
from typing import Any

from tests.check.mutants import Mutants

from stolik.games.kierki import match_file
from stolik.service.net import connection, connections
from stolik.wire import lines

mutants = Mutants()


@mutants.mutant("long-line-before-the-match")
def long_line_crashes() -> None:
    """A very long line crashes the server."""
    whole = lines.LineFramer._forget_tail
    lines.LineFramer._forget_tail = lambda self: (os.abort(), whole(self))[1]


@mutants.mutant("silent-crowd-before-the-match")
def few_connections_at_once() -> None:
    """The server ends when many clients are connected."""
    whole = connections.Connections.arrived

    def arrived(self: Any, one: Any) -> None:
        if len(self) > 20:
            os._exit(1)
        whole(self, one)

    connections.Connections.arrived = arrived


@mutants.mutant("connection-is-reset")
def reset_is_not_noticed() -> None:
    """A connection that is reset keeps its seat."""
    whole = connection.LineConnection.connection_lost

    def connection_lost(self: Any, exc: Exception | None) -> None:
        if exc is None:
            whole(self, exc)

    connection.LineConnection.connection_lost = connection_lost


@mutants.mutant("cards-in-any-order-in-the-file")
def hands_must_be_sorted() -> None:
    """A hand that is not sorted in the file is refused."""
    whole = match_file._read_hand

    def read(line: str, number: int, seat: str) -> Any:
        hand = whole(line, number, seat)
        if list(hand) != sorted(hand):
            os._exit(1)
        return hand

    match_file._read_hand = read
