"""High card: a small game for three with hidden cards, for tests of what no game for two without secrets can show.

Each has two cards of nine. In each of two rounds everyone plays a card, from the seat `a` on, and the highest takes a
point. Three cards are never seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Self

from msgspec import Struct

from stolik.contract import Game, IllegalMove, NotationError, Seat

SEATS: Final = ("a", "b", "c")
DECK: Final = range(1, 10)
HAND: Final = 2

Hands = tuple[tuple[int, ...], ...]


class _Open(Struct, frozen=True):
    """What lies open: every card that was played, in order."""

    played: tuple[int, ...] = ()

    @property
    def turn(self) -> Seat | None:
        return SEATS[len(self.played) % 3] if len(self.played) < 3 * HAND else None

    @property
    def scores(self) -> dict[Seat, int]:
        rounds = [self.played[begin : begin + 3] for begin in range(0, len(self.played) - 2, 3)]
        takers = [SEATS[cards.index(max(cards))] for cards in rounds]
        return {seat: takers.count(seat) for seat in SEATS}

    @property
    def winners(self) -> tuple[Seat, ...]:
        best = max(self.scores.values())
        return tuple(seat for seat, score in self.scores.items() if score == best)


class View(_Open, frozen=True):
    """A seat's own cards and what lies open."""

    seat: Seat | None = None
    hand: tuple[int, ...] = ()

    def moves(self) -> Sequence[int]:
        return self.hand if self.seat is not None and self.seat == self.turn else ()


class Position(_Open, frozen=True, kw_only=True):
    """Everybody's cards too."""

    hands: Hands

    def moves(self) -> Sequence[int]:
        return () if self.turn is None else self.hands[SEATS.index(self.turn)]

    def play(self, card: int) -> Self:
        if card not in self.moves():
            raise IllegalMove(f"you do not hold {card}")
        mover = len(self.played) % 3
        hands = tuple(
            tuple(own for own in hand if own != card) if seat == mover else hand for seat, hand in enumerate(self.hands)
        )
        return type(self)(hands=hands, played=(*self.played, card))

    def view(self, seat: Seat | None) -> View:
        return View(self.played, seat, () if seat is None else self.hands[SEATS.index(seat)])


def guess(view: View, rng: Random) -> Position:
    """A position that the view allows."""
    unseen = [card for card in DECK if card not in view.played and card not in view.hand]
    rng.shuffle(unseen)
    hands = []
    for number, seat in enumerate(SEATS):
        left = HAND - len(view.played[number::3])
        hands.append(view.hand if seat == view.seat else tuple(sorted(unseen.pop() for _ in range(left))))
    return Position(hands=tuple(hands), played=view.played)


def deal(rng: Random) -> Position:
    return guess(View(), rng)


def write(position: Position) -> str:
    hands = "/".join(" ".join(map(str, hand)) for hand in position.hands)
    return f"{hands};{' '.join(map(str, position.played))}"


def read(text: str) -> Position:
    try:
        hands, played = text.split(";")
        position = Position(hands=tuple(map(_cards, hands.split("/"))), played=_cards(played))
    except ValueError:
        raise NotationError(f"not three hands and the cards played, such as '1 2/3 4/5 6;': {text!r}") from None
    counts = [HAND - len(position.played[number::3]) for number in range(3)]
    cards = [*position.played, *(card for hand in position.hands for card in hand)]
    if [len(hand) for hand in position.hands] != counts or len(set(cards)) != len(cards) or set(cards) - set(DECK):
        raise NotationError(f"not the cards of three players: {text!r}")
    return position


def _cards(text: str) -> tuple[int, ...]:
    return tuple(map(read_card, text.split()))


def read_card(text: str) -> int:
    if len(text) != 1 or text not in "123456789":
        raise NotationError(f"not a card from 1 to 9: {text!r}")
    return int(text)


def write_view(view: View) -> str:
    return f"played: {' '.join(map(str, view.played))}\nyour cards: {' '.join(map(str, view.hand))}"


GAME: Final = Game(
    name="high-card",
    title="High card",
    seats=SEATS,
    start=deal,
    read=read,
    write=write,
    read_move=read_card,
    write_move=str,
    view_type=View,
    guess=guess,
    hidden=True,
    text=write_view,
)
