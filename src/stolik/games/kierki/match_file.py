"""The file that defines a Kierki match: five lines per deal, as in the course's document.

<type of the deal><seat that leads first>
<13 cards of N>
<13 cards of E>
<13 cards of S>
<13 cards of W>
"""

from __future__ import annotations

import re

from stolik.contract import NotationError
from stolik.games.kierki.cards import CARD_PATTERN, Card, read_cards, write_card, write_cards
from stolik.games.kierki.rules import SEATS, Deal, Position, new_match

LINES_PER_DEAL = 1 + len(SEATS)
_HEAD = re.compile(r"([1-7])([NESW])")
_CARDS_PREFIX = re.compile(f"(?:{CARD_PATTERN})*")


def read_deals(text: str) -> tuple[Deal, ...]:
    """Reads the deals of a file; raises NotationError, which names the line and the fault."""
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise NotationError("there is no deal in it")
    lines = [line.removesuffix("\r") for line in lines]
    whole = len(lines) - len(lines) % LINES_PER_DEAL
    deals = tuple(_read_deal(lines, start) for start in range(0, whole, LINES_PER_DEAL))
    if whole < len(lines):
        raise NotationError(
            f"line {len(lines)}: the file ends inside a deal, which takes {LINES_PER_DEAL} lines: "
            "its type and first leader, then the cards of N, E, S and W"
        )
    return deals


def write_deals(deals: tuple[Deal, ...]) -> str:
    """The file that defines the deals."""
    lines = []
    for deal in deals:
        lines.append(f"{deal.kind}{SEATS[deal.first]}")
        lines.extend(map(write_cards, deal.hands))
    return "".join(f"{line}\n" for line in lines)


def read_match(text: str, *, early_end: bool = False) -> Position:
    """The start of the match that a file defines."""
    return new_match(read_deals(text), early_end=early_end)


def write_match(position: Position) -> str:
    """The file that defines the match of this position."""
    return write_deals(position.deals)


def _read_deal(lines: list[str], start: int) -> Deal:
    kind, first = read_head(lines[start], start + 1)
    owners: dict[Card, tuple[str, int]] = {}
    hands = []
    for seat, number in zip(SEATS, range(start + 2, start + 2 + len(SEATS)), strict=True):
        hand = _read_hand(lines[number - 1], number, seat)
        for card in hand:
            if card in owners:
                owner, line = owners[card]
                raise NotationError(
                    f"line {number}: {write_card(card)} is dealt twice, to {owner} on line {line} and to {seat} here"
                )
            owners[card] = seat, number
        hands.append(hand)
    return Deal(kind, first, tuple(hands))


def read_head(line: str, number: int) -> tuple[int, int]:
    """A deal's type and its first leader, from the line of that number."""
    head = _HEAD.fullmatch(line)
    if head:
        return int(head[1]), SEATS.index(head[2])
    if line[:1] not in tuple("1234567"):
        raise NotationError(f"line {number}: {_quoted(line)} does not begin with a deal type from 1 to 7")
    raise NotationError(f"line {number}: {_quoted(line)} should be a deal type and one seat of N, E, S, W")


def _read_hand(line: str, number: int, seat: str) -> tuple[Card, ...]:
    good = _CARDS_PREFIX.match(line)
    end = good.end() if good else 0
    if end < len(line):
        raise NotationError(f"line {number}: in the cards of {seat}, {_quoted(line[end:])} does not begin with a card")
    hand = read_cards(line)
    if len(hand) != 13:
        raise NotationError(f"line {number}: {seat} is dealt {len(hand)} cards instead of 13")
    return hand


def _quoted(text: str) -> str:
    """A short, printable quotation of a piece of the file."""
    return repr(text if len(text) <= 20 else text[:20] + "...")
