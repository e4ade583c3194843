"""Who has a say at which table: found by person, without a look at every table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from stolik.contract import Kind, Player
from stolik.service.tables.live_table import LiveTable


def has_seat(live: LiveTable, name: str) -> bool:
    """Whether a seat of a table is that person's."""
    me = Player(name, Kind.PERSON)
    seats = [seat for seat in live.game.seats if seat not in live.resigned]
    return any(live.owner(seat) == me or (seat in live.players and live.sitter(seat) == me) for seat in seats)


class Stakes:
    """The live tables that a person has made, or has sat at, or that have a seat for that person."""

    def __init__(self) -> None:
        self._tables: defaultdict[str, dict[str, LiveTable]] = defaultdict(dict)
        """By the person's name and the table's id."""
        self._people: defaultdict[str, set[str]] = defaultdict(set)
        """By the table's id."""

    def note(self, live: LiveTable, others: Iterable[str] = ()) -> None:
        """Remembers the people at a table, and others who have a say there."""
        players = [who for seat in live.game.seats for who in (live.owner(seat), live.sitter(seat))]
        people = {who.name for who in players if who is not None and who.kind is Kind.PERSON}
        for name in people.union(others):
            self._tables[name][live.id] = live
            self._people[live.id].add(name)

    def forget(self, live: LiveTable) -> None:
        """Removes a table."""
        for name in self._people.pop(live.id, ()):
            del self._tables[name][live.id]
            if not self._tables[name]:
                del self._tables[name]

    def tables(self, name: str) -> tuple[LiveTable, ...]:
        """The tables of a person, the oldest first."""
        return tuple(self._tables.get(name, {}).values())

    def people(self, live: LiveTable) -> frozenset[str]:
        """The people of a table."""
        return frozenset(self._people.get(live.id, ()))
