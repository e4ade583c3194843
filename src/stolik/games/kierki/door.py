"""Kierki's own door, in the language of the course's document. Pure: no sockets, no clocks."""

from __future__ import annotations

from collections.abc import Sequence

from stolik.contract import AnyGame, NotationError, Seat
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
from stolik.service.doors.door import Claim, Door, Goodbye, Request
from stolik.table.events import Asked, Ended, Event, Expelled, Played, Refused, Shown
from stolik.table.inputs import Foul, Play


class KierkiDoor(Door):
    """A client that is nobody yet, then whoever plays at a seat."""

    end = END
    limit = CLIENT_LIMIT
    claims = True

    def __init__(self, game: AnyGame) -> None:
        self.seat, self.over = "", False  # attributes of the object are found faster than those of the class
        self._view: View | None = None
        self._number = 1
        """The number of the trick on the table; the first one's before the match begins."""
        self._accepted = (0, "")
        """The last card that the table accepted from this seat: the number of its trick, and the card."""
        self._news: list[str] = []
        """How the last trick ended, until somebody is asked."""

    def read(self, line: bytes) -> Request:
        """Which seat the client wants, or which card it plays."""
        try:
            message = read_client_message(line.decode("latin-1"))
        except NotationError as error:
            return self._wrong(str(error))
        if isinstance(message, PutCard):
            return self._put(message)
        return self._wrong("you have a seat already") if self.seat else Claim(message.seat)

    def _put(self, put: PutCard) -> Request:
        card = write_card(put.card)
        if (put.number, card) == self._accepted and not self._may_play(put):
            # A client that slept answers every TRICK that waited for it: this is wrong, but it is not hostile.
            return Foul(self.seat, "the card was accepted already", harmless=True)
        if not self.seat or put.number != self._number:
            return self._wrong(f"the card is for trick {put.number}, and trick {self._number} is on the table")
        return Play(self.seat, card)

    def _may_play(self, put: PutCard) -> bool:
        """Whether the card can be played now: after a deal that ended early, the same message may be right again."""
        return self._view is not None and put.number == self._number and put.card in self._view.moves()

    def _wrong(self, why: str) -> Request:
        return Foul(self.seat, why) if self.seat else self.dismiss(why)

    def tell(self, event: Event) -> Sequence[str]:
        """What the table says, as far as the protocol has words for it."""
        # Four doors hear eight events a card: the common ones come first, and isinstance is slow to say no to a Struct.
        if type(event) is Played:
            if event.seat == self.seat:
                self._accepted = (self._number, event.move)
            self._view = view = event.view
            if not view.open.cards:
                self._number = view.open.number
                self._news = trick_ended(view)
        elif type(event) is Asked:
            if event.seat == self.seat and self._view is not None:
                # How a trick ended and what asks for a card go in one segment.
                lines = self._take_news()
                lines.append(AskCard(self._number, self._view.open.cards).text())
                return lines
            if self._news:
                return self._take_news()
        elif isinstance(event, Shown):
            self._view, self._number = event.view, event.view.open.number
            return deal_so_far(event.view)
        elif isinstance(event, Refused):
            return (Wrong(self._number).text(),)
        elif isinstance(event, Expelled | Ended):
            return self.goodbye(*self._take_news()).lines
        return ()

    def _take_news(self) -> list[str]:
        news, self._news = self._news, []
        return news

    def claim(self, seat: Seat) -> str:
        """The greeting for a seat."""
        return Iam(seat).text()

    def refuse(self, taken: Sequence[Seat]) -> Goodbye:
        """The seat is taken, and these are all that are."""
        return self.goodbye(Busy(tuple(taken)).text(), why="the seat is taken")

    def dismiss(self, why: str) -> Goodbye:
        """The protocol has no word for it."""
        return self.goodbye(why=why)


def deal_so_far(view: View) -> list[str]:
    """What one who sits down has to hear: the deal as it was dealt, and the tricks taken since."""
    return [DealCards(view.open.kind, SEATS[view.open.first], view.dealt).text(), *map(_taken, view.open.tricks)]


def trick_ended(view: View) -> list[str]:
    """What a seat hears at the end of a trick: what everyone does, and its new cards when the next deal begins."""
    lines, is_dealt = _for_everyone.trick_ended(view.open)
    return [*lines, *deal_so_far(view)] if is_dealt else lines.copy()


class _ForEveryone:
    """Puts the end of a trick into words once: all the doors of a table hear of it one after another."""

    def __init__(self) -> None:
        self._open: Open | None = None
        self._told: tuple[list[str], bool] = [], False

    def trick_ended(self, open_: Open) -> tuple[list[str], bool]:
        """The lines, and whether each seat has new cards."""
        if open_ is not self._open:
            is_dealt = open_.deal_just_ended() and not open_.over
            self._open, self._told = open_, (_trick_ended(open_), is_dealt)
        return self._told


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
