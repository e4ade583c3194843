"""A client of Kierki on the network: takes a seat, plays, and ends when the server closes the connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from stolik.games.kierki.cards import Card
from stolik.games.kierki.client_text import obey, spoken
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.games.kierki.rules import View
from stolik.games.kierki.told import SeatKnowledge
from stolik.games.kierki.wire import END, SERVER_LIMIT, AskCard, Busy, Iam, ServerMessage
from stolik.players.player import Player
from stolik.service.net.connection import LineConnection
from stolik.service.net.report import Report


class KierkiClient(LineConnection):
    """One seat's connection. Subclasses handle the server's messages."""

    def __init__(self, known: SeatKnowledge, report: Report | None = None) -> None:
        super().__init__(END, SERVER_LIMIT, report)
        self.known = known
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the connection has ended, on either side."""

    def heard(self, message: ServerMessage) -> None:
        """Called with each correct message of the server, after `known` was updated."""

    def put(self, card: Card) -> None:
        """Sends the card in answer to the server's last question."""
        self.send(self.known.put(card).text())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the seat."""
        super().connection_made(transport)
        self.send(Iam(self.known.seat).text())

    def line_received(self, line: bytes) -> None:
        """Ignores a wrong line, as the course's document tells a client to."""
        message = self.known.hear(line)
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

    def __init__(self, known: SeatKnowledge, player: Player[View, Card], report: Report | None = None) -> None:
        super().__init__(known, report)
        self._player = player

    def heard(self, message: ServerMessage) -> None:
        """Plays a card when asked for one."""
        if isinstance(message, AskCard):
            self.put(answer(self.known, self._player))


class PersonClient(KierkiClient):
    """Shows a person the server's messages and sends the person's cards."""

    def __init__(self, known: SeatKnowledge, say: Callable[[Sequence[str]], None]) -> None:
        super().__init__(known)
        self._say = say

    def heard(self, message: ServerMessage) -> None:
        """Tells the person."""
        self._say(spoken(message, self.known))

    def typed(self, line: str) -> None:
        """Does what the person typed."""
        lines, card = obey(line, self.known)
        if lines:
            self._say(lines)
        if card is not None:
            self.put(card)


def answer(known: SeatKnowledge, player: Player[View, Card]) -> Card:
    """The automatic answer to the server's last question: the same card as before, unless it was refused."""
    if known.answer is not None:
        return known.answer
    untried = known.untried()
    try:
        card = player.choose(known.view())
    except Exception:  # the seat must go on playing even if its player fails
        return untried[0]
    return card if card in untried else untried[0]


def automatic_player() -> Player[View, Card]:
    """The player for `-a`: it answers at once and makes no random choices."""
    return Heuristic()
