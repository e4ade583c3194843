"""Reads a match of Kierki from a server's report: the deals, and the cards of all tricks."""

from __future__ import annotations

import re
from typing import Final

from stolik.contract import NotationError, PlayedGame, Seat
from stolik.games.kierki import EARLY_END, GAME
from stolik.games.kierki.cards import Card
from stolik.games.kierki.match_file import write_deals
from stolik.games.kierki.rules import SEATS, TRICKS, Deal
from stolik.games.kierki.wire import DealCards, Iam, ServerMessage, Taken, read_client_message, read_server_message

_LINE: Final = re.compile(r"\[([^,\]]*),([^,\]]*),[^\]]*\] (.*)")


class _Dealt:
    """What is known of a deal."""

    def __init__(self) -> None:
        self.hands: dict[Seat, DealCards] = {}
        self.tricks: dict[int, tuple[Card, ...]] = {}


def read_file(text: str) -> PlayedGame | None:
    """The match in a report; None when the text is not one. Raises NotationError."""
    if not text.startswith("["):
        return None
    deals, cards, early_end = read_report(text)
    if not deals:
        raise NotationError("there is no deal in this report")
    game = EARLY_END if early_end else GAME
    return PlayedGame(game, game.read(write_deals(deals)), tuple(map(game.write_move, cards)))


def read_report(text: str) -> tuple[tuple[Deal, ...], tuple[Card, ...], bool]:
    """The deals, the cards in the order played, and whether deals ended early; raises NotationError."""
    deals: list[_Dealt] = []
    seats: dict[str, Seat] = {}
    """[address]: the seat that the client at this address asked for last."""
    for number, line in enumerate(text.splitlines(), 1):
        match = _LINE.fullmatch(line.rstrip("\r"))
        if not match:
            raise NotationError(f"line {number} is not a line of a report: {line[:60]!r}")
        sender, receiver, said = match.groups()
        greeting = _greeting(said)
        if greeting is not None:
            seats[sender] = greeting.seat
        elif receiver in seats:
            _note(deals, seats[receiver], _heard(said))
    cards = tuple(card for dealt in deals for number in sorted(dealt.tricks) for card in dealt.tricks[number])
    early = any(len(dealt.tricks) < TRICKS for dealt in deals[:-1])
    return tuple(map(_deal, deals)), cards, early


def _note(deals: list[_Dealt], seat: Seat, message: ServerMessage | None) -> None:
    """Adds what a server's message says. A player who comes back gets old messages again: these change nothing."""
    match message:
        case DealCards():
            if not deals or deals[-1].hands.get(seat, message) != message:
                deals.append(_Dealt())
            deals[-1].hands[seat] = message
        case Taken(number, cards) if deals:
            deals[-1].tricks[number] = cards


def _greeting(text: str) -> Iam | None:
    try:
        message = read_client_message(text)
    except NotationError:
        return None
    return message if isinstance(message, Iam) else None


def _heard(text: str) -> ServerMessage | None:
    """Reads a server's message; None for everything else, also for wrong messages of clients."""
    try:
        return read_server_message(text)
    except NotationError:
        return None


def _deal(dealt: _Dealt) -> Deal:
    missing = [seat for seat in SEATS if seat not in dealt.hands]
    if missing:
        raise NotationError(f"the report does not show which cards {missing[0]} was dealt")
    any_hand = dealt.hands[SEATS[0]]
    return Deal(any_hand.kind, SEATS.index(any_hand.first), tuple(dealt.hands[seat].cards for seat in SEATS))
