"""One of our own players at a seat. Its time is measured, not limited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stolik.contract import Seat, View
from stolik.players.registry import AnyPlayer
from stolik.table.events import Event
from stolik.table.seat import PlayerSeat


class HouseSeat:
    """Hears what a program would be told, and chooses when the referee lets it."""

    def __init__(self, seat: Seat, player: AnyPlayer) -> None:
        self.seat = seat
        self.player = player
        self._asked: View[Any] | None = None
        """What it is to choose from."""
        self._heard = PlayerSeat(seat)

    def tell(self, event: Event) -> Sequence[str]:
        """Takes in what the table says; there is nobody to send lines to."""
        view = self._heard.hear(event)
        if view is not None:
            self._asked = view
        return ()

    def choose(self) -> object:
        """The move, when it has been asked for one."""
        return self.player.choose(self._asked)
