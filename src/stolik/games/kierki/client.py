"""A client of Kierki on the network: takes a seat, keeps what it is told, leaves when the server does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from stolik.games.kierki.cards import Card
from stolik.games.kierki.client_text import obey, spoken
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.rules import View
from stolik.games.kierki.told import Told
from stolik.games.kierki.wire import END, SERVER_LIMIT, AskCard, Busy, Iam, ServerMessage
from stolik.players.player import Player
from stolik.service.net.connection import LineConnection
from stolik.service.net.report import Report


class KierkiClient(LineConnection):
    """One seat's connection. Subclasses say what to do with the server's messages."""

    def __init__(self, told: Told, report: Report | None = None) -> None:
        super().__init__(END, SERVER_LIMIT, report)
        self.told = told
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the connection has ended, whoever ended it."""

    def heard(self, message: ServerMessage) -> None:
        """Called with each right message of the server, once it is taken in."""

    def put(self, card: Card) -> None:
        """Sends the card in answer to the question that stands."""
        self.send(self.told.put(card).text())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the seat."""
        super().connection_made(transport)
        self.send(Iam(self.told.seat).text())

    def line_received(self, line: bytes) -> None:
        """Ignores a wrong line, as the course's document tells a client to."""
        message = self.told.hear(line)
        if message is None:
            return
        self.heard(message)
        if isinstance(message, Busy):
            self.close()

    def lost(self) -> None:
        """The server has left."""
        if not self.ended.done():
            self.ended.set_result(None)


class AutomaticClient(KierkiClient):
    """Answers every question by itself, at once."""

    def __init__(self, told: Told, player: Player[View, Card], report: Report | None = None) -> None:
        super().__init__(told, report)
        self._player = player

    def heard(self, message: ServerMessage) -> None:
        """Plays a card when asked for one."""
        if isinstance(message, AskCard):
            self.put(answer(self.told, self._player))


class PersonClient(KierkiClient):
    """Stands between the server and a person, who is told everything and decides."""

    def __init__(self, told: Told, say: Callable[[Sequence[str]], None]) -> None:
        super().__init__(told)
        self._say = say

    def heard(self, message: ServerMessage) -> None:
        """Tells the person."""
        self._say(spoken(message, self.told))

    def typed(self, line: str) -> None:
        """Does what the person typed."""
        lines, card = obey(line, self.told)
        if lines:
            self._say(lines)
        if card is not None:
            self.put(card)


def answer(told: Told, player: Player[View, Card]) -> Card:
    """The automatic answer to the question that stands: the same as before, unless it was refused."""
    if told.answer is not None:
        return told.answer
    untried = told.untried()
    try:
        card = player.choose(told.view())
    except Exception:  # whatever is wrong with a player, its seat goes on playing
        return untried[0]
    return card if card in untried else untried[0]


def automatic_player() -> Player[View, Card]:
    """Who plays for `-a`: it answers at once and needs no generator."""
    return Heuristic()
