"""Mutants of `kierki-serwer`: bad peers and odd files."""

from __future__ import annotations

import os
from typing import Any

from tests.check.mutants import Mutants, framing

from stolik.games.kierki import match_file
from stolik.service.net import connection

mutants = Mutants()


mutants.mutant("long-line-before-the-match")(framing.long_line_crashes)
mutants.mutant("silent-crowd-before-the-match")(framing.few_connections_at_once)


@mutants.mutant("connection-is-reset")
def reset_is_not_noticed() -> None:
    """A connection that is reset keeps its seat."""
    whole = connection.LineConnection.connection_lost

    def connection_lost(self: Any, exc: Exception | None) -> None:
        if exc is None:
            whole(self, exc)
        self.closed = True  # a write would raise, and be noticed

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
