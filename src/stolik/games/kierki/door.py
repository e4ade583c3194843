"""Kierki's own door: one client on a TCP connection, in the language of the course's document."""

from __future__ import annotations

import asyncio

from stolik.contract import Kind, NotationError, Player, Seat
from stolik.games.kierki.cards import write_card
from stolik.games.kierki.rules import SEATS, Open, Points, Trick, View
from stolik.games.kierki.wire import (
    CLIENT_LIMIT,
    END,
    AskCard,
    Busy,
    DealCards,
    Iam,
    PutCard,
    Score,
    Taken,
    Total,
    Wrong,
    read_client_message,
)
from stolik.service.net.connection import LineConnection
from stolik.service.net.connections import Connections
from stolik.service.net.report import Report
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Asked, Ended, Event, Expelled, Played, Refused, Shown
from stolik.table.inputs import Foul, Play
from stolik.table.table import SeatTaken


class KierkiDoor(LineConnection):
    """One connection: nobody yet, then whoever plays at a seat."""

    def __init__(self, table: LiveTable, connections: Connections, report: Report | None) -> None:
        super().__init__(END, CLIENT_LIMIT, report)
        self._table = table
        self._connections = connections
        self._seat: Seat | None = None
        self._view: View | None = None
        self._news: list[str] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has come; it has some time to say who it is."""
        super().connection_made(transport)
        self._connections.arrived(self)

    def lost(self) -> None:
        """The client is gone."""
        self._connections.left(self)
        if self._seat is not None:
            self._table.leave(self._seat, self)

    def line_received(self, line: bytes) -> None:
        """The client said something: which seat it wants, or which card it plays."""
        try:
            message = read_client_message(line.decode("latin-1"))
        except NotationError as error:
            self._wrong(str(error))
            return
        if isinstance(message, PutCard):
            self._put(message)
        elif self._seat is None:
            self._sit(message)
        else:
            self._wrong("you have a seat already")

    def _wrong(self, why: str) -> None:
        if self._seat is None:
            self.close()
        else:
            self._table.take(Foul(self._seat, why))

    def _sit(self, iam: Iam) -> None:
        self._connections.greeted(self)
        self._seat = iam.seat
        try:
            self._table.sit(iam.seat, self.peer, self)
        except SeatTaken:
            self._seat = None
            me = Player(self.peer, Kind.PROGRAM)
            self.send(Busy(tuple(seat for seat in SEATS if not self._table.is_free_for(seat, me))).text())
            self.close()

    def _put(self, put: PutCard) -> None:
        number = self._trick_number()
        if self._seat is None or put.number != number:
            self._wrong(f"the card is for trick {put.number}, and trick {number} is on the table")
        else:
            self._table.take(Play(self._seat, write_card(put.card)))

    def _trick_number(self) -> int:
        """The number of the trick on the table; the first one's before the match begins."""
        return self._view.open.number if self._view else 1

    def hear(self, event: Event) -> None:
        """Tells the client what the table says, as far as the protocol has words for it."""
        # Four doors hear eight events a card: the common ones come first, and isinstance is slow to say no to a Struct.
        if type(event) is Played:
            self._view = view = event.view
            if not view.open.cards:
                self._news = trick_ended(view)
        elif type(event) is Asked:
            if event.seat == self._seat:
                self._tell_news(asked=True)
            elif self._news:
                self._tell_news()
        elif isinstance(event, Shown):
            self._view = event.view
            self.send(*deal_so_far(event.view))
        elif isinstance(event, Refused):
            self.send(Wrong(self._trick_number()).text())
        elif isinstance(event, Expelled | Ended):
            self._tell_news()
            self.close()

    def _tell_news(self, *, asked: bool = False) -> None:
        """Says how a trick ended, and asks for a card, in one segment: what asks always follows what was played."""
        lines, self._news = self._news, []
        if asked and self._view:
            lines.append(AskCard(self._view.open.number, self._view.open.cards).text())
        if lines:
            self.send(*lines)


def deal_so_far(view: View) -> list[str]:
    """What one who sits down has to hear: the deal as it was dealt, and the tricks taken since."""
    return [DealCards(view.open.kind, SEATS[view.open.first], view.dealt).text(), *map(_taken, view.open.tricks)]


def trick_ended(view: View) -> list[str]:
    """What a seat hears at the end of a trick: what everyone does, and its new cards when the next deal begins."""
    lines = _for_everyone.trick_ended(view.open)
    if view.open.deal_just_ended() and not view.open.over:
        lines += deal_so_far(view)
    return lines


class _ForEveryone:
    """Puts the end of a trick into words once: all the doors of a table hear of it one after another."""

    def __init__(self) -> None:
        self._open: Open | None = None
        self._lines: list[str] = []

    def trick_ended(self, open_: Open) -> list[str]:
        if open_ is not self._open:
            self._open, self._lines = open_, _trick_ended(open_)
        return self._lines.copy()


_for_everyone = _ForEveryone()


def _trick_ended(open_: Open) -> list[str]:
    lines = [_taken(open_.last)] if open_.last else []
    if open_.deal_just_ended():
        lines += [Score(_by_seat(open_.sheet[-1])).text(), Total(_by_seat(open_.totals)).text()]
    return lines


def _taken(trick: Trick) -> str:
    return Taken(trick.number, trick.cards, SEATS[trick.taker]).text()


def _by_seat(points: Points) -> tuple[tuple[Seat, int], ...]:
    return tuple(zip(SEATS, points, strict=True))
