"""Othello servers that differ from ours: `python -m tests.check.strangers.othello_server WAY`.

Like the document's server they ask for the port and the number of clients.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from stolik.contract import Seat
from stolik.contract.house_rules import Ending
from stolik.games.othello import door, wire
from stolik.service.lobby import live_lobby
from stolik.table.events import Ended

WAYS: dict[str, Callable[[], None]] = {}


def way(plant: Callable[[], None]) -> Callable[[], None]:
    """A way to differ; the docstring says which."""
    WAYS[plant.__name__.replace("_", "-")] = plant
    return plant


@way
def guest_has_black() -> None:
    """The invited player has black and moves first."""
    whole = wire.Recover.text
    live_lobby.seats_of = lambda game, matched: tuple(reversed(game.seats))  # type: ignore[assignment, return-value]
    wire.Recover.text = lambda self: whole(self)[:-1] + str(int(not self.host))  # type: ignore[method-assign]


@way
def counts_from_1() -> None:
    """Columns and rows are counted from 1."""
    whole = wire.read_client_message

    def read(line: bytes) -> wire.ClientMessage:
        found = re.fullmatch(rb"CMOV~(\d)~(\d)", line)
        return whole(b"CMOV~%d~%d" % (int(found[1]) - 1, int(found[2]) - 1) if found else line)

    wire.read_client_message = read  # type: ignore[assignment] # without its cache
    wire.Moved.text = lambda self: f"SMOV~{self.column + 1}~{self.row + 1}"  # type: ignore[method-assign]


@way
def both_of_that() -> None:
    """The invited player has black, and counting begins at 1."""
    guest_has_black()
    counts_from_1()


@way
def other_words() -> None:
    """What the document does not name has other names: an invitation, a move; the end of a game is SGAMEC."""
    wire.Invitation.word = "SINV"
    wire.Moved.word = "SMOVE"
    wire.GameOver.text = lambda self: f"SGAMEC~{self.words}"  # type: ignore[method-assign]


@way
def an_end_has_its_own_name() -> None:
    """A game that has come to its end is closed by SGAMEE: the document has SGAMEEC for one that is ended before."""
    whole = door.OthelloDoor._ended

    def ended(self: door.OthelloDoor, event: Ended) -> Sequence[str]:
        lines = whole(self, event)
        return lines if event.ending is Ending.CANCELLED else [*lines[:-1], "SGAMEE~13~0"]

    door._TELL = {**door._TELL, Ended: ended}  # type: ignore[misc]


@way
def more_messages() -> None:
    """A move is followed by the points, in a message that the document does not have."""
    whole = door._moved_text
    door._moved_text = lambda move: f"{whole(move)}\nSSCORE~Ann~3~Bob~2"  # type: ignore[assignment] # without its cache


@way
def recovers_without_a_start() -> None:
    """Who comes back to a game hears SRECOV and no SSTARTG."""
    whole = door.OthelloDoor.seated

    def seated(self: door.OthelloDoor, seat: Seat, opponent: str, *, again: bool, grace: float) -> Sequence[str]:
        lines = whole(self, seat, opponent, again=again, grace=grace)
        return () if again else lines

    door.OthelloDoor.seated = seated  # type: ignore[method-assign]


if __name__ == "__main__":
    WAYS[sys.argv[1]]()
    import_module("tests.check.mutants.othello_server").main()
