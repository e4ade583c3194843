"""A built-in player's seat: what it has been told, and when a move is wanted of it.

Whoever seats a player (the service's bots, a tournament's referee) passes every event to `hear`, has the player choose
from the view that comes back, and plays the move when and how it likes. Nothing here thinks, waits or plays.
"""

from __future__ import annotations

from typing import Any

from stolik.contract import Seat, View
from stolik.table.events import Asked, Event, Played, Shown


class PlayerSeat:
    """One seat of one table, from the first event that its player hears."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.view: View[Any] | None = None
        """What the seat may know, as it was last told; None before that."""
        self._asked = False
        """Whether a move was wanted since then."""

    def hear(self, event: Event) -> View[Any] | None:
        """The view to choose a move from, if this event asks for one; a repeated question asks for nothing new."""
        if isinstance(event, Shown | Played):
            if event.to == self.seat:
                self.view, self._asked = event.view, False
        elif isinstance(event, Asked) and event.seat == self.seat and not self._asked and self.view is not None:
            self._asked = True
            return self.view
        return None
