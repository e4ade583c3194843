"""Othello clients that differ from ours: `python -m tests.check.strangers.othello_client WAY PARAMETERS…`."""

from __future__ import annotations

import re
import sys
from importlib import import_module

from tests.check.strangers.ways import Ways

from stolik.games.othello import rules, told, wire
from stolik.games.othello.programs import client

WAYS = way = Ways()


@way
def guest_has_black() -> None:
    """Who was invited has black and moves first."""
    vars(told).update(BLACK=rules.WHITE, WHITE=rules.BLACK)


@way
def counts_from_1() -> None:
    """Columns and rows are counted from 1."""
    whole = wire.read_server_message

    def read(line: bytes) -> wire.ServerMessage:
        found = re.fullmatch(rb"SMOV~(\d)~(\d)", line)
        return whole(b"SMOV~%d~%d" % (int(found[1]) - 1, int(found[2]) - 1) if found else line)

    for module in list(sys.modules.values()):
        if getattr(module, "read_server_message", None) is whole:
            module.read_server_message = read  # type: ignore[attr-defined]
    wire.Move.text = lambda self: f"CMOV~{self.column + 1}~{self.row + 1}"  # type: ignore[method-assign]


@way
def answers_with_yes() -> None:
    """An invitation is accepted with YES, and a game is ended with CGAMEC."""
    wire.Answer.text = lambda self: f"CRES~{self.name}~{'YES' if self.accepted else 'NO'}"  # type: ignore[method-assign]
    wire.EndGame.word = "CGAMEC"


@way
def pings_often() -> None:
    """The client pings five times a second."""
    client.PING_EVERY = 0.2  # type: ignore[misc]


if __name__ == "__main__":
    way_, sys.argv[1:] = sys.argv[1], sys.argv[2:]
    WAYS[way_]()
    import_module("tests.check.mutants.othello_client").main()
