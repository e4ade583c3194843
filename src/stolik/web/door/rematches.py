"""Rematches: the same game at a new table, once every person who played has asked for it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from msgspec import Struct, field

from stolik.contract import Kind, Seat
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.new_table import NewTable, SeatFor

MOST_REMEMBERED: Final = 1000
"""Finished tables of which a rematch can be asked; people ask within a minute or not at all."""


class Finished(Struct):
    """A finished table of which a rematch can be asked."""

    new: NewTable
    people: dict[str, Seat]
    asked: set[str] = field(default_factory=set)

    @property
    def is_agreed(self) -> bool:
        """Whether every person has asked."""
        return self.asked >= self.people.keys()


class Rematches:
    """The tables that ended lately."""

    def __init__(self) -> None:
        self._finished: OrderedDict[str, Finished] = OrderedDict()

    def remember(self, live: LiveTable) -> None:
        """Remembers a table that has ended, if people played there."""
        seats = {seat: live.sitter(seat) for seat in live.game.seats}
        people = {who.name: seat for seat, who in seats.items() if who and who.kind is Kind.PERSON}
        if not people or not all(seats.values()):
            return
        # A program is whoever comes: the next one to come to that seat need not be the same.
        wanted = {seat: SeatFor(who.kind, _name(who.kind, who.name)) for seat, who in seats.items() if who}
        rules = live.rules
        new = NewTable(live.game.name, wanted, rules.turn_time, bot_pause=rules.bot_pause, practice=not rules.counts)
        self._finished[live.id] = Finished(new, people)
        if len(self._finished) > MOST_REMEMBERED:
            self._finished.popitem(last=False)

    def ask(self, table_id: str, name: str) -> Finished:
        """Notes that somebody wants a rematch; raises ValueError, in words. After the last one it is forgotten."""
        finished = self._finished.get(table_id)
        if finished is None:
            raise ValueError("there is no finished game at that table to play again")
        if name not in finished.people:
            raise ValueError("you did not play at that table")
        finished.asked.add(name)
        if finished.is_agreed:
            del self._finished[table_id]
        return finished


def _name(kind: Kind, name: str) -> str | None:
    return None if kind is Kind.PROGRAM else name
