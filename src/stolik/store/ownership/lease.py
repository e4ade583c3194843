"""The leases of a store: each process that writes to it is a node, and holds some of the tables in play.

A node has a fencing number that no other node had before it. Every commit checks, in the same transaction, that the
lease of its node is still there, and that no table was taken from the node since it last looked which ones it holds:
whoever takes a table changes the epoch of its holder. So a node can write nothing to a table that it has lost, even if
it does not know yet, and a commit costs the same however many tables it writes to.

A node renews its lease every few seconds, by the database's clock. Others may take its tables (`holding.py`):

- at once when the lease was given back, and when the node was a process of this machine that has ended;
- when the lease has run out: the node's machine is off, or has no connection to the database;
- when they have watched it for as long without a renewal: the database's clock may have been set back.

The node itself may go on after its lease has run out, as long as nobody has taken its tables.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    Insert,
    Select,
    bindparam,
    extract,
    func,
    insert,
    inspect,
    select,
    update,
)

from stolik.store.database.schema import leases
from stolik.store.errors import LeaseLost, StoreError
from stolik.store.ownership.node import Node, is_dead

TERM: Final = 10.0
"""Seconds after which a lease that is not renewed runs out."""
RENEWAL: Final = 3.0
"""Seconds between two renewals: two may fail before the lease runs out."""


class EpochChanged(StoreError):
    """Tables were taken from this node since it last looked: it must look again which ones it holds."""

    def __init__(self, epoch: int) -> None:
        super().__init__("tables were taken from this node")
        self.epoch = epoch


class Lease(Struct, frozen=True):
    """A lease as it is in the database."""

    holder: Node
    fence: int
    since: float
    expires: float
    now: float
    """The database's time when it was read."""

    @property
    def is_free(self) -> bool:
        """Whether others may take the node's tables now."""
        return self.expires <= self.now or is_dead(self.holder)

    def is_same(self, other: Lease) -> bool:
        """Whether it has not been renewed in between."""
        return (self.fence, self.expires) == (other.fence, other.expires)

    @property
    def words(self) -> str:
        """Which process has it and since when, in words."""
        return f"{self.holder.words}, since {datetime.fromtimestamp(self.since):%Y-%m-%d %H:%M:%S}"


def read(connection: Connection) -> list[Lease]:
    """All leases, the oldest first; also in a store of an older Stolik, which has one or none."""
    return read_existing(connection) if inspect(connection).has_table(leases.name) else []


def read_existing(connection: Connection) -> list[Lease]:
    """The same, in a store that has leases."""
    rows = connection.execute(_select(connection.dialect.name))
    return [
        Lease(Node(row.host, row.machine, row.pid, row.started), row.fence, row.since, row.expires, row.now)
        for row in rows
    ]


def begin(connection: Connection, node: Node, fence: int) -> None:
    """Begins the lease of a new node."""
    mine = {"new_fence": fence, "host": node.host, "machine": node.machine, "pid": node.pid, "started": node.started}
    connection.execute(_first(connection.dialect.name), mine)


def renew(connection: Connection, fence: int) -> None:
    """Extends the lease; raises LeaseLost. One statement, which is a transaction by itself."""
    driver: Any = connection.connection.driver_connection
    if driver.execute(_RENEWAL[connection.dialect.name], (TERM, fence)).rowcount == 0:
        raise lost(connection)


def give_back(connection: Connection, fence: int) -> None:
    """Lets the next process take the node's tables at once; raises LeaseLost."""
    if connection.execute(_RETURN, {"held": fence}).rowcount == 0:
        raise lost(connection)


def check(connection: Connection, fence: int, epoch: int) -> None:
    """Raises LeaseLost or EpochChanged. Nobody can take a table of the node before the transaction ends."""
    if connection.execute(_CHECK, {"held": fence, "epoch": epoch}).first() is None:
        raise refusal(connection, fence)


def fence_off(connection: Connection, fence: int) -> int:
    """Begins a new epoch of a node and returns it: the node's own earlier commits cannot come late any more.

    Raises LeaseLost.
    """
    epoch: int | None = connection.execute(_NEW_EPOCH, {"held": fence}).scalar()
    if epoch is None:
        raise lost(connection)
    return epoch


def refusal(connection: Connection, fence: int) -> StoreError:
    """Why a commit of the node is refused."""
    epoch = connection.execute(_EPOCH, {"held": fence}).scalar()
    return lost(connection) if epoch is None else EpochChanged(epoch)


def lost(connection: Connection) -> LeaseLost:
    """The error that says who has the node's tables now: all of them were taken."""
    newest = read(connection)[-1:]
    return LeaseLost(f"the store is now in use by {newest[0].words if newest else 'nobody: its lease is gone'}")


_RENEWAL: Final = {
    "sqlite": "UPDATE leases SET expires = (julianday('now') - 2440587.5) * 86400.0 + ? WHERE fence = ?",
    "postgresql": "UPDATE leases SET expires = extract(epoch FROM clock_timestamp()) + %s WHERE fence = %s",
}

# The statements are made once: SQLAlchemy takes longer to make one than SQLite to execute it.


@cache
def _now(dialect: str) -> ColumnElement[float]:
    """The database's time, in seconds since the epoch."""
    if dialect == "postgresql":
        return extract("epoch", func.clock_timestamp()).cast(Double)
    return (func.julianday("now") - 2440587.5) * 86400.0


_OF_ALL_VERSIONS: Final = tuple(
    leases.c[name] for name in ("fence", "host", "machine", "pid", "started", "since", "expires")
)
"""The columns that the table also has in a store of an older Stolik, which may be in use."""


@cache
def _select(dialect: str) -> Select[Any]:
    return select(*_OF_ALL_VERSIONS, _now(dialect).label("now")).order_by(leases.c.fence)


@cache
def _first(dialect: str) -> Insert:
    given: dict[str, Any] = {name: bindparam(name) for name in ("host", "machine", "pid", "started")}
    times = {"since": _now(dialect), "expires": _now(dialect) + TERM}
    return insert(leases).values(given | times | {"fence": bindparam("new_fence"), "epoch": 0})


_IS_HELD: Final = leases.c.fence == bindparam("held")
_CHECK: Final = select(leases.c.fence).where(_IS_HELD, leases.c.epoch == bindparam("epoch")).with_for_update(read=True)
_EPOCH: Final = select(leases.c.epoch).where(_IS_HELD)
_RETURN: Final = update(leases).where(_IS_HELD).values(expires=0.0)
_NEW_EPOCH: Final = update(leases).where(_IS_HELD).values(epoch=leases.c.epoch + 1).returning(leases.c.epoch)
