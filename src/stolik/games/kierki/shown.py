"""A match of Kierki as the page gets it. It is made from a seat's view alone, so it has no hidden card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from stolik.contract import Seat
from stolik.games.kierki.cards import write_card
from stolik.games.kierki.rules import SEATS, Points, Trick, View


class CardShown(Struct, frozen=True):
    """A card on the table, and who put it there."""

    seat: Seat
    card: str


class TrickShown(Struct, frozen=True):
    """A trick that was taken; its cards are in the order played, from the leader on."""

    number: int
    leader: Seat
    cards: list[str]
    taker: Seat


class DealShown(Struct, frozen=True):
    """A finished deal's type, and what it cost each seat."""

    kind: int | None
    points: Mapping[Seat, int]


class KierkiShown(Struct, frozen=True):
    """A match: the current deal and trick, the cards of the seat, and the score sheet."""

    deal: int
    deals: int
    kind: int
    first: Seat
    leader: Seat
    turn: Seat | None
    seat: Seat | None
    number: int
    hand: list[str]
    dealt: list[str]
    moves: list[str]
    trick: list[CardShown]
    tricks: list[TrickShown]
    last: TrickShown | None
    points: Mapping[Seat, int]
    sheet: list[DealShown]
    totals: Mapping[Seat, int]


def shown(view: View, moves: list[str]) -> KierkiShown:
    """The match as the seat sees it, and the cards that it may play."""
    now = view.open
    return KierkiShown(
        deal=min(len(now.sheet) + 1, now.deals),
        deals=now.deals,
        kind=now.kind,
        first=SEATS[now.first],
        leader=SEATS[now.leader],
        turn=now.turn,
        seat=None if view.seat is None else SEATS[view.seat],
        number=now.number,
        hand=[write_card(card) for card in view.dealt if view.hand >> card & 1],
        dealt=[write_card(card) for card in view.dealt],
        moves=moves,
        trick=[CardShown(SEATS[(now.leader + i) % 4], write_card(card)) for i, card in enumerate(now.cards)],
        tricks=[_trick(trick) for trick in now.tricks],
        last=_trick(now.last) if now.last else None,
        points=_by_seat(now.points),
        sheet=_sheet(view),
        totals=_by_seat(now.totals),
    )


def _sheet(view: View) -> list[DealShown]:
    kinds: Sequence[int | None] = view.open.kinds or (None,) * len(view.open.sheet)
    return [DealShown(kind, _by_seat(points)) for kind, points in zip(kinds, view.open.sheet, strict=True)]


def _trick(trick: Trick) -> TrickShown:
    cards = [write_card(card) for card in trick.cards]
    return TrickShown(trick.number, SEATS[trick.leader], cards, SEATS[trick.taker])


def _by_seat(points: Points) -> Mapping[Seat, int]:
    return dict(zip(SEATS, points, strict=True))
