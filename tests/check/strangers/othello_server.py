"""Othello servers that differ from ours: `python -m tests.check.strangers.othello_server WAY`.

Like the document's server they ask for the port and the number of clients.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module

from tests.check.strangers.ways import Ways

from stolik.contract import Seat
from stolik.contract.house_rules import Ending
from stolik.games.othello import door, wire
from stolik.lobby.words import Arrived, LobbyEvent, Status, Welcomed
from stolik.service.doors.door import Reply, Request
from stolik.service.lobby import live_lobby
from stolik.table.events import Ended

WAYS = way = Ways()


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


@way
def tells_every_state() -> None:
    """Everybody hears of everybody in the lobby, of themselves too, and that somebody is READY."""
    whole = door._lobby_messages

    def messages(event: LobbyEvent) -> Iterator[wire.ServerMessage]:
        yield from whole(event)
        if isinstance(event, Arrived):
            yield wire.SetStatus(event.player, event.status is Status.BUSY)

    def welcomed(self: door.OthelloDoor, event: LobbyEvent) -> Sequence[str]:
        lines = list(tell_lobby(self, event))
        if isinstance(event, Welcomed):
            ready = [name for name in event.others if name not in event.busy]
            lines += [f"SADDP~{self._name}", *(f"SUPS~{name}~READY" for name in (*ready, self._name))]
        return lines

    tell_lobby = door.OthelloDoor.tell_lobby
    door._lobby_messages = messages
    door.OthelloDoor.tell_lobby = welcomed  # type: ignore[method-assign]
    door.OthelloDoor.tell_news = lambda self, news: door._news_texts(news)  # type: ignore[method-assign]


@way
def illegal_move_is_told() -> None:
    """A move that the rules forbid is answered in words, and the player moves again."""
    whole = door.OthelloDoor._move

    def move(self: door.OthelloDoor, said: wire.Move) -> Request:
        position, square = self._position, said.column + 8 * said.row
        if position is not None and position.turn == self.seat and square not in position.moves():
            return Reply((wire.Notice("You cannot move there.").text(),))
        return whole(self, said)

    door._READ = {**door._READ, wire.Move: move}  # type: ignore[misc]


if __name__ == "__main__":
    WAYS[sys.argv[1]]()
    import_module("tests.check.mutants.othello_server").main()
