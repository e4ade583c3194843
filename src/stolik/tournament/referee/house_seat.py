"""One of our own players at a seat. Its time is measured, not limited."""

from __future__ import annotations

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

    def hear(self, event: Event) -> bool:
        """Takes in what the table says; nothing is left to be done then."""
        view = self._heard.hear(event)
        if view is not None:
            self._asked = view
        return False

    def choose(self) -> object:
        """The move, when it has been asked for one."""
        return self.player.choose(self._asked)
