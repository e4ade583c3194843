"""What the page is shown of each game's position: made from a seat's view alone, so nothing hidden can slip through."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from stolik.games import graph, kierki, krazki, othello
from stolik.games.cards import write_card
from stolik.games.contract import AnyGame, Seat

Moves = list[str]
"""The moves open to whoever looks, in the game's notation; empty when it is not their turn."""


class OthelloShown(Struct, frozen=True):
    """A board of 64 characters by rows from a1: X black, O white, - empty."""

    board: str
    turn: Seat | None
    moves: Moves
    discs: Mapping[Seat, int]


class KrazkiShown(Struct, frozen=True):
    """The stacks, each from its bottom disc up."""

    stacks: tuple[str, ...]
    turn: Seat | None
    moves: Moves


class GraphShown(Struct, frozen=True):
    """The edges that are left, and the vertex where the token stands."""

    vertices: int
    token: int
    edges: tuple[tuple[int, int], ...]
    turn: Seat | None
    moves: Moves


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
    """A match: the deal and trick that are played, the cards of whoever looks, and the score sheet."""

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
    moves: Moves
    trick: list[CardShown]
    tricks: list[TrickShown]
    last: TrickShown | None
    points: Mapping[Seat, int]
    sheet: list[DealShown]
    totals: Mapping[Seat, int]


Shown = OthelloShown | KrazkiShown | GraphShown | KierkiShown


def show(game: AnyGame, view: Any, seat: Seat | None) -> Shown:  # noqa: ANN401 - each game has its own view
    """A view as the page has it; `seat` is whose view it is, None for everyone's."""
    mine = seat is not None and view.turn == seat
    return _WAYS[game.name](view, [game.write_move(move) for move in view.moves()] if mine else [])


def _othello(view: othello.Position, moves: Moves) -> OthelloShown:
    return OthelloShown(othello.write_position(view)[: othello.SQUARES], view.turn, moves, view.discs)


def _krazki(view: krazki.Position, moves: Moves) -> KrazkiShown:
    return KrazkiShown(view.stacks, view.turn, moves)


def _graph(view: graph.Position, moves: Moves) -> GraphShown:
    return GraphShown(view.vertices, view.token, view.edges, view.turn, moves)


def _kierki(view: kierki.View, moves: Moves) -> KierkiShown:
    now = view.open
    return KierkiShown(
        deal=min(len(now.sheet) + 1, now.deals),
        deals=now.deals,
        kind=now.kind,
        first=kierki.SEATS[now.first],
        leader=kierki.SEATS[now.leader],
        turn=now.turn,
        seat=None if view.seat is None else kierki.SEATS[view.seat],
        number=now.number,
        hand=[write_card(card) for card in view.dealt if view.hand >> card & 1],
        dealt=[write_card(card) for card in view.dealt],
        moves=moves,
        trick=[CardShown(kierki.SEATS[(now.leader + i) % 4], write_card(card)) for i, card in enumerate(now.cards)],
        tricks=[_trick(trick) for trick in now.tricks],
        last=_trick(now.last) if now.last else None,
        points=_by_seat(now.points),
        sheet=_sheet(view),
        totals=_by_seat(now.totals),
    )


def _sheet(view: kierki.View) -> list[DealShown]:
    kinds: Sequence[int | None] = view.open.kinds or (None,) * len(view.open.sheet)
    return [DealShown(kind, _by_seat(points)) for kind, points in zip(kinds, view.open.sheet, strict=True)]


def _trick(trick: kierki.Trick) -> TrickShown:
    cards = [write_card(card) for card in trick.cards]
    return TrickShown(trick.number, kierki.SEATS[trick.leader], cards, kierki.SEATS[trick.taker])


def _by_seat(points: kierki.Points) -> Mapping[Seat, int]:
    return dict(zip(kierki.SEATS, points, strict=True))


_WAYS: Final[Mapping[str, Callable[[Any, Moves], Shown]]] = {
    "othello": _othello,
    "krazki": _krazki,
    "graph": _graph,
    "kierki": _kierki,
    "kierki-early-end": _kierki,
}
