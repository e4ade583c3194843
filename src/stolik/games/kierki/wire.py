"""Kierki's messages: ASCII lines ended by CR LF, with no other white space, as the course's document defines them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from stolik.contract import NotationError, Seat
from stolik.games.kierki.cards import CARD_PATTERN, Card, read_card, read_cards, write_card, write_cards

END: Final = b"\r\n"
# A client's longest correct message is `TRICK1310C`, a server's a `DEAL` of 36 bytes or a `TOTAL` of four long numbers.
CLIENT_LIMIT: Final = 64
SERVER_LIMIT: Final = 256


class Iam(Struct, frozen=True, gc=False):
    """A client says which seat it wants."""

    seat: Seat

    def text(self) -> str:
        """The message without its end."""
        return f"IAM{self.seat}"


class Busy(Struct, frozen=True, gc=False):
    """The seat is taken; `seats` are all seats that are taken."""

    seats: tuple[Seat, ...]

    def text(self) -> str:
        """The message without its end."""
        return f"BUSY{''.join(self.seats)}"


class DealCards(Struct, frozen=True, gc=False):
    """A deal begins: its type, who leads first, and the client's thirteen cards."""

    kind: int
    first: Seat
    cards: tuple[Card, ...]

    def text(self) -> str:
        """The message without its end."""
        return f"DEAL{self.kind}{self.first}{write_cards(self.cards)}"


class AskCard(Struct, frozen=True, gc=False):
    """The server asks for a card: the trick's number, and what lies on the table."""

    number: int
    cards: tuple[Card, ...]

    def text(self) -> str:
        """The message without its end."""
        return f"TRICK{self.number}{write_cards(self.cards)}"


class PutCard(Struct, frozen=True, gc=False):
    """A client puts a card on the table."""

    number: int
    card: Card

    def text(self) -> str:
        """The message without its end."""
        return f"TRICK{self.number}{write_card(self.card)}"


class Wrong(Struct, frozen=True, gc=False):
    """The client's message was wrong, in the trick of that number."""

    number: int

    def text(self) -> str:
        """The message without its end."""
        return f"WRONG{self.number}"


class Taken(Struct, frozen=True, gc=False):
    """Somebody took a trick."""

    number: int
    cards: tuple[Card, ...]
    taker: Seat

    def text(self) -> str:
        """The message without its end."""
        return f"TAKEN{self.number}{write_cards(self.cards)}{self.taker}"


class Score(Struct, frozen=True, gc=False):
    """The points of a deal, in the order sent."""

    points: tuple[tuple[Seat, int], ...]

    def text(self) -> str:
        """The message without its end."""
        return f"SCORE{_write_points(self.points)}"


class Total(Struct, frozen=True, gc=False):
    """The points of the match so far, in the order sent."""

    points: tuple[tuple[Seat, int], ...]

    def text(self) -> str:
        """The message without its end."""
        return f"TOTAL{_write_points(self.points)}"


ClientMessage = Iam | PutCard
ServerMessage = Busy | DealCards | AskCard | Wrong | Taken | Score | Total


def _write_points(points: Iterable[tuple[Seat, int]]) -> str:
    return "".join([f"{seat}{number}" for seat, number in points])


def _read_points(text: str) -> tuple[tuple[Seat, int], ...]:
    points = tuple((seat, int(number)) for seat, number in re.findall(r"([NESW])([0-9]+)", text))
    if len({seat for seat, _ in points}) != len(points):
        raise NotationError(f"a seat is named twice: {text!r}")
    return points


def _distinct(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if len(set(cards)) != len(cards):
        raise NotationError(f"a card is named twice: {write_cards(cards)!r}")
    return cards


def _read_busy(seats: str) -> Busy:
    if len(set(seats)) != len(seats):
        raise NotationError(f"a seat is named twice: {seats!r}")
    return Busy(tuple(seats))


_NUMBER = r"(1[0-3]|[1-9])"
_SEAT = r"([NESW])"
_POINTS = r"((?:[NESW][0-9]{1,9}){4})"


def _cards(count: str) -> str:
    return f"((?:{CARD_PATTERN}){count})"


_CLIENT: Final = (
    (re.compile(f"TRICK{_NUMBER}{_cards('')}"), lambda number, card: PutCard(int(number), read_card(card))),
    (re.compile(f"IAM{_SEAT}"), Iam),
)
_SERVER: Final = (
    (
        re.compile(f"TRICK{_NUMBER}{_cards('{0,3}')}"),
        lambda number, cards: AskCard(int(number), _distinct(read_cards(cards))),
    ),
    (
        re.compile(f"TAKEN{_NUMBER}{_cards('{4}')}{_SEAT}"),
        lambda number, cards, taker: Taken(int(number), _distinct(read_cards(cards)), taker),
    ),
    (
        re.compile(f"DEAL([1-7]){_SEAT}{_cards('{13}')}"),
        lambda kind, first, cards: DealCards(int(kind), first, _distinct(read_cards(cards))),
    ),
    (re.compile(f"WRONG{_NUMBER}"), lambda number: Wrong(int(number))),
    (re.compile(f"SCORE{_POINTS}"), lambda points: Score(_read_points(points))),
    (re.compile(f"TOTAL{_POINTS}"), lambda points: Total(_read_points(points))),
    (re.compile("BUSY([NESW]{1,4})"), _read_busy),
)


# Room for all 676 correct card messages of a client and the four IAM; wrong messages raise, and are not cached.
@lru_cache(maxsize=1024)
def read_client_message(text: str) -> ClientMessage:
    """Reads a client's message; raises NotationError."""
    for pattern, build in _CLIENT:
        match = pattern.fullmatch(text)
        if match:
            return build(*match.groups())
    raise NotationError(f"not a message of a client: {text!r}")


def read_server_message(text: str) -> ServerMessage:
    """Reads a server's message; raises NotationError."""
    for pattern, build in _SERVER:
        match = pattern.fullmatch(text)
        if match:
            return build(*match.groups())
    raise NotationError(f"not a message of a server: {text!r}")
