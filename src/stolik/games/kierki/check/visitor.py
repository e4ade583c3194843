"""The stage of `kierki-klient`: the checker is the server and the other three players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from stolik.check.exchange import quoted
from stolik.check.peers import Peer
from stolik.check.stage import V4, Stage
from stolik.check.verdicts import FaultKind, phrase
from stolik.contract import NotationError, Seat
from stolik.games.kierki.cards import Card, cards_in, write_card
from stolik.games.kierki.check.deals import deals_of
from stolik.games.kierki.rules import SEATS, Deal, Points, Position, new_match
from stolik.games.kierki.wire import (
    END,
    AskCard,
    DealCards,
    Iam,
    PutCard,
    Score,
    Taken,
    Total,
    read_client_message,
)


class ClientStage(Stage):
    """One client, a server that keeps the rules, and a match."""

    end = END
    placeholders: ClassVar[tuple[str, ...]] = ("host", "port", "seat", "auto")

    seat: Seat = "N"
    position: Position
    client: Peer
    points_order: str = "NESW"
    """The order of the seats in SCORE and TOTAL."""

    # The start

    async def join(
        self, seat: Seat = "N", *kinds: int, automatic: bool = True, early_end: bool = False, more: Sequence[str] = ()
    ) -> Peer:
        """Starts the client for a seat; it connects and says IAM. Returns the server's end of its connection."""
        self.seat = seat
        self.follow(deals_of(kinds or (1,)), early_end=early_end)
        arrivals = await self.listen()
        flags = ["-a"] if automatic else []
        values = {"host": V4, "port": self.port, "seat": seat, "auto": "-a" if automatic else ""}
        await self.start(["-h", V4, "-p", str(self.port), f"-{seat}", *flags, *more], values, exactly=bool(more))
        self.client = await self.arrival(arrivals, "server")
        await self.client.expect(Iam(seat).text())
        return self.client

    async def run(self, *parameters: str) -> None:
        """Starts the client with exactly these parameters."""
        await self.start(parameters, {}, exactly=True)

    def follow(self, deals: Sequence[Deal], *, early_end: bool = False) -> None:
        """The match that is played."""
        self.position = new_match(deals, early_end=early_end)

    # What the server says

    def deal_text(self) -> str:
        """The DEAL of the current deal for the client."""
        deal = self.position.deal
        return DealCards(deal.kind, SEATS[deal.first], deal.hands[SEATS.index(self.seat)]).text()

    def question(self) -> str:
        """The TRICK that asks for the next card."""
        return AskCard(self.position.open.number, self.position.open.cards).text()

    def trick_ended(self) -> list[str]:
        """What the last card was followed by: TAKEN, and SCORE and TOTAL at the end of a deal."""
        open_ = self.position.open
        lines: list[str] = []
        if open_.last and not open_.cards:
            lines.append(Taken(open_.last.number, open_.last.cards, SEATS[open_.last.taker]).text())
            if open_.deal_just_ended():
                lines += [Score(self._pairs(open_.sheet[-1])).text(), Total(self._pairs(open_.totals)).text()]
        return lines

    def _pairs(self, points: Points) -> tuple[tuple[Seat, int], ...]:
        return tuple((seat, points[SEATS.index(seat)]) for seat in self.points_order)

    async def deal(self) -> None:
        """Deals the cards."""
        await self.client.send(self.deal_text())

    # Playing

    @property
    def number(self) -> int:
        """The number of the current trick."""
        return self.position.open.number

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that the client still has."""
        return cards_in(self.position.hands[SEATS.index(self.seat)])

    async def others(self) -> list[str]:
        """The other players put their cards; returns what the client has to be told, up to its next question."""
        lines: list[str] = []
        deals = len(self.position.open.sheet)
        while self.position.turn not in (None, self.seat) and len(self.position.open.sheet) == deals:
            lines += self.put(self.position.moves()[0])
        return lines

    def put(self, card: Card) -> list[str]:
        """Whoever's turn it is puts this card; returns what the client has to be told."""
        self.position = self.position.play(card)
        return self.trick_ended()

    async def answer(self, seconds: float | None = None) -> Card:
        """The client answers with a legal card; raises Fault."""
        legal = self.position.moves()
        wanted = phrase("TRICK{number} and one of {cards}", number=self.number, cards=", ".join(map(write_card, legal)))
        line = await self.client.hear(wanted, seconds)
        try:
            message = read_client_message(line)
        except NotationError:
            message = None
        if not isinstance(message, PutCard) or message.number != self.number or message.card not in legal:
            raise self.client.fault(FaultKind.OTHER, wanted, phrase("{line} came", line=quoted(line)))
        return message.card

    async def to_turn(self) -> None:
        """Plays the others' cards until it is the client's turn, and tells it."""
        lines = await self.others()
        if lines:
            await self.client.send(*lines)

    async def ask(self) -> Card:
        """Asks the client for a card, and plays the one that it answers with."""
        await self.to_turn()
        await self.client.send(self.question())
        card = await self.answer()
        await self.told(self.put(card))
        return card

    async def told(self, lines: Sequence[str]) -> None:
        """Tells the client what followed its card."""
        if lines:
            await self.client.send(*lines)

    async def played(self, card: Card) -> None:
        """The client's card is on the table."""
        await self.told(self.put(card))

    async def play_deal(self) -> None:
        """Plays the current deal to its end, and tells of it."""
        deals = len(self.position.open.sheet)
        while len(self.position.open.sheet) == deals:
            await self.to_turn()
            if len(self.position.open.sheet) == deals:
                await self.ask()

    async def play_tricks(self, number: int) -> None:
        """Plays until the trick of that number begins."""
        while self.number < number or self.position.turn != self.seat:
            if self.position.turn != self.seat:
                await self.to_turn()
            if self.number < number:
                await self.ask()

    async def play_out(self) -> None:
        """Plays the whole match: every deal is dealt and played; then the server closes, and the client ends with 0."""
        while self.position.turn is not None:
            await self.deal()
            await self.play_deal()
        await self.over()

    async def over(self, code: int = 0) -> None:
        """The server closes the connection; the client ends with the code."""
        await self.client.close_half()
        assert self.program is not None  # noqa: S101 - `join` has started it
        await self.program.expect_exit(code)

    # A person's client

    async def shows(self, text: str) -> None:
        """The client prints this text for the person; raises Fault."""
        assert self.program is not None  # noqa: S101 - `join` has started it
        await self.program.printed(text, phrase("{text} is printed", text=text))

    async def until_printed(self, ready: Callable[[str], bool], since: int = 0) -> bool:
        """Waits until what was printed after the first `since` bytes satisfies `ready`; False when it never does."""
        program = self.program
        assert program is not None  # noqa: S101 - `join` has started it
        return await program.until_printed(lambda: ready(program.stdout[since:].decode("utf-8", "replace")))

    async def sent_at_last(self, line: str) -> None:
        """The client sends this line, perhaps after others that a server would call wrong; raises Fault."""
        while True:
            heard = await self.client.hear(phrase("{line}", line=line))
            if heard == line:
                return
            await self.client.send(f"WRONG{self.number}")

    async def type(self, text: str) -> None:
        """The person types a line."""
        assert self.program is not None  # noqa: S101 - `join` has started it
        await self.program.type(text + "\n")


def listed(cards: Sequence[Card]) -> str:
    """Cards as the document writes lists for people."""
    return ", ".join(map(write_card, cards))
