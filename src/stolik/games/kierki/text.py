"""A seat's view of a match as text for terminals, and a deal's last tricks as text for the solver."""

from __future__ import annotations

from stolik.games.kierki.cards import cards_in, write_card, write_cards
from stolik.games.kierki.rules import SEATS, Points, Position, View


def write_view(view: View) -> str:
    """The deal, the trick on the table, the seat's own cards, and the points of the deal and of the match."""
    now = view.open
    deal = min(len(now.sheet) + 1, now.deals)
    table = [f"{SEATS[(now.leader + i) % 4]} {write_card(card)}" for i, card in enumerate(now.cards)]
    lines = [
        f"Deal {deal} of {now.deals}, type {now.kind}; trick {now.number}: {', '.join(table) or 'no card yet'}",
        f"Points in this deal: {_by_seat(now.points)}. In all: {_by_seat(now.totals)}.",
    ]
    if view.seat is not None:
        hand = [write_card(card) for card in view.dealt if view.hand >> card & 1]
        lines.append(f"Your cards: {' '.join(hand) or 'none'}")
    return "\n".join(lines)


def last_tricks(position: Position) -> tuple[str, ...]:
    """The rest of the deal in the words of `stolik solve`: type and leader, the hands, the cards on the table."""
    now = position.open
    hands = list(position.hands)
    for place, card in enumerate(now.cards):
        hands[(now.leader + place) % 4] |= 1 << card
    return (f"{now.kind}{SEATS[now.leader]}", *(write_cards(cards_in(hand)) for hand in hands), write_cards(now.cards))


def _by_seat(points: Points) -> str:
    return ", ".join(f"{seat} {count}" for seat, count in zip(SEATS, points, strict=True))
