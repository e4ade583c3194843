"""Reads every frame of a Kierki match and knows, from its record, what each reader may have seen by then."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from stolik.games.kierki.cards import CARD_PATTERN, write_card
from stolik.games.kierki.rules import SEATS, TRICKS, Deal

_CARD = re.compile(CARD_PATTERN)
_DEAL = 4 * TRICKS


def cards_in(value: Any) -> Iterator[str]:
    """Every card that is written anywhere in a value."""
    if isinstance(value, str):
        if _CARD.fullmatch(value):
            yield value
    elif isinstance(value, dict):
        for inner in (*value.keys(), *value.values()):
            yield from cards_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cards_in(inner)


class Censor:
    """One reader: a seat, or, with none, somebody who only watches. It may begin to read at any frame."""

    def __init__(self, deals: Sequence[Deal], moves: Sequence[str], seat: str | None) -> None:
        """`moves` are the cards of the whole match in the order in which they were played."""
        self._deals = deals
        self._moves = moves
        self._seat = seat
        self.frames = self.cards = 0

    def read(self, frame: Any) -> None:
        """Fails when the frame shows a card that its reader may not know."""
        found = set(cards_in(frame))
        may_see = self._may_see(frame["view"]) if "view" in frame else set()
        assert found <= may_see, f"{self._seat} was shown {found - may_see} in {json.dumps(frame)}"
        self.frames += 1
        self.cards += len(found)

    def _may_see(self, view: Any) -> set[str]:
        """The cards played in the deal by then, the last trick before it, and the reader's own."""
        deal, played = view["deal"] - 1, 4 * len(view["tricks"]) + len(view["trick"])
        begin = deal * _DEAL
        open_ = set(self._moves[max(0, begin - 4) : begin + played])
        assert played <= _DEAL
        return open_ | self._own(deal)

    def _own(self, deal: int) -> set[str]:
        return set() if self._seat is None else set(map(write_card, self._deals[deal].hands[SEATS.index(self._seat)]))
