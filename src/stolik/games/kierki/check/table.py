"""The stage of `kierki-serwer`: four peers at one table, which know the rules and follow the match.

What the document permits is accepted here, whoever wrote the server: seats and cards in any order, a repeated question,
a deal that ends early.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar, Final

from stolik.check.exchange import quoted
from stolik.check.peers import Peer
from stolik.check.program import Program
from stolik.check.stage import Stage
from stolik.check.verdicts import Fault, FaultKind, Phrase, phrase
from stolik.contract import NotationError, Seat
from stolik.games.kierki.cards import Card, cards_in
from stolik.games.kierki.check.causes import WRONG_STATE, why_other, why_points
from stolik.games.kierki.check.deals import deals_of, file_of
from stolik.games.kierki.rules import DEAL_POINTS, SEATS, Deal, Points, Position, new_match
from stolik.games.kierki.wire import (
    END,
    AskCard,
    Busy,
    DealCards,
    Iam,
    PutCard,
    Score,
    ServerMessage,
    Taken,
    Total,
    Wrong,
    read_server_message,
)

# Seconds: a timeout that no scenario reaches, and the one of scenarios that are about the timeout.
LONG: Final = 60
SHORT: Final = 1
# Seconds: the timeout of a server that is told none.
USUAL: Final = 5
# Seconds, for scenarios in which somebody comes back: some servers ask again only when the timeout is over.
RESUMING: Final = 3
# Seconds between two attempts to take a seat that the server has not seen to be empty yet.
TRY_AGAIN: Final = 0.05


class ServerStage(Stage):
    """One server, one match, and the peers at its table."""

    end = END
    placeholders: ClassVar[tuple[str, ...]] = ("port", "file", "timeout")

    deals: tuple[Deal, ...]
    position: Position
    """The match as it should be."""
    timeout: float = LONG
    ports: dict[Seat, int]
    """The players' ports, for scenarios that read the report."""

    # The start

    async def open(
        self, *kinds: int, timeout: int = LONG, deals: Sequence[Deal] = (), text: str | None = None
    ) -> Program | None:
        """Starts the server for a match of these types of deals."""
        self.follow(deals or deals_of(kinds or (1,)))
        self.timeout = timeout
        if self.subject.at is not None:
            return None
        file = self.folder() / "match.txt"
        file.write_text(file_of(self.deals) if text is None else text)
        self.port = self.free_port()
        values = {"port": self.port, "file": file, "timeout": timeout}
        parameters = ["-p", str(self.port), "-f", str(file), "-t", str(timeout)]
        return await self.start(parameters, values)

    def follow(self, deals: Sequence[Deal]) -> None:
        """The match that the server will play."""
        self.deals = tuple(deals)
        self.position = new_match(self.deals)
        self.at: dict[Seat, Peer] = {}
        self._moves: list[Card] = []
        self._asked: dict[Seat, AskCard] = {}
        self._is_asked = False

    async def sit(self, seat: Seat, name: str = "") -> Peer:
        """Connects and asks for a seat."""
        peer = await self.connect(name or seat, greeting=Iam(seat).text().encode() + END)
        self.at[seat] = peer
        return peer

    async def take(self, seat: Seat, taken: str = "") -> None:
        """Takes a seat, and makes sure that the server knows it: of two clients that want it one hears BUSY.

        The document has no answer to a right IAM, and a server may read two connections in any order. `taken` are the
        seats that were taken before.
        """
        pair = [await self.sit(seat), await self.sit(seat, f"{seat} too")]
        await self.until(lambda: any(peer.waiting or peer.has_ended for peer in pair))
        pair.sort(key=lambda peer: bool(peer.waiting or peer.has_ended))
        await self.expect_busy(pair[1], [one for one in SEATS if one in taken + seat])
        self.at[seat] = pair[0]
        pair[0].name = seat

    async def four(self, *kinds: int, order: str = "NESW", timeout: int = LONG) -> None:
        """Starts a server, and brings four players to the table; each hears the first DEAL."""
        await self.open(*kinds, timeout=timeout)
        for seat in order:
            await self.sit(seat)
        await self.expect_deals()

    # What the server should say

    async def message(
        self, seat: Seat, expected: Phrase, seconds: float | None = None, *, repeated: bool = False
    ) -> ServerMessage:
        """The next message to a seat, past repeated questions, unless one is wanted; raises Fault."""
        peer = self.at[seat]
        wait = self.pace.wait(seconds)
        while True:
            line = await peer.hear(expected, seconds)
            try:
                message = read_server_message(line)
            except NotationError:
                raise _other(peer, expected, line) from None
            if repeated or message != self._asked.get(seat):
                return message
            # A server that asks for ever and says nothing else is silent.
            if not peer.waiting and await wait.is_over():
                came = phrase("only {line} came, again", line=line)
                raise peer.fault(FaultKind.SILENT, expected, came)

    def has_news(self, seat: Seat) -> bool:
        """Whether something came to the seat that is no repeated question, or its connection ended."""
        question = self._asked.get(seat)
        peer = self.at[seat]
        return peer.has_ended or any(question is None or line != question.text() for line in peer.waiting)

    def _says(self, message: ServerMessage) -> Phrase:
        return phrase("{line}", line=message.text())

    async def expect_deals(self) -> None:
        """Every seat hears the DEAL of the current deal."""
        for seat in SEATS:
            await self.expect_deal(seat)

    async def expect_deal(self, seat: Seat, seconds: float | None = None) -> None:
        """The seat hears the DEAL of the current deal; its cards may be in any order."""
        wanted = self.deal_message(seat)
        heard = await self.message(seat, self._says(wanted), seconds)
        if heard == wanted:
            return
        same = isinstance(heard, DealCards) and (heard.kind, heard.first) == (wanted.kind, wanted.first)
        if not (same and isinstance(heard, DealCards) and sorted(heard.cards) == sorted(wanted.cards)):
            raise _other(self.at[seat], self._says(wanted), heard.text())
        self.allowed("DEAL lists the cards in another order than the file")

    def deal_message(self, seat: Seat) -> DealCards:
        """The DEAL of the current deal for a seat."""
        deal = self.position.deal
        return DealCards(deal.kind, SEATS[deal.first], deal.hands[SEATS.index(seat)])

    def question(self) -> AskCard:
        """The TRICK that asks for the next card."""
        return AskCard(self.position.open.number, self.position.open.cards)

    @property
    def turn(self) -> Seat:
        """Whose card is awaited."""
        assert self.position.turn is not None  # noqa: S101 - a scenario that goes on after the end is wrong
        return self.position.turn

    @property
    def number(self) -> int:
        """The number of the current trick."""
        return self.position.open.number

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that the seat still has."""
        return cards_in(self.position.hands[SEATS.index(seat)])

    def legal(self) -> Sequence[Card]:
        """The cards that may be played now."""
        return self.position.moves()

    async def asked(self, seconds: float | None = None) -> Peer:
        """Whoever's turn it is hears TRICK; returns that peer."""
        seat = self.turn
        if not self._is_asked:
            wanted = self.question()
            heard = await self.message(seat, self._says(wanted), seconds, repeated=wanted == self._asked.get(seat))
            if heard != wanted:
                raise _other(self.at[seat], self._says(wanted), heard.text())
            self._asked[seat] = wanted
            self._is_asked = True
        return self.at[seat]

    def asks_again(self) -> None:
        """The server has to ask again: somebody has come back."""
        self._is_asked = False

    async def expect_wrong(self, seat: Seat) -> None:
        """The seat hears WRONG with the number of the current trick."""
        await self.expect(seat, Wrong(self.number))

    async def refused(self, seat: Seat, line: str, *, may_close: bool = False) -> None:
        """The seat sends a wrong message, and WRONG comes. `may_close`: many servers disconnect instead, by right."""
        peer = self.at[seat]
        await peer.send(line)
        await self.until(lambda: self.has_news(seat) or self._accepted() is not None)
        accepted = self._accepted()
        if accepted is not None and not self.has_news(seat):
            came = phrase("the card was accepted: {line} came", line=accepted)
            raise peer.fault(FaultKind.OTHER, self._says(Wrong(self.number)), came)
        try:
            await self.expect_wrong(seat)
        except Fault as fault:
            if not (may_close and fault.kind is FaultKind.CLOSED):
                raise
            self.allowed("a malformed message ends the connection")
            del self.at[seat]
            await self.come_back(seat)
            # Some servers ask again only when the timeout is over.
            await self.asked(self.timeout + self.pace.patience)

    def _accepted(self) -> str | None:
        """A message to anybody that shows that a card was put on the table."""
        question = self.question().text()
        for peer in self.at.values():
            for line in peer.waiting:
                if (line.startswith(question) and line != question) or line.startswith(f"TAKEN{self.number}"):
                    return line
        return None

    async def answer(self, card: Card | None = None) -> None:
        """Answers the question with this card, or with any that is legal, and hears what follows."""
        seat, card = self.turn, self.legal()[0] if card is None else card
        await self.at[seat].send(PutCard(self.number, card).text())
        await self.played(card)

    async def played(self, card: Card) -> None:
        """The card was sent: the match goes on with it."""
        self._moves.append(card)
        before, self.position = self.position, self.position.play(card)
        self._is_asked = False
        if self.position.open.cards:
            return
        trick = self.position.open.last
        assert trick is not None  # noqa: S101 - the table was just cleared
        taken = Taken(trick.number, trick.cards, SEATS[trick.taker])
        for seat in self.at:
            await self.expect(seat, taken)
        if self.position.open.deal_just_ended():
            await self.expect_scores()
        elif sum(self.position.open.points) == DEAL_POINTS[before.open.kind] and before.open.kind in (2, 3, 4, 5):
            await self._perhaps_early()

    async def expect(self, seat: Seat, wanted: ServerMessage) -> None:
        """The seat hears exactly this message."""
        heard = await self.message(seat, self._says(wanted))
        if heard != wanted:
            raise _other(self.at[seat], self._says(wanted), heard.text(), why_other(wanted, heard))

    async def _perhaps_early(self) -> None:
        """All points are given out: the server may go on, or end the deal now."""
        seat = self.turn
        wanted = self.question()
        heard = await self.message(seat, phrase("{line}, or SCORE", line=wanted.text()))
        if heard == wanted:
            self._asked[seat] = wanted
            self._is_asked = True
            return
        if not isinstance(heard, Score):
            raise _other(self.at[seat], phrase("{line}, or SCORE", line=wanted.text()), heard.text())
        self.allowed("deals end as soon as all points are given out")
        self._end_early()
        self._check_points(seat, heard, Score, self.position.open.sheet[-1])
        for other in self.at:
            if other != seat:
                await self._expect_points(other, Score, self.position.open.sheet[-1])
        await self._after_scores()

    def _end_early(self) -> None:
        """Plays the match so far again, with deals that end early."""
        position = new_match(self.deals, early_end=True)
        for card in self._moves:
            position = position.play(card)
        self.position = position

    async def expect_scores(self) -> None:
        """Everybody hears SCORE and TOTAL, and then the next DEAL if there is one."""
        for seat in self.at:
            await self._expect_points(seat, Score, self.position.open.sheet[-1])
        await self._after_scores()

    async def _after_scores(self) -> None:
        for seat in self.at:
            await self._expect_points(seat, Total, self.position.open.totals)
        self._asked.clear()
        if self.position.turn is not None:
            for seat in self.at:
                await self.expect_deal(seat)

    async def _expect_points(self, seat: Seat, kind: type[Score] | type[Total], points: Points) -> None:
        wanted = kind(tuple(zip(SEATS, points, strict=True)))
        self._check_points(seat, await self.message(seat, self._says(wanted)), kind, points)

    def _check_points(self, seat: Seat, heard: ServerMessage, kind: type[Score] | type[Total], points: Points) -> None:
        wanted = kind(tuple(zip(SEATS, points, strict=True)))
        if type(heard) is not kind:
            raise _other(self.at[seat], self._says(wanted), heard.text())
        if dict(heard.points) != dict(wanted.points):
            raise _other(self.at[seat], self._says(wanted), heard.text(), why_points(self.position, heard))
        if heard.points != wanted.points:
            self.allowed("{name} lists the seats in another order", name=kind.__name__.upper())

    # Playing on

    async def play_card(self) -> None:
        """One card by whoever's turn it is."""
        await self.asked()
        await self.answer()

    async def play_to(self, trick: int, place: int = 1) -> Seat:
        """Plays until the player of that place in that trick is asked; returns the seat."""
        while (self.number, len(self.position.open.cards) + 1) != (trick, place):
            await self.play_card()
        await self.asked()
        return self.turn

    async def play_deal(self) -> None:
        """Plays the current deal to its end."""
        deals = len(self.position.open.sheet)
        while len(self.position.open.sheet) == deals:
            await self.play_card()

    async def play_out(self) -> None:
        """Plays to the end of the match; everybody is disconnected, and the server ends with code 0."""
        while self.position.turn is not None:
            await self.play_card()
        for peer in self.at.values():
            await peer.expect_closed()
            await peer.close()  # a server may wait for that: the document has a client end then
        if self.program is not None:
            await self.program.expect_exit(0)

    # Leaving and coming back

    async def leave(self, seat: Seat) -> None:
        """The player at the seat disconnects."""
        await self.at.pop(seat).close()

    async def come_back(self, seat: Seat, name: str = "") -> Peer:
        """Takes an empty seat in a match, and hears the deal so far. Raises Fault."""
        expected = self._says(self.deal_message(seat))
        wait = self.pace.wait()
        while True:
            peer = await self.sit(seat, name or f"{seat} again")
            try:
                await self.expect_deal(seat)
                break
            except Fault as fault:
                # A server may need a moment to see that the seat is empty.
                was_busy = fault.kind is FaultKind.OTHER and "BUSY" in str(fault.came)
                if not was_busy or await wait.is_over():
                    del self.at[seat]
                    cause = WRONG_STATE if fault.kind is FaultKind.OTHER and not was_busy else ""
                    raise Fault(fault.kind, expected, fault.came, fault.who, cause) from None
            await asyncio.sleep(TRY_AGAIN)
        for trick in self.position.open.tricks:
            try:
                await self.expect(seat, Taken(trick.number, trick.cards, SEATS[trick.taker]))
            except Fault as fault:
                cause = WRONG_STATE if fault.kind is FaultKind.OTHER else ""
                raise Fault(fault.kind, fault.expected, fault.came, fault.who, cause) from None
        self.asks_again()
        return peer

    async def expect_busy(self, peer: Peer, taken: Sequence[Seat]) -> None:
        """The peer hears BUSY with these seats in any order, and is disconnected."""
        wanted = Busy(tuple(taken))
        line = await peer.hear(self._says(wanted))
        try:
            heard = read_server_message(line)
        except NotationError:
            raise _other(peer, self._says(wanted), line) from None
        if not isinstance(heard, Busy) or sorted(heard.seats) != sorted(taken):
            raise _other(peer, self._says(wanted), line)
        if heard != wanted:
            self.allowed("{name} lists the seats in another order", name="BUSY")
        await peer.expect_closed()


def _other(peer: Peer, expected: Phrase, line: str, cause: str = "") -> Fault:
    return peer.fault(FaultKind.OTHER, expected, phrase("{line} came", line=quoted(line)), cause)
