"""What can be written to a store. Each write is of one table or of one session, and carries when it happened."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from stolik.contract import HouseRules, Player, Seat
from stolik.store.stored import Session
from stolik.table.events import Ended
from stolik.table.inputs import Input


class OpenTable(Struct, frozen=True, gc=False):
    """A new table, with the players who are known to have a seat there."""

    table_id: str
    at: float
    game: str
    setup: str
    rules: HouseRules
    seats: Mapping[Seat, Player]
    port: int | None = None
    """Where its own door is, if it has one."""


class TakeSeat(Struct, frozen=True, gc=False):
    """A seat is this player's from now on."""

    table_id: str
    at: float
    seat: Seat
    player: Player


class Append(Struct, frozen=True, gc=False, array_like=True):
    """The next entry of a record. It is kept in this form: what is changed here needs a migration."""

    table_id: str
    at: float
    number: int
    input: Input


class Finish(Struct, frozen=True, gc=False):
    """The end of a table whose record has that many entries."""

    table_id: str
    at: float
    number: int
    outcome: Ended


class HoldName(Struct, frozen=True, gc=False):
    """Somebody claims a name, or holds it on; nothing happens when somebody else holds it and was here lately."""

    session: Session
    free_before: float
    """A name whose holder was last here before that time is free."""

    @property
    def table_id(self) -> str:
        """Writes of one name stand and fall together, as those of one table do; no table has such an id."""
        return f"name {self.session.key}"


Write = OpenTable | TakeSeat | Append | Finish | HoldName
