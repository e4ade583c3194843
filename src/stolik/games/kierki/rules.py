"""Kierki, Polish hearts: seven types of deal, four seats, the fewest points win.

Seats are numbers in the rules and the players, 0 to 3 for N E S W, clockwise; elsewhere they are letters.
A position has two parts: the hand of each seat, and `Open`, what everyone can see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from stolik.contract import IllegalMove, Seat
from stolik.games.kierki.cards import (
    DECK,
    HEARTS,
    JACK,
    KING,
    QUEEN,
    SUIT_NAMES,
    SUIT_SETS,
    Card,
    CardSet,
    card_set,
    cards_in,
    rank_of,
    read_card,
    suit_of,
    write_card,
)

SEATS: Final = ("N", "E", "S", "W")
KINDS: Final = range(1, 8)
TRICKS: Final = 13
REMEMBERED: Final = 7
"""How many finished deals a view has trick by trick: enough for one of each type; a long match stays small."""
KING_OF_HEARTS: Final[Card] = read_card("KH")

Points = tuple[int, int, int, int]
"""Points by seat, in the order N E S W."""
NO_POINTS: Final[Points] = (0, 0, 0, 0)


def _card_points(kind: int, card: Card) -> int:
    """What taking the card costs in a deal of one of the first six types."""
    rank = rank_of(card)
    match kind:
        case 2:
            return int(suit_of(card) == HEARTS)
        case 3:
            return 5 * (rank == QUEEN)
        case 4:
            return 2 * (rank in (JACK, KING))
        case 5:
            return 18 * (card == KING_OF_HEARTS)
    return 0


def _trick_points(kind: int, number: int) -> int:
    """What taking the trick of that number costs, apart from its cards, in one of the first six types."""
    match kind:
        case 1:
            return 1
        case 6:
            return 10 * (number in (7, TRICKS))
    return 0


_SIMPLE_KINDS = range(1, 7)


def _parts(kind: int) -> Sequence[int]:
    return _SIMPLE_KINDS if kind == 7 else (kind,)


CARD_POINTS: Final = tuple(
    tuple(sum(_card_points(part, card) for part in _parts(kind)) for card in DECK) for kind in range(8)
)
"""[kind][card]: what the card costs its taker."""
TRICK_POINTS: Final = tuple(
    tuple(sum(_trick_points(part, number) for part in _parts(kind)) for number in range(TRICKS + 1))
    for kind in range(8)
)
"""[kind][trick's number]: what the trick itself costs its taker."""
DEAL_POINTS: Final = tuple(sum(CARD_POINTS[kind]) + sum(TRICK_POINTS[kind][1:]) for kind in range(8))
"""[kind]: all the points of a deal."""


class Deal(Struct, frozen=True, gc=False):
    """One deal of a match: its type, who leads first, and 13 cards for each seat in the order dealt."""

    kind: int
    first: int
    hands: tuple[tuple[Card, ...], ...]


class Trick(Struct, frozen=True, gc=False):
    """Four cards in the order played, and who took them."""

    number: int
    leader: int
    cards: tuple[Card, ...]
    taker: int


class Finished(Struct, frozen=True, gc=False):
    """A finished deal: everyone now knows which cards each seat had."""

    kind: int
    tricks: tuple[Trick, ...]


class Open(Struct, frozen=True, gc=False):
    """What everyone can see of a match."""

    deals: int
    """How many deals the match has."""
    kind: int
    first: int
    """Who leads the deal's first trick."""
    leader: int
    """Who leads the trick on the table."""
    cards: tuple[Card, ...] = ()
    """The trick on the table, zero to three cards."""
    tricks: tuple[Trick, ...] = ()
    """The tricks taken in this deal."""
    points: Points = NO_POINTS
    """The points taken in this deal."""
    sheet: tuple[Points, ...] = ()
    """The points of each finished deal."""
    last: Trick | None = None
    """The last trick taken; it may belong to the previous deal."""
    kinds: tuple[int, ...] = ()
    """The types of the finished deals that are known."""
    totals: Points = NO_POINTS
    """The points of the finished deals together."""
    finished: tuple[Finished, ...] = ()
    """The last finished deals that are known, at most REMEMBERED."""

    @property
    def over(self) -> bool:
        """Whether the whole match has been played."""
        return len(self.sheet) == self.deals

    @property
    def number(self) -> int:
        """The number of the trick on the table, from 1; the last one's when the match is over."""
        return len(self.tricks) + (len(self.sheet) < self.deals)

    @property
    def actor(self) -> int:
        """Who plays the next card, by number."""
        return (self.leader + len(self.cards)) % 4

    @property
    def turn(self) -> Seat | None:
        """Who plays the next card; None when the match is over."""
        # Used several times a card, so it is computed here without calling `over` and `actor`.
        return None if len(self.sheet) == self.deals else SEATS[(self.leader + len(self.cards)) % 4]

    def deal_just_ended(self) -> bool:
        """Whether the last card that was played ended a deal."""
        return self.over or (not self.tricks and not self.cards and self.last is not None)


class View(Struct, frozen=True, gc=False):
    """What one seat may know: its own cards and what everyone can see. A spectator has no seat and no cards."""

    open: Open
    seat: int | None = None
    dealt: tuple[Card, ...] = ()
    """The seat's thirteen cards of this deal, in the order dealt."""
    hand: CardSet = 0
    """The cards among them that the seat still has."""

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is."""
        return self.open.turn

    def moves(self) -> Sequence[Card]:
        """The cards that the seat may play, when it is its turn."""
        if self.open.over or self.seat != self.open.actor:
            return ()
        return cards_in(playable(self.hand, self.open.cards))


class Position(Struct, frozen=True, gc=False):
    """A match in progress."""

    deals: tuple[Deal, ...]
    deal: Deal
    """The current deal."""
    hands: tuple[CardSet, ...]
    open: Open
    early_end: bool = False
    """Whether a deal stops as soon as all its points are taken."""

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is."""
        return self.open.turn

    def moves(self) -> Sequence[Card]:
        """The cards that may be played."""
        return () if self.open.over else cards_in(playable(self.hands[self.open.actor], self.open.cards))

    def play(self, move: Card) -> Position:
        """The position after the card is played."""
        now = self.open
        table = now.cards
        if len(now.sheet) == now.deals:
            raise IllegalMove("the match is over")
        actor = (now.leader + len(table)) % 4
        hand = self.hands[actor]
        why_not = objection(hand, table, move)
        if why_not:
            raise IllegalMove(why_not)
        left = list(self.hands)
        left[actor] = hand ^ (1 << move)
        cards = (*table, move)
        if len(cards) < 4:
            then = Open(
                now.deals, now.kind, now.first, now.leader, cards, now.tricks, now.points,
                now.sheet, now.last, now.kinds, now.totals, now.finished,
            )  # fmt: skip
            return Position(self.deals, self.deal, tuple(left), then, self.early_end)
        return self._take(tuple(left), cards)

    def _take(self, hands: tuple[CardSet, ...], cards: tuple[Card, ...]) -> Position:
        """Ends the trick on the table, and with it perhaps the deal."""
        now = self.open
        number = len(now.tricks) + 1
        taker = (now.leader + winning_card(cards)) % 4
        trick = Trick(number, now.leader, cards, taker)
        cost = trick_cost(now.kind, number, cards)
        points = _add(now.points, taker, cost) if cost else now.points
        tricks = (*now.tricks, trick)
        if number < TRICKS and not (self.early_end and sum(points) == DEAL_POINTS[now.kind]):
            same = now.sheet, trick, now.kinds, now.totals, now.finished
            then = Open(now.deals, now.kind, now.first, taker, (), tricks, points, *same)
            return Position(self.deals, self.deal, hands, then, self.early_end)
        sheet, kinds, totals = (*now.sheet, points), (*now.kinds, now.kind), total((now.totals, points))
        finished = (*now.finished, Finished(now.kind, tricks))[-REMEMBERED:]
        if len(sheet) == now.deals:
            same = sheet, trick, kinds, totals, finished
            then = Open(now.deals, now.kind, now.first, taker, (), tricks, points, *same)
            return Position(self.deals, self.deal, hands, then, self.early_end)
        return _deal_out(self.deals, sheet, trick, self.early_end, kinds, totals, finished)

    def view(self, seat: Seat | None) -> View:
        """What the seat may know."""
        if seat is None:
            return View(self.open)
        number = _SEAT_NUMBERS[seat]
        return View(self.open, number, self.deal.hands[number], self.hands[number])

    @property
    def scores(self) -> Mapping[Seat, int]:
        """The points of the finished deals, and of the one in progress."""
        points = self.open.totals
        if not self.open.over:
            points = total((points, self.open.points))
        return dict(zip(SEATS, points, strict=True))

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who has the fewest points."""
        scores = self.scores
        fewest = min(scores.values())
        return tuple(seat for seat, points in scores.items() if points == fewest)


_SEAT_NUMBERS: Final = {seat: number for number, seat in enumerate(SEATS)}


def playable(hand: CardSet, table: tuple[Card, ...]) -> CardSet:
    """The cards of the hand that may be played on those on the table."""
    if table:
        following = hand & SUIT_SETS[table[0] // 13]
        if following:
            return following
    return hand


def objection(hand: CardSet, table: tuple[Card, ...], card: Card) -> str | None:
    """Why the card may not be played from the hand on those on the table; None when it may."""
    if not hand >> card & 1:
        return f"you do not hold {write_card(card)}"
    if table and card // 13 != table[0] // 13:
        following = hand & SUIT_SETS[table[0] // 13]
        if following:
            held = ", ".join(map(write_card, cards_in(following)))
            return f"you must follow suit: {SUIT_NAMES[table[0] // 13]} were led and you hold {held}"
    return None


def winning_card(cards: tuple[Card, ...]) -> int:
    """Which of the trick's cards takes it, by its place in the trick."""
    suit = cards[0] // 13
    best = 0
    for place in range(1, len(cards)):
        if cards[place] // 13 == suit and cards[place] > cards[best]:
            best = place
    return best


def trick_cost(kind: int, number: int, cards: tuple[Card, ...]) -> int:
    """What the taker of a trick pays for it in a deal of that type."""
    by_card = CARD_POINTS[kind]
    return TRICK_POINTS[kind][number] + sum([by_card[card] for card in cards])


def total(sheet: Sequence[Points]) -> Points:
    """The points of several deals together."""
    if not sheet:
        return NO_POINTS
    north, east, south, west = (sum(column) for column in zip(*sheet, strict=True))
    return (north, east, south, west)


def _add(points: Points, seat: int, more: int) -> Points:
    added = list(points)
    added[seat] += more
    return (added[0], added[1], added[2], added[3])


def _deal_out(
    deals: tuple[Deal, ...],
    sheet: tuple[Points, ...],
    last: Trick | None,
    early_end: bool,
    kinds: tuple[int, ...] = (),
    totals: Points = NO_POINTS,
    finished: tuple[Finished, ...] = (),
) -> Position:
    """The start of the match's next deal."""
    deal = deals[len(sheet)]
    open_ = Open(
        len(deals),
        deal.kind,
        deal.first,
        deal.first,
        sheet=sheet,
        last=last,
        kinds=kinds,
        totals=totals,
        finished=finished,
    )
    return Position(deals, deal, tuple(map(card_set, deal.hands)), open_, early_end)


def new_match(deals: Sequence[Deal], *, early_end: bool = False) -> Position:
    """The start of a match of the given deals, at least one."""
    if not deals:
        raise ValueError("a match needs at least one deal")
    return _deal_out(tuple(deals), (), None, early_end)


def rest_of_match(position: Position) -> Position:
    """The match that begins with the first card of the current deal."""
    played = min(len(position.open.sheet), len(position.deals) - 1)
    return new_match(position.deals[played:], early_end=position.early_end)


def random_deal(rng: Random, kind: int) -> Deal:
    """A shuffled deal of the type; its first leader is drawn too."""
    deck = list(DECK)
    rng.shuffle(deck)
    hands = tuple(tuple(sorted(deck[13 * seat : 13 * seat + 13])) for seat in range(4))
    return Deal(kind, rng.randrange(4), hands)


def random_match(rng: Random, kinds: Sequence[int] = KINDS, *, early_end: bool = False) -> Position:
    """A match of one random deal of each of the given types, in that order."""
    return new_match([random_deal(rng, kind) for kind in kinds], early_end=early_end)
