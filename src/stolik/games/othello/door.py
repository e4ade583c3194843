"""Othello's own door: one client on a TCP connection, in the language of the course's document."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import stolik.games.othello.wire as wire
from stolik.contract import Ending, NotationError
from stolik.games.othello import GAME
from stolik.games.othello.rules import BLACK, Position, opponent, read_square, write_square
from stolik.lobby.lobby import NoEntry, OutOfPlace
from stolik.lobby.words import (
    Answer,
    Arrived,
    Cancel,
    Changed,
    Gone,
    Invite,
    Invited,
    LobbyEvent,
    Status,
    Welcomed,
    Withdrawn,
)
from stolik.log import LogEntry
from stolik.service.lobby.crier import News
from stolik.service.lobby.live_lobby import LiveLobby, SeatAt
from stolik.service.net.clock import Clock
from stolik.service.net.connection import LineConnection
from stolik.service.net.connections import Connections
from stolik.service.net.pulse import Pulse
from stolik.table import inputs
from stolik.table.events import Ended, Event, Expelled, Left, Played, Sat, Shown
from stolik.wire.report import shown

log = logging.getLogger(__name__)

# A whole game is some 30 lines of each player's. A client that waits for no answer must not make everyone else wait.
MOST_LINES_AT_ONCE = 1000


class OthelloDoor(LineConnection):
    """One connection: nobody yet, then a player in the lobby, now and then at a table."""

    def __init__(self, lobby: LiveLobby, connections: Connections, clock: Clock, silence: float) -> None:
        super().__init__(wire.END, wire.LIMIT)
        self._lobby = lobby
        self._connections = connections
        self._pulse = Pulse(clock, silence, self._silent)
        self._name: str | None = None
        self._at: SeatAt | None = None
        self._position: Position | None = None
        self._again = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has come; it has some time to say who it is."""
        super().connection_made(transport)
        self._connections.arrived(self)

    def lost(self) -> None:
        """The client is gone."""
        self._pulse.stop()
        self._connections.left(self)
        self._go()

    def dismiss(self, why: str) -> None:
        """Says why, and closes."""
        log.info(LogEntry("dismiss", player=self._name, peer=self.peer, why=why))
        self._say(wire.Notice(why))
        self._go()
        self.close()

    def _go(self) -> None:
        self._pulse.stop()
        if self._name is not None:
            self._lobby.exit(self._name, self)

    def data_received(self, data: bytes) -> None:
        """Hands on each line that is complete, unless there is no end of them."""
        if not self.closed and data.count(wire.END) > MOST_LINES_AT_ONCE:
            self.dismiss("You are disconnected: you say too much at once.")
        super().data_received(data)

    def line_received(self, line: bytes) -> None:
        """The client said something."""
        if log.isEnabledFor(logging.DEBUG):
            log.debug(LogEntry("received", player=self._name, peer=self.peer, line=shown(line)))
        self._pulse.beat()
        try:
            message = wire.read_client_message(line)
            _SAID[type(message)](self, message)
        except wire.UnknownPrefix:
            return
        except (NotationError, OutOfPlace) as error:
            self.dismiss(f"You are disconnected: {error}.")

    def _silent(self) -> None:
        self.dismiss("You are disconnected: you were silent for too long.")

    @property
    def _player(self) -> str:
        """Who the client is; raises OutOfPlace when it has not said so."""
        if self._name is None:
            raise OutOfPlace("say first who you are")
        return self._name

    def _ping(self, _: wire.Ping) -> None:
        self._say(wire.Pong())

    def _exit(self, _: wire.Exit) -> None:
        self._go()
        self.close()

    def _login(self, login: wire.Login) -> None:
        if self._name is not None:
            raise OutOfPlace("you have said already who you are")
        name = login.name
        log.info(LogEntry("login", player=name, peer=self.peer))
        self._name = name
        try:
            self._lobby.enter(name, self, games=(GAME.name,))
        except NoEntry as error:
            self._name = None
            self.dismiss(f"You cannot come in: {error}.")
        else:
            self._connections.greeted(self)

    def _invite(self, said: wire.Invite) -> None:
        self._lobby.take(Invite(self._player, said.name, GAME.name))

    def _cancel(self, said: wire.CancelInvitation) -> None:
        self._lobby.take(Cancel(self._player, said.name))

    def _answer(self, said: wire.Answer) -> None:
        self._lobby.take(Answer(self._player, said.name, said.accepted))

    def _move(self, move: wire.Move) -> None:
        if self._lobby.lobby.speaks_to_table(self._player) and self._at is not None:
            self._at.table.take(inputs.Play(self._at.seat, write_square(move.column + 8 * move.row)))

    def _end_game(self, _: wire.EndGame) -> None:
        if self._lobby.lobby.speaks_to_table(self._player) and self._at is not None:
            self._at.table.take(inputs.Cancel(self._at.seat))

    def hear_lobby(self, event: LobbyEvent) -> None:
        """Tells the client what the lobby says to it alone."""
        if isinstance(event, Welcomed):
            texts = wire.list_players(event.others, event.busy)
            self.allow_unread(len("\n".join(texts).encode()))
        else:
            texts = [message.text() for message in _lobby_messages(event)]
        self._say_texts(texts)

    def hear_news(self, news: News) -> None:
        """Tells the client what the lobby says to everyone."""
        self._say_texts(_news_texts(news))

    def sit_down(self, at: SeatAt, *, again: bool) -> None:
        """The client is in a game; one that comes again will be shown the board."""
        self._at, self._again, self._position = at, again, None
        self._say(wire.StartGame(at.opponent))

    def hear(self, event: Event) -> None:
        """Tells the client what its table says, as far as the protocol has words for it."""
        tell = _HEARD.get(type(event))
        if tell is not None and self._at is not None:
            tell(self, event, self._at)

    def _played(self, played: Played, at: SeatAt) -> None:
        self._position = played.view
        if played.seat != at.seat:
            self._say_texts((_moved_text(played.move),))
        if played.view.turn == played.seat:
            self._say(wire.Notice(f"{opponent(played.seat).capitalize()} has no move: {played.seat} moves again."))

    def _shown(self, shown: Shown, at: SeatAt) -> None:
        self._position = shown.view
        if self._again:
            self._say(wire.Recover(shown.view, at.seat == BLACK))

    def _left(self, left: Left, at: SeatAt) -> None:
        wait = "" if left.until is None else f" The game waits {at.table.table.rules.grace:g} s."
        self._say(wire.Notice(f"{at.opponent} is gone.{wait}"))

    def _sat(self, sat: Sat, at: SeatAt) -> None:
        if sat.seat != at.seat and self._position is not None:
            self._say(wire.Notice(f"{at.opponent} is back."))

    def _ended(self, ended: Ended, at: SeatAt) -> None:
        if ended.ending is not Ending.CANCELLED and self._position is not None:
            self._say(wire.Notice(f"{_absence(ended, at)}{result(ended, self._position)}"))
        self._say(wire.GameOver())
        self._at = None

    def _expelled(self, expelled: Expelled, _: SeatAt) -> None:
        self.dismiss(f"You are disconnected: {expelled.why}.")

    def _say(self, *messages: wire.ServerMessage) -> None:
        self._say_texts([message.text() for message in messages])

    def _say_texts(self, texts: Sequence[str]) -> None:
        if log.isEnabledFor(logging.DEBUG):
            for text in texts:
                log.debug(LogEntry("sent", player=self._name, peer=self.peer, line=shown(text.encode())))
        if texts:
            self.send(*texts)


_SAID: Final[Mapping[type[wire.ClientMessage], Callable[[OthelloDoor, Any], None]]] = {
    wire.Move: OthelloDoor._move,
    wire.Ping: OthelloDoor._ping,
    wire.Login: OthelloDoor._login,
    wire.Invite: OthelloDoor._invite,
    wire.CancelInvitation: OthelloDoor._cancel,
    wire.Answer: OthelloDoor._answer,
    wire.EndGame: OthelloDoor._end_game,
    wire.Exit: OthelloDoor._exit,
}
_HEARD: Final[Mapping[type[Event], Callable[[OthelloDoor, Any, SeatAt], None]]] = {
    Played: OthelloDoor._played,
    Shown: OthelloDoor._shown,
    Left: OthelloDoor._left,
    Sat: OthelloDoor._sat,
    Ended: OthelloDoor._ended,
    Expelled: OthelloDoor._expelled,
}
"""Whose turn it is, the client knows by itself."""


@lru_cache(maxsize=128)
def _moved_text(move: str) -> str:
    row, column = divmod(read_square(move), 8)
    return wire.Moved(column, row).text()


# Thousands may be told the same: it is put into words once.
@lru_cache(maxsize=16)
def _news_texts(news: News) -> tuple[str, ...]:
    return tuple(text for event in news.events for text in _news_text(event))


# Those who have just come have all missed something else of the same news.
@lru_cache(maxsize=1024)
def _news_text(event: LobbyEvent) -> tuple[str, ...]:
    return tuple(message.text() for message in _lobby_messages(event))


def _lobby_messages(event: LobbyEvent) -> Iterator[wire.ServerMessage]:
    match event:
        case Arrived(player=player, status=status):
            yield wire.AddPlayer(player)
            if status is Status.BUSY:
                yield wire.SetStatus(player, True)
        case Gone(player=player):
            yield wire.DeletePlayer(player)
        case Changed(player=player, status=status):
            yield wire.SetStatus(player, status is Status.BUSY)
        case Invited(by=by):
            yield wire.Invitation(by)
        case Withdrawn(other=other):
            yield wire.InvitationOver(other)


def _absence(ended: Ended, at: SeatAt) -> str:
    return f"{at.opponent} has not come back. " if ended.ending is Ending.GONE else ""


def result(ended: Ended, position: Position) -> str:
    """How a game ended, in words, with the discs on the board."""
    discs = position.discs
    who = f"{ended.winners[0].capitalize()} wins" if len(ended.winners) == 1 else "A draw"
    counts = ", ".join(f"{seat} {count}" for seat, count in discs.items())
    return f"{who}: {counts}."
