"""What a client of Kierki knows: it takes a server's lines and gives the seat's view.

Servers differ. A line that is malformed, repeats something known, or is impossible in this deal is wrong, and a wrong
line changes nothing.
"""

from __future__ import annotations

from typing import Final

from stolik.contract import NotationError, Seat
from stolik.games.kierki.cards import Card, CardSet, card_set
from stolik.games.kierki.rules import (
    NO_POINTS,
    REMEMBERED,
    SEATS,
    TRICKS,
    Finished,
    Open,
    Points,
    Trick,
    View,
    playable,
    total,
    trick_cost,
)
from stolik.games.kierki.wire import (
    AskCard,
    Busy,
    DealCards,
    PutCard,
    Score,
    ServerMessage,
    Taken,
    Total,
    Wrong,
    read_server_message,
)


class SeatKnowledge:
    """One seat's knowledge of the match, from the server's lines and the seat's own cards."""

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat
        self._me: Final = SEATS.index(seat)
        self._deal: DealCards | None = None
        self._on = False
        """Whether the deal is being played; otherwise `_deal` and `_tricks` are of the last deal."""
        self._left: CardSet = 0
        """The cards dealt, less those in the tricks taken."""
        self._tricks: tuple[Trick, ...] = ()
        self._points: Points = NO_POINTS
        self._deals = 0
        """How many deals are finished."""
        self._totals: Points = NO_POINTS
        """The points of the finished deals together. They are not kept one by one: a match may have thousands."""
        self._last: Trick | None = None
        self._finished: tuple[Finished, ...] = ()
        self._refused: CardSet = 0
        self.finished = False
        """Whether a TOTAL came and no deal has begun since: if the server closes now, the match is finished."""
        self.asked: AskCard | None = None
        """The server's last question, until its trick is taken."""
        self.awaited = False
        """Whether the server waits for a card: it asked, and no card was sent since, or that card was refused."""
        self.answer: Card | None = None
        """The card sent in answer to the question, unless it was refused."""

    def hear(self, line: bytes) -> ServerMessage | None:
        """Reads a line from the server and updates what is known; None when the line is wrong."""
        try:
            message = read_server_message(line.decode("ascii"))
        except (NotationError, UnicodeDecodeError):
            return None
        return message if self._believe(message) else None

    def _believe(self, message: ServerMessage) -> bool:
        match message:
            case DealCards():
                return self._dealt(message)
            case AskCard():
                return self._ask(message)
            case Taken():
                return self._taken(message)
            case Wrong():
                return self._wrong(message)
            case Score():
                return self._score(message)
            case Total():
                return self._total(message)
            case Busy():
                return self._deal is None

    def moment(self) -> str:
        """How far the match is, in words."""
        if self._deal is None:
            return "before the first deal"
        if self._on:
            return (
                f"in trick {len(self._tricks) + 1} of a deal" if len(self._tricks) < TRICKS else "after the last trick"
            )
        return "after a deal, before its TOTAL"

    def put(self, card: Card) -> PutCard:
        """Records that the card is sent in answer to the last question; returns the message to send."""
        if self.asked is None:
            raise ValueError("nobody asks for a card")
        self.answer = card
        self.awaited = False
        return PutCard(self.asked.number, card)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in hand, in the order dealt, without a card that was sent, until the server asks again."""
        if self._deal is None or not self._on:
            return ()
        put = None if self.awaited else self.answer
        return tuple(card for card in self._deal.cards if self._left >> card & 1 and card != put)

    @property
    def own_tricks(self) -> tuple[Trick, ...]:
        """The tricks that this seat took in this deal, or in the last deal when none is being played."""
        return tuple(trick for trick in self._tricks if trick.taker == self._me)

    def untried(self) -> tuple[Card, ...]:
        """The legal answers to the question that the server has not refused yet."""
        return tuple(card for card in self.view().moves() if not self._refused >> card & 1)

    def view(self) -> View:
        """What the seat knows of the deal, as the view that players use."""
        if self._deal is None:
            raise ValueError("there has been no deal yet")
        now = Open(
            # The protocol does not say how many deals the match has: suppose one more than those finished.
            deals=2 if self._deals else 1,
            kind=self._deal.kind,
            first=SEATS.index(self._deal.first),
            leader=self._leader(),
            cards=self.asked.cards if self.asked else (),
            tricks=self._tricks,
            points=self._points,
            sheet=(self._totals,) if self._deals else (),
            last=self._last,
            totals=self._totals,
            finished=self._finished,
        )
        return View(now, self._me, self._deal.cards, self._left)

    def _leader(self) -> int:
        """Who leads the current trick; when we are asked, the number of cards on the table gives it."""
        if self.asked:
            return (self._me - len(self.asked.cards)) % 4
        if self._tricks:
            return self._tricks[-1].taker
        return SEATS.index(self._deal.first) if self._deal else 0

    def _dealt(self, deal: DealCards) -> bool:
        if self._on and deal == self._deal and len(self._tricks) < TRICKS:
            # Another player came back, and the server told everyone again: this changes nothing.
            return False
        if self._deal and not self._on:
            self._finished = (*self._finished, Finished(self._deal.kind, self._tricks))[-REMEMBERED:]
        self._deal = deal
        self._on = True
        self._left = card_set(deal.cards)
        self._tricks = ()
        self._points = NO_POINTS
        self.finished = False
        self._forget_question()
        return True

    def _ask(self, question: AskCard) -> bool:
        deal = self._deal
        if deal is None or not self._on or not self._left or self._knows(question.number):
            return False
        if card_set(question.cards) & (card_set(deal.cards) | self._played()):
            return False
        if question != self.asked:
            self._forget_question()
        self.asked = question
        self.awaited = True
        return True

    def _taken(self, taken: Taken) -> bool:
        deal = self._deal
        if deal is None or not self._on or self._knows(taken.number):
            return False
        cards = taken.cards
        mine = card_set(cards) & card_set(deal.cards)
        if mine.bit_count() != 1 or card_set(cards) & self._played():
            return False
        # The seats take turns, so the place of this seat's card shows who led.
        leader = (self._me - cards.index(mine.bit_length() - 1)) % 4
        trick = Trick(taken.number, leader, cards, SEATS.index(taken.taker))
        self._left ^= mine
        self._tricks += (trick,)
        self._last = trick
        cost = trick_cost(deal.kind, trick.number, cards)
        self._points = total((self._points, _points({taken.taker: cost})))
        self._forget_question()
        return True

    def _wrong(self, wrong: Wrong) -> bool:
        if self.asked is None or wrong.number != self.asked.number:
            return True
        if self.answer is not None:
            self._refused |= 1 << self.answer
            self.answer = None
        self.awaited = True
        view = self.view()
        if not playable(view.hand, view.open.cards) & ~self._refused:
            # Every legal card was refused, so a refusal had another reason: try them all again.
            self._refused = 0
        return True

    def _score(self, score: Score) -> bool:
        if self._on:
            self._deals += 1
            self._totals = total((self._totals, _points(dict(score.points))))
        self._end_deal()
        return True

    def _total(self, known: Total) -> bool:
        # The server knows better: deals may have been played before this client came.
        self._totals = _points(dict(known.points))
        self._deals = self._deals or 1
        self._end_deal()
        self.finished = True
        return True

    def _end_deal(self) -> None:
        self._on = False
        self._forget_question()

    def _forget_question(self) -> None:
        self.asked = self.answer = None
        self.awaited = False
        self._refused = 0

    def _knows(self, number: int) -> bool:
        return any(trick.number == number for trick in self._tricks)

    def _played(self) -> CardSet:
        return card_set(card for trick in self._tricks for card in trick.cards)


def _points(by_seat: dict[Seat, int]) -> Points:
    north, east, south, west = (by_seat.get(seat, 0) for seat in SEATS)
    return (north, east, south, west)
