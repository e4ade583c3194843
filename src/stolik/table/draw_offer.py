"""The offer of a draw at a table: who offers, who has agreed, and who may offer again."""

from __future__ import annotations

from collections.abc import Collection

from stolik.contract import Seat
from stolik.table.stage import NOBODY


class DrawOffer:
    """At most one offer stands. A player may offer once between two moves of its own, so that nobody is pestered."""

    __slots__ = ("_agreed", "_has_offered", "by", "was_made")

    def __init__(self) -> None:
        self.by: Seat | None = None
        """Who offers; None: no offer stands."""
        self.was_made = False
        """Whether there ever was an offer: in most games there is none."""
        self._agreed: frozenset[Seat] = NOBODY
        self._has_offered: frozenset[Seat] = NOBODY
        """Who has offered since its own last move."""

    def can_be_made_by(self, seat: Seat) -> bool:
        """Whether the seat may offer a draw now."""
        return self.by is None and seat not in self._has_offered

    def make(self, seat: Seat) -> None:
        """The seat offers a draw."""
        self.by, self._agreed, self.was_made = seat, frozenset({seat}), True
        self._has_offered |= {seat}

    def waits_for(self, seat: Seat) -> bool:
        """Whether an offer stands that the seat has not answered."""
        return self.by is not None and seat not in self._agreed

    def accept(self, seat: Seat, everyone: Collection[Seat]) -> bool:
        """The seat agrees; returns whether everyone has agreed now."""
        self._agreed |= {seat}
        return self._agreed.issuperset(everyone)

    def drop(self) -> None:
        """No offer stands any more."""
        self.by = None

    def moved(self, seat: Seat) -> bool:
        """The seat has made a move, and may offer again; returns whether it has declined an offer by this."""
        if seat in self._has_offered:
            self._has_offered -= {seat}
        if self.by is None or seat in self._agreed:
            return False
        self.by = None
        return True
