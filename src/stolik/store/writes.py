"""What can be written to a store. Each write is for one table or one session, and has the time when it happened."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from stolik.contract import HouseRules, Player, Seat
from stolik.store.stored import Session
from stolik.table.events import Ended
from stolik.table.inputs import Input


class OpenTable(Struct, frozen=True, gc=False):
    """A new table, with the players whose seats are known."""

    table_id: str
    at: float
    game: str
    setup: str
    rules: HouseRules
    seats: Mapping[Seat, Player]
    port: int | None = None
    """The table's own port, if it has one."""


class TakeSeat(Struct, frozen=True, gc=False):
    """A seat is this player's from now on."""

    table_id: str
    at: float
    seat: Seat
    player: Player


class Append(Struct, frozen=True, gc=False, array_like=True):
    """The next entry of a record. It is stored in this form: a change here needs a migration."""

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
    """A person claims a name, or keeps it. Nothing is written if another person has it and was here recently."""

    session: Session
    free_before: float
    """A name that was last used before that time is free."""

    @property
    def table_id(self) -> str:
        """An id that no table has: the writes of one name succeed or fail together, like those of one table."""
        return f"name {self.session.key}"


Write = OpenTable | TakeSeat | Append | Finish | HoldName
