"""A client of Kierki on the network: takes a seat, plays, and ends when the server closes the connection."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from stolik.games.kierki import GAME
from stolik.games.kierki.cards import Card
from stolik.games.kierki.programs.client_text import obey, spoken
from stolik.games.kierki.rules import View
from stolik.games.kierki.told import SeatKnowledge
from stolik.games.kierki.wire import END, SERVER_LIMIT, AskCard, Busy, Iam, ServerMessage
from stolik.players.player import Player
from stolik.players.registry import check_player, make_player, players_of, quick_player, why_missing
from stolik.service.bots.loading import LoadingPlayer
from stolik.service.net.connection import LineConnection
from stolik.service.net.report import Report


class KierkiClient(LineConnection):
    """One seat's connection. Subclasses handle the server's messages."""

    def __init__(self, known: SeatKnowledge, report: Report | None = None) -> None:
        super().__init__(END, SERVER_LIMIT, report)
        self.known = known
        self.busy: Busy | None = None
        """The server's answer that the seat is taken, if it was that."""
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
            self.busy = message
            self.close()

    def why_it_ended(self) -> str | None:
        """Why the match was not played to its end, in words; None when it was."""
        if self.known.finished:
            return None
        if self.busy is not None:
            return f"seat {self.known.seat} is taken; taken seats: {', '.join(self.busy.seats)}"
        when = self.known.moment()
        return f"the server closed the connection {when}: the match was not played to its end"

    def lost(self) -> None:
        """The server has left."""
        if not self.ended.done():
            self.ended.set_result(None)


class AutomaticClient(KierkiClient):
    """Answers every question by itself, at once."""

    def __init__(self, known: SeatKnowledge, player: Player[View, Card], report: Report | None = None) -> None:
        super().__init__(known, report)
        self._player = player
        self._question: AskCard | None = None
        """The last question of the lines that are being read."""

    def data_received(self, data: bytes) -> None:
        """Answers after the last line: equal questions that came together, as after a sleep, get one answer."""
        super().data_received(data)
        question, self._question = self._question, None
        if question is not None and question == self.known.asked:
            self.answer()

    def heard(self, message: ServerMessage) -> None:
        """Remembers a question."""
        if isinstance(message, AskCard):
            self._question = message

    def answer(self) -> None:
        """Plays a card in answer to the last question."""
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


def automatic_name() -> str:
    """The player for `-a` if none is named: the strongest that answers at once and makes no random choices."""
    return "heuristic" if why_missing(GAME.name, "network") else "network"


def automatic_player(name: str | None = None, seed: str | None = None) -> Player[View, Card]:
    """The player for `-a`; raises PlayerError for a name that is not one of Kierki's players here.

    A player that is compiled first is loaded in the background while a quick one plays, unless a seed asks for the
    same game again.
    """
    name = check_player(GAME.name, name or automatic_name())
    rng = Random(secrets.token_hex() if seed is None else seed)
    make = partial(make_player, GAME.name, name, rng)
    if seed is None and players_of(GAME)[name].needs == "numba":
        return LoadingPlayer(make, quick_player(GAME.name, rng))
    return make()
