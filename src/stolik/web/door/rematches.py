"""Rematches: the same game at a new table, once every person who played has asked for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Final, Literal
from weakref import WeakSet

from msgspec import Struct, field

from stolik.contract import Kind, Seat
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.new_table import NewTable, SeatFor
from stolik.web.door.tab import Tab

MOST_REMEMBERED: Final = 1000
"""Finished tables of which a rematch can be asked; people ask within a minute or not at all."""


class Finished(Struct):
    """A finished table of which a rematch can be asked."""

    new: NewTable
    people: dict[str, Seat]
    """Where each person will sit."""
    watched: WeakSet[Tab]
    """The tabs that watched the game to its end, except those that are closed: what waits for them is forgotten."""
    asked: set[str] = field(default_factory=set)

    @property
    def is_agreed(self) -> bool:
        """Whether every person has asked."""
        return self.asked >= self.people.keys()


class Rematches:
    """The tables that ended lately."""

    def __init__(self) -> None:
        self._finished: OrderedDict[str, Finished] = OrderedDict()

    def remember(self, live: LiveTable, watched: Iterable[Tab] = ()) -> None:
        """Remembers a table that has ended, if people played there. Two players swap their seats in a rematch."""
        names = live.game.seats
        order = names[::-1] if len(names) == 2 else names
        seats = {seat: live.sitter(before) for seat, before in zip(names, order, strict=True)}
        people = {who.name: seat for seat, who in seats.items() if who and who.kind is Kind.PERSON}
        if not people or not all(seats.values()):
            return
        # A program is whoever comes: the next one to come to that seat need not be the same.
        wanted = {seat: SeatFor(who.kind, _name(who.kind, who.name)) for seat, who in seats.items() if who}
        new = _as_before(live, wanted)
        self._finished[live.id] = Finished(new, people, WeakSet(watched))
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


def _as_before(live: LiveTable, seats: Mapping[Seat, SeatFor]) -> NewTable:
    """The same table again: its game, its clock, whether lists show it, and whether it is for practice."""
    rules = live.rules
    timed = rules.turn_time is not None or rules.game_time is not None
    silence: Literal["ask again", "stand in"] = "stand in" if rules.on_silence == "stand in" else "ask again"
    return NewTable(
        live.game.name,
        seats,
        rules.turn_time,
        game_time=rules.game_time,
        increment=rules.increment,
        untimed=not timed,
        on_silence=silence,
        private=not rules.listed,
        bot_pause=rules.bot_pause,
        practice=not rules.counts,
    )


def _name(kind: Kind, name: str) -> str | None:
    return None if kind is Kind.PROGRAM else name
