"""One deal by the rules, and numbers."""

from __future__ import annotations

import re

from tests.check.flawed.python.faults import has_fault

SEATS = "NESW"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CARD = re.compile("(10|[2-9JQKA])([CDHS])")


class Deal:
    """One deal: its definition, and what was played."""

    def __init__(self, lines: list[str]) -> None:
        self.kind, self.first = int(lines[0][0]), SEATS.index(lines[0][1])
        self.dealt = [[rank + suit for rank, suit in CARD.findall(line)] for line in lines[1:]]
        self.hands = [list(hand) for hand in self.dealt]
        self.taken: list[str] = []
        self.table: list[str] = []
        self.leader = self.first
        self.points = [0, 0, 0, 0]

    @property
    def number(self) -> int:
        return len(self.taken) + 1

    @property
    def turn(self) -> str:
        return SEATS[(self.leader + len(self.table)) % 4]

    def state(self, seat: str) -> list[str]:
        """DEAL for a seat, and TAKEN for each trick so far."""
        deal = f"DEAL{self.kind}{SEATS[self.first]}{''.join(self.dealt[SEATS.index(seat)])}"
        return [deal, *(reversed(self.taken) if has_fault("order") else self.taken)]

    def card_of(self, text: str) -> str:
        """The card of an answer to TRICK if it may be played; otherwise an empty text."""
        found = re.fullmatch(r"TRICK(.*?)((10|[2-9JQKA])[CDHS])", text)
        if not found or not self._is_this_trick(found[1]):
            return ""
        hand = self.hands[SEATS.index(self.turn)]
        card = found[2]
        if card not in hand:
            return ""
        led = self.table[0][-1] if self.table else card[-1]
        follows = card[-1] == led or all(other[-1] != led for other in hand)
        return card if follows else ""

    def _is_this_trick(self, text: str) -> bool:
        if has_fault("int"):
            return read_number(text) == self.number
        return text == str(self.number)

    def put(self, card: str) -> str:
        """Puts a card on the table; returns TAKEN when it is the fourth."""
        self.hands[SEATS.index(self.turn)].remove(card)
        self.table.append(card)
        if len(self.table) < 4:
            return ""
        led = [card for card in self.table if card[-1] == self.table[0][-1]]
        best = max(led, key=lambda card: RANKS.index(card[:-1]))
        number, self.leader = self.number, (self.leader + self.table.index(best)) % 4
        self.points[self.leader] += sum(_cost(kind, number, self.table) for kind in range(1, 7) if self._counts(kind))
        self.taken.append(f"TAKEN{number}{''.join(self.table)}{SEATS[self.leader]}")
        self.table = []
        return self.taken[-1]

    def is_over(self) -> bool:
        """Whether the deal ends now."""
        return self.number > 13

    def _counts(self, kind: int) -> bool:
        return self.kind in (kind, 7)


def _cost(kind: int, number: int, cards: list[str]) -> int:
    return {
        1: 1,
        2: sum(card[-1] == "H" for card in cards),
        3: 5 * sum(card[0] == "Q" for card in cards),
        4: 2 * sum(card[0] in "JK" for card in cards),
        5: 18 * ("KH" in cards),
        6: 10 * (number in (7, 13)),
    }[kind]


def read_number(text: str) -> int:
    """A number that is not negative; -1 if it is none."""
    if has_fault("int"):
        try:
            return int(text.encode("latin-1").decode())
        except ValueError:
            return -1
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else -1
