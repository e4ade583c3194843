"""Who hears of a table: the doors at its seats, those who watch, and the parts of the service that want to know.

When a door raises, the exception is logged and the door hears no more. All others still get every event.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Protocol

from stolik.contract import Seat
from stolik.log import LogEntry
from stolik.table.events import HOUSE, WATCHERS, Asked, Event, Expelled, Left, StandInAsked

log = logging.getLogger(__name__)


class TableListener(Protocol):
    """Receives a table's events: the driver of a door, a person at the page, or a bot."""

    def hear(self, event: Event) -> None:
        """Something has happened at the table."""


class Audience:
    """Everyone who hears of one table."""

    __slots__ = ("_lost", "_table_id", "doors", "on_change", "stand_in", "watchers")

    def __init__(self, table_id: str, lost: Callable[[Seat, TableListener], None]) -> None:
        """`lost` is called with each seat of a door that has raised. It must not act at once: others are being told."""
        self._table_id = table_id
        self._lost = lost
        self.doors: dict[Seat, TableListener] = {}
        """The doors that receive the events of each seat now."""
        self.watchers: list[TableListener] = []
        self.on_change: list[Callable[[Event], None]] = []
        """Called when a player sits or leaves and when the game ends, after the seats have received the event."""
        self.stand_in: Callable[[Seat], None] = lambda _: None
        """Called with a seat for which the house is to move. It must not move at once either."""

    def tell(self, events: Iterable[Event]) -> None:
        """Tells each event to those whom it is for."""
        doors = self.doors
        for event in events:
            to = event.to
            if to is None:
                self._tell_everyone(event)
            elif to in doors:
                door = doors[to]
                try:
                    door.hear(event)
                except Exception:
                    self._lose(door)
            elif to == WATCHERS:
                if self.watchers:
                    self._tell_watchers(event)
            elif to == HOUSE and isinstance(event, StandInAsked):
                self.stand_in(event.seat)

    def _tell_everyone(self, event: Event) -> None:
        if type(event) is Left:
            self.doors.pop(event.seat, None)
        for door in tuple(self.doors.values()):
            try:
                door.hear(event)
            except Exception:
                self._lose(door)
        if type(event) is not Asked:
            for tell in tuple(self.on_change):
                try:
                    tell(event)
                except Exception:
                    log.exception(LogEntry("listener failed", table=self._table_id))
        if self.watchers:
            self._tell_watchers(event)

    def _tell_watchers(self, event: Event) -> None:
        for door in tuple(self.watchers):
            try:
                door.hear(event)
            except Exception:
                log.exception(LogEntry("watcher failed", table=self._table_id))

    def _lose(self, door: TableListener) -> None:
        """Sends no more to a door that has raised. Its seats become empty after the others have got the rest."""
        seats = [seat for seat, other in self.doors.items() if other is door]
        log.exception(LogEntry("door failed", table=self._table_id, seats=",".join(seats)))
        for seat in seats:
            del self.doors[seat]
            self._lost(seat, door)

    def dismiss(self, seat: Seat, door: TableListener) -> None:
        """Tries to close a door that has raised."""
        try:
            door.hear(Expelled(seat, "the server has failed here: come again"))
        except Exception:
            log.exception(LogEntry("door cannot close", table=self._table_id, seat=seat))
