"""The lobby's lists of tables and players, and which part of them a look selects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest, nsmallest
from typing import Final, Generic, NamedTuple, TypeVar

from stolik.web.messages.looks import PlayersLook, TablesLook
from stolik.web.messages.shapes import TableShape
from stolik.web.messages.words import ListedPlayer

_GATHERING: Final = "gathering"

Row = TypeVar("Row")


class Part(NamedTuple, Generic[Row]):
    """The selected rows by key, in their order, and how many there are in all."""

    rows: dict[str, Row]
    total: int


class _Listed(NamedTuple):
    """A table, and what it is selected by."""

    shape: TableShape
    is_open: bool
    names: str


class TableList:
    """The live tables that everyone may see."""

    def __init__(self) -> None:
        self._tables: dict[str, _Listed] = {}
        self.ratings: dict[str, Mapping[str, float]] = {}
        """The best players' ratings by game and name, for the order by rating."""

    def __len__(self) -> int:
        return len(self._tables)

    def put(self, shape: TableShape) -> None:
        """Adds a table, or replaces it."""
        sitting = [who for who in shape.seats.values() if who is not None]
        is_open = shape.stage == _GATHERING and len(sitting) < len(shape.seats)
        self._tables[shape.id] = _Listed(shape, is_open, "\n".join(who.name for who in sitting).casefold())

    def remove(self, table_id: str) -> None:
        """Removes a table, if it is in the list."""
        self._tables.pop(table_id, None)

    def select(self, look: TablesLook) -> Part[TableShape]:
        """The part of the list that the look asks for."""
        found = [one for one in self._tables.values() if _matches(one, look, look.search.strip().casefold())]
        first = nlargest(look.count, found, key=lambda one: (one.is_open, self._rank(one, look), one.shape.id))
        return Part({one.shape.id: one.shape for one in first}, len(found))

    def _rank(self, one: _Listed, look: TablesLook) -> float:
        if look.order == "watched":
            return one.shape.watchers
        return self._best_rating(one.shape) if look.order == "rating" else 0

    def _best_rating(self, shape: TableShape) -> float:
        known = self.ratings.get(shape.game, {})
        return max((known.get(who.name, 0) for who in shape.seats.values() if who is not None), default=0)


def _matches(one: _Listed, look: TablesLook, search: str) -> bool:
    is_wanted = not look.game or one.shape.game == look.game
    return is_wanted and (one.is_open or not look.open) and search in one.names


class PlayerList:
    """Everyone in the lobby."""

    def __init__(self, players: Iterable[ListedPlayer] = ()) -> None:
        self._players = {player.name: player for player in players}

    def __len__(self) -> int:
        return len(self._players)

    def put(self, player: ListedPlayer) -> None:
        """Adds a player, or changes its status."""
        self._players[player.name] = player

    def remove(self, name: str) -> None:
        """Removes a player, if it is in the list."""
        self._players.pop(name, None)

    def select(self, look: PlayersLook) -> Part[ListedPlayer]:
        """The part of the list that the look asks for."""
        search = look.search.strip().casefold()
        found = [name for name in self._players if search in name.casefold()] if search else self._players
        first = nsmallest(look.count, found, key=lambda name: (name.casefold(), name))
        return Part({name: self._players[name] for name in first}, len(found))
