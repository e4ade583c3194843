"""Kierki for tests: small honest clients, and the lines that a server must say, computed from the rules alone."""

from __future__ import annotations

import selectors
from collections.abc import Iterable
from random import Random

from tests.support.peer import Peer

from stolik.games.kierki.cards import card_set, cards_in, read_cards, write_card, write_cards
from stolik.games.kierki.match_file import write_deals
from stolik.games.kierki.rules import SEATS, Deal, Position, new_match, playable, random_deal
from stolik.games.kierki.wire import AskCard, DealCards, PutCard, Taken, read_server_message


def some_deals(kinds: Iterable[int] = (1,), seed: int = 1) -> tuple[Deal, ...]:
    """Random deals of the types."""
    rng = Random(seed)
    return tuple(random_deal(rng, kind) for kind in kinds)


def match_file(kinds: Iterable[int] = (1,), seed: int = 1) -> str:
    """A file of random deals of the types."""
    return write_deals(some_deals(kinds, seed))


class HonestClient(Peer):
    """Sits down and answers every question with its lowest playable card."""

    def __init__(self, port: int, seat: str, host: str = "127.0.0.1") -> None:
        super().__init__(port, host)
        self.seat = seat
        self.heard: list[str] = []
        self._hand = 0
        self.say(f"IAM{seat}")

    def step(self) -> bool:
        """Hears what has come, and answers; False when the server has closed."""
        data = self.socket.recv(65536)
        self._pending += data
        while b"\r\n" in self._pending:
            self._answer(self.hear())
        return bool(data)

    def _answer(self, line: str) -> None:
        self.heard.append(line)
        match read_server_message(line):
            case DealCards(cards=cards):
                self._hand = card_set(cards)
            case AskCard(number=number, cards=cards):
                self.say(PutCard(number, cards_in(playable(self._hand, cards))[0]).text())
            case Taken(cards=cards):
                self._hand &= ~card_set(cards)


def play_out(clients: Iterable[HonestClient]) -> None:
    """Lets the clients play until the server has closed every connection."""
    with selectors.DefaultSelector() as selector:
        for client in clients:
            selector.register(client.socket, selectors.EVENT_READ, client)
        while selector.get_map():
            ready = selector.select(timeout=20)
            assert ready, "nothing happens any more"
            for key, _ in ready:
                if not key.data.step():
                    selector.unregister(key.fileobj)
                    key.data.close()


def expected_lines(deals: tuple[Deal, ...], *, early_end: bool = False) -> dict[str, list[str]]:
    """What a server says to each seat in a match of four HonestClients, written from the document, not by our door."""
    lines: dict[str, list[str]] = {seat: [] for seat in SEATS}
    position = new_match(deals, early_end=early_end)
    _tell_deal(lines, deals[0])
    while position.turn:
        now = position.open
        lines[position.turn].append(f"TRICK{len(now.tricks) + 1}{write_cards(now.cards)}")
        position = position.play(position.moves()[0])
        if position.open.cards:
            continue
        trick = position.open.last
        assert trick
        _tell(lines, f"TAKEN{trick.number}{write_cards(trick.cards)}{SEATS[trick.taker]}")
        if len(position.open.sheet) > len(now.sheet):
            _tell(lines, "SCORE" + _points(position.open.sheet[-1]))
            _tell(lines, "TOTAL" + _points([sum(column) for column in zip(*position.open.sheet, strict=True)]))
            if position.turn:
                _tell_deal(lines, deals[len(position.open.sheet)])
    return lines


def _tell(lines: dict[str, list[str]], line: str) -> None:
    for told in lines.values():
        told.append(line)


def _tell_deal(lines: dict[str, list[str]], deal: Deal) -> None:
    for seat, hand in zip(SEATS, deal.hands, strict=True):
        lines[seat].append(f"DEAL{deal.kind}{SEATS[deal.first]}{write_cards(hand)}")


def _points(points: Iterable[int]) -> str:
    return "".join(f"{seat}{number}" for seat, number in zip(SEATS, points, strict=True))


class FirstTrick:
    """A match at its first question: who is asked, what it may play, and what it may not."""

    def __init__(self, port: int, deals: tuple[Deal, ...]) -> None:
        self.position: Position = new_match(deals)
        self.peers = {seat: Peer(port).say(f"IAM{seat}") for seat in SEATS}
        for seat, hand in zip(SEATS, deals[0].hands, strict=True):
            self.peers[seat].expect(f"DEAL{deals[0].kind}{SEATS[deals[0].first]}{write_cards(hand)}")

    @property
    def asked(self) -> Peer:
        """The client whose turn it is."""
        assert self.position.turn
        return self.peers[self.position.turn]

    @property
    def question(self) -> str:
        """What it has to be asked."""
        return f"TRICK{self.position.open.number}{write_cards(self.position.open.cards)}"

    def play(self) -> None:
        """The one who is asked hears the question and plays a legal card; a trick's end is heard by everyone."""
        self.asked.expect(self.question)
        card = self.position.moves()[0]
        self.asked.say(f"TRICK{self.position.open.number}{write_card(card)}")
        self.position = self.position.play(card)
        trick = self.position.open.last
        if trick and not self.position.open.cards:
            for peer in self.peers.values():
                peer.expect(f"TAKEN{trick.number}{write_cards(trick.cards)}{SEATS[trick.taker]}")


def not_in(cards: str, hand: Iterable[int]) -> str:
    """The first of the cards that the hand does not hold."""
    held = set(hand)
    return next(write_card(card) for card in read_cards(cards) if card not in held)
