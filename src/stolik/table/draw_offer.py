"""The offer of a draw at a table: who offers, who has agreed, and who may offer again."""

from __future__ import annotations

from collections.abc import Collection

from stolik.contract import Seat


class DrawOffer:
    """At most one offer stands. A player may offer once between two moves of its own, so that nobody is pestered."""

    def __init__(self) -> None:
        self.by: Seat | None = None
        """Who offers; None: no offer stands."""
        self._agreed: set[Seat] = set()
        self._has_offered: set[Seat] = set()
        """Who has offered since its own last move."""

    def can_be_made_by(self, seat: Seat) -> bool:
        """Whether the seat may offer a draw now."""
        return self.by is None and seat not in self._has_offered

    def make(self, seat: Seat) -> None:
        """The seat offers a draw."""
        self.by, self._agreed = seat, {seat}
        self._has_offered.add(seat)

    def waits_for(self, seat: Seat) -> bool:
        """Whether an offer stands that the seat has not answered."""
        return self.by is not None and seat not in self._agreed

    def accept(self, seat: Seat, everyone: Collection[Seat]) -> bool:
        """The seat agrees; returns whether everyone has agreed now."""
        self._agreed.add(seat)
        return self._agreed.issuperset(everyone)

    def drop(self) -> None:
        """No offer stands any more."""
        self.by = None

    def moved(self, seat: Seat) -> None:
        """The seat has made a move, and may offer again."""
        self._has_offered.discard(seat)
