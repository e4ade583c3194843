"""Othello's own door, in the language of the course's document. Pure: no sockets, no clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import stolik.games.othello.wire as wire
from stolik.contract import AnyGame, Ending, NotationError, Seat
from stolik.games.othello.rules import BLACK, Position, opponent, read_square, write_square
from stolik.lobby.names import same_name
from stolik.lobby.words import (
    Answer,
    Arrived,
    Cancel,
    Changed,
    Enter,
    Gone,
    Invite,
    Invited,
    LobbyEvent,
    News,
    Status,
    Welcomed,
    Withdrawn,
)
from stolik.service.doors.door import Goodbye, LobbyDoor, Reply, Request
from stolik.table import inputs
from stolik.table.events import Asked, Ended, Event, Expelled, Left, Played, Sat, Shown

_PONG: Final = Reply((wire.Pong().text(),))


class OthelloDoor(LobbyDoor):
    """A client that is nobody yet, then a player in the lobby, now and then at a table."""

    end = wire.END
    limit = wire.LIMIT
    silent_on = frozenset({Asked})
    """Whose turn it is, the client knows by itself."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game.name
        self._name = ""
        self._opponent = ""
        self._grace = 0.0
        self._position: Position | None = None
        self._again = False

    def read(self, line: bytes) -> Request:
        """What the client wants of the lobby or of its table. Whether it may now, the lobby knows."""
        try:
            message = wire.read_client_message(line)
        except wire.UnknownPrefix:
            return None
        except NotationError as error:
            return self._wrong(str(error))
        if not self._name and type(message) not in _FOR_ANYBODY:
            return self._wrong("say first who you are")
        return _READ[type(message)](self, message)

    def _wrong(self, why: str) -> Goodbye:
        return self.dismiss(f"You are disconnected: {why}.")

    def dismiss(self, why: str) -> Goodbye:
        """Why, as a notice to the person who plays."""
        return self.goodbye(wire.Notice(why).text(), why=why)

    def _ping(self, _: wire.Ping) -> Request:
        return _PONG

    def _exit(self, _: wire.Exit) -> Request:
        return self.goodbye()

    def _login(self, login: wire.Login) -> Request:
        if self._name:
            return self._wrong("you have said already who you are")
        self._name = same_name(login.name)
        return Enter(self._name, games=(self._game,))

    def _invite(self, said: wire.Invite) -> Request:
        return Invite(self._name, same_name(said.name), self._game)

    def _cancel(self, said: wire.CancelInvitation) -> Request:
        return Cancel(self._name, same_name(said.name))

    def _answer(self, said: wire.Answer) -> Request:
        return Answer(self._name, same_name(said.name), said.accepted)

    def _move(self, move: wire.Move) -> Request:
        return inputs.Play(self.seat, write_square(move.column + 8 * move.row))

    def _end_game(self, _: wire.EndGame) -> Request:
        return inputs.Cancel(self.seat)

    def tell_lobby(self, event: LobbyEvent) -> Sequence[str]:
        """What the lobby says to this client alone."""
        if isinstance(event, Welcomed):
            return wire.list_players(event.others, event.busy)
        return [message.text() for message in _lobby_messages(event)]

    def tell_news(self, news: News) -> Sequence[str]:
        """What the lobby says to everyone. The client knows its own state: that is told to others only."""
        if self._name not in _players_in(news):
            return _news_texts(news)
        return [text for event in news.events if _player_of(event) != self._name for text in _news_text(event)]

    def seated(self, seat: Seat, opponent: str, *, again: bool, grace: float) -> Sequence[str]:
        """The client is in a game; one that comes again will be shown the board."""
        self.sit(seat)
        self._opponent, self._again, self._grace, self._position = opponent, again, grace, None
        return (wire.StartGame(opponent).text(),)

    def tell(self, event: Event) -> Sequence[str]:
        """What the table says, as far as the protocol has words for it."""
        tell = _TELL.get(type(event))
        return tell(self, event) if tell is not None and self.seat else ()

    def _played(self, played: Played) -> Sequence[str]:
        self._position = played.view
        lines = [] if played.seat == self.seat else [_moved_text(played.move)]
        if played.view.turn == played.seat:
            lines.append(_notice(f"{opponent(played.seat).capitalize()} has no move: {played.seat} moves again."))
        return lines

    def _shown(self, shown: Shown) -> Sequence[str]:
        self._position = shown.view
        return (wire.Recover(shown.view, self.seat == BLACK).text(),) if self._again else ()

    def _left(self, left: Left) -> Sequence[str]:
        wait = "" if left.until is None else f" The game waits {self._grace:g} s."
        return (_notice(f"{self._opponent} is gone.{wait}"),)

    def _sat(self, sat: Sat) -> Sequence[str]:
        is_back = sat.seat != self.seat and self._position is not None
        return (_notice(f"{self._opponent} is back."),) if is_back else ()

    def _ended(self, ended: Ended) -> Sequence[str]:
        lines = []
        if ended.ending is not Ending.CANCELLED and self._position is not None:
            absence = f"{self._opponent} has not come back. " if ended.ending is Ending.GONE else ""
            lines.append(_notice(f"{absence}{result(ended, self._position)}"))
        self.seat = ""
        return [*lines, wire.GameOver().text()]

    def _expelled(self, expelled: Expelled) -> Sequence[str]:
        return self._wrong(expelled.why).lines


_READ: Final[Mapping[type[wire.ClientMessage], Callable[[OthelloDoor, Any], Request]]] = {
    wire.Move: OthelloDoor._move,
    wire.Ping: OthelloDoor._ping,
    wire.Login: OthelloDoor._login,
    wire.Invite: OthelloDoor._invite,
    wire.CancelInvitation: OthelloDoor._cancel,
    wire.Answer: OthelloDoor._answer,
    wire.EndGame: OthelloDoor._end_game,
    wire.Exit: OthelloDoor._exit,
}
_FOR_ANYBODY: Final = (wire.Ping, wire.Login, wire.Exit)
"""What a client may say before it has said who it is."""
_TELL: Final[Mapping[type[Event], Callable[[OthelloDoor, Any], Sequence[str]]]] = {
    Played: OthelloDoor._played,
    Shown: OthelloDoor._shown,
    Left: OthelloDoor._left,
    Sat: OthelloDoor._sat,
    Ended: OthelloDoor._ended,
    Expelled: OthelloDoor._expelled,
}


def _notice(words: str) -> str:
    return wire.Notice(words).text()


@lru_cache(maxsize=128)
def _moved_text(move: str) -> str:
    row, column = divmod(read_square(move), 8)
    return wire.Moved(column, row).text()


# Thousands may be told the same: it is put into words once.
@lru_cache(maxsize=16)
def _news_texts(news: News) -> tuple[str, ...]:
    return tuple(text for event in news.events for text in _news_text(event))


def _player_of(event: LobbyEvent) -> str | None:
    return event.player if isinstance(event, Arrived | Gone | Changed) else None


@lru_cache(maxsize=16)
def _players_in(news: News) -> frozenset[str | None]:
    return frozenset(map(_player_of, news.events))


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


def result(ended: Ended, position: Position) -> str:
    """How a game ended, in words, with the discs on the board."""
    discs = position.discs
    who = f"{ended.winners[0].capitalize()} wins" if len(ended.winners) == 1 else "A draw"
    counts = ", ".join(f"{seat} {count}" for seat, count in discs.items())
    return f"{who}: {counts}."
