"""Othello's own door: one client on a TCP connection, in the language of the course's document."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import stolik.wire.othello as wire
from stolik.games.contract import NotationError
from stolik.games.othello import BLACK, GAME, Position, opponent, read_square, write_square
from stolik.service.clock import Clock
from stolik.service.connection import LineConnection
from stolik.service.connections import Connections
from stolik.service.crier import News
from stolik.service.live_lobby import LiveLobby, SeatAt
from stolik.service.lobby import NoEntry, OutOfPlace
from stolik.service.lobby_words import (
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
from stolik.service.pulse import Pulse
from stolik.table import inputs
from stolik.table.events import Asked, Ended, Event, Expelled, Left, Played, Sat, Shown
from stolik.table.rules import Ending
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
        self._ways: dict[type[wire.ClientMessage], Callable[[str, Any], None]] = {
            wire.Invite: lambda name, said: self._lobby.take(Invite(name, said.name, GAME.name)),
            wire.CancelInvitation: lambda name, said: self._lobby.take(Cancel(name, said.name)),
            wire.Answer: lambda name, said: self._lobby.take(Answer(name, said.name, said.accepted)),
            wire.Move: self._move,
            wire.EndGame: self._end_game,
        }

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
        log.info("dismiss player=%s peer=%s why=%r", self._name, self.peer, why)
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
            log.debug("received player=%s peer=%s line=%s", self._name, self.peer, shown(line))
        self._pulse.beat()
        try:
            self._read(wire.read_client_message(line))
        except wire.UnknownPrefix:
            return
        except (NotationError, OutOfPlace) as error:
            self.dismiss(f"You are disconnected: {error}.")

    def _silent(self) -> None:
        self.dismiss("You are disconnected: you were silent for too long.")

    def _read(self, message: wire.ClientMessage) -> None:
        if isinstance(message, wire.Ping):
            self._say(wire.Pong())
        elif isinstance(message, wire.Exit):
            self._go()
            self.close()
        elif isinstance(message, wire.Login):
            self._login(message.name)
        elif self._name is None:
            raise OutOfPlace("say first who you are")
        else:
            self._ways[type(message)](self._name, message)

    def _login(self, name: str) -> None:
        if self._name is not None:
            raise OutOfPlace("you have said already who you are")
        log.info("login player=%s peer=%s", name, self.peer)
        self._name = name
        try:
            self._lobby.enter(name, self, games=(GAME.name,))
        except NoEntry as error:
            self._name = None
            self.dismiss(f"You cannot come in: {error}.")
        else:
            self._connections.greeted(self)

    def _move(self, name: str, move: wire.Move) -> None:
        if self._lobby.lobby.speaks_to_table(name) and self._at is not None:
            self._at.table.take(inputs.Play(self._at.seat, write_square(move.column + 8 * move.row)))

    def _end_game(self, name: str, _: wire.EndGame) -> None:
        if self._lobby.lobby.speaks_to_table(name) and self._at is not None:
            self._at.table.take(inputs.Cancel(self._at.seat))

    def hear_lobby(self, event: LobbyEvent) -> None:
        """Tells the client what the lobby says to it alone."""
        texts = [message.text() for message in _lobby_messages(event)]
        if isinstance(event, Welcomed):
            self.allow_unread(sum(len(text.encode()) + len(wire.END) for text in texts))
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
        if isinstance(event, Asked):  # with Played, nearly all that there is to hear, and the client knows it
            return
        if self._at is not None:
            self._say(*self._at_table(event, self._at))
        if isinstance(event, Expelled):
            self.dismiss(f"You are disconnected: {event.why}.")
        elif isinstance(event, Ended):
            self._at = None

    def _at_table(self, event: Event, at: SeatAt) -> Iterator[wire.ServerMessage]:
        match event:
            case Played(seat=seat, move=move, view=view):
                self._position = view
                if seat != at.seat:
                    row, column = divmod(read_square(move), 8)
                    yield wire.Moved(column, row)
                if view.turn == seat:
                    yield wire.Notice(f"{opponent(seat).capitalize()} has no move: {seat} moves again.")
            case Shown(view=view):
                self._position = view
                if self._again:
                    yield wire.Recover(view, at.seat == BLACK)
            case Left(until=until):
                wait = "" if until is None else f" The game waits {at.table.table.rules.grace:g} s."
                yield wire.Notice(f"{at.opponent} is gone.{wait}")
            case Sat(seat=seat) if seat != at.seat and self._position is not None:
                yield wire.Notice(f"{at.opponent} is back.")
            case Ended():
                if event.ending is not Ending.CANCELLED and self._position is not None:
                    yield wire.Notice(f"{_absence(event, at)}{result(event, self._position)}")
                yield wire.GameOver()

    def _say(self, *messages: wire.ServerMessage) -> None:
        self._say_texts([message.text() for message in messages])

    def _say_texts(self, texts: Sequence[str]) -> None:
        if log.isEnabledFor(logging.DEBUG):
            for text in texts:
                log.debug("sent player=%s peer=%s line=%s", self._name, self.peer, shown(text.encode()))
        if texts:
            self.send(*texts)


# Thousands may be told the same: it is put into words once.
@lru_cache(maxsize=16)
def _news_texts(news: News) -> tuple[str, ...]:
    return tuple(message.text() for event in news.events for message in _lobby_messages(event))


def _lobby_messages(event: LobbyEvent) -> Iterator[wire.ServerMessage]:
    match event:
        case Welcomed(others=others):
            yield from (wire.AddPlayer(other.player) for other in others)
            yield from (wire.SetStatus(other.player, True) for other in others if other.status is Status.BUSY)
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
