"""Who is away from a table, until when each is waited for, and how long each has been away before."""

from __future__ import annotations

from collections.abc import Collection

from stolik.contract import Seat
from stolik.contract.house_rules import SHORTEST_GRACE
from stolik.table.stage import NOBODY


class Absences:
    """The absent players of one table."""

    __slots__ = ("_left_at", "_was_away", "not_back", "until")

    def __init__(self) -> None:
        self.until: dict[Seat, float] = {}
        """Until when each absent player is waited for, where there is such a time."""
        self.not_back: frozenset[Seat] = NOBODY
        """The seats that a restart emptied, until they are taken again."""
        self._left_at: dict[Seat, float] = {}
        self._was_away: dict[Seat, float] = {}

    def begin(self, seat: Seat, now: float, grace: float) -> float:
        """A player leaves; returns until when it is waited for: for less time when it has been away before."""
        self._left_at[seat] = now
        self.until[seat] = now + min(grace, max(grace - self._was_away.get(seat, 0.0), SHORTEST_GRACE))
        return self.until[seat]

    def begin_all(self, seats: Collection[Seat], until: float) -> None:
        """All these players are away because of a restart, which is nobody's fault."""
        self.until = dict.fromkeys(seats, until)
        self.not_back = frozenset(seats)
        self._left_at.clear()

    def end(self, seat: Seat, now: float) -> None:
        """A player is back."""
        self.stop_waiting(seat)
        if seat in self._left_at:
            self._was_away[seat] = self._was_away.get(seat, 0.0) + now - self._left_at.pop(seat)

    def stop_waiting(self, seat: Seat) -> None:
        """The game goes on without the player."""
        self.until.pop(seat, None)
        if seat in self.not_back:
            self.not_back -= {seat}

    def first(self) -> Seat:
        """The absent player whose time is up first."""
        return min(self.until, key=self.until.__getitem__)

    def over(self, now: float) -> Seat | None:
        """The absent player whose time is up; None: there is none."""
        return next((seat for seat, until in self.until.items() if now >= until), None)
