"""The lease of a store: which process may write to it. Each new holder gets a higher fencing number.

Every commit checks the number, in the same transaction. So a process that has lost the lease can write nothing, even
if it does not know yet. The holder renews the lease every few seconds, by the database's clock. Others may take it:

- at once when it was given back, and when its holder was a process of this machine that has ended;
- when it has run out: the holder's machine is off, or has no connection to the database;
- when they have watched it for as long without a renewal: the database's clock may have been set back.

The holder itself may go on after its lease has run out, as long as nobody has taken it.
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
    Update,
    bindparam,
    extract,
    func,
    insert,
    inspect,
    select,
    update,
)

from stolik.store.database.schema import leases
from stolik.store.errors import InUse, LeaseLost
from stolik.store.ownership.node import Node, is_dead

SCOPE: Final = "all"
"""The one group of tables that there is today."""
TERM: Final = 10.0
"""Seconds after which a lease that is not renewed runs out."""
RENEWAL: Final = 3.0
"""Seconds between two renewals: two may fail before the lease runs out."""


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
        """Whether another process may take it now."""
        return self.expires <= self.now or is_dead(self.holder)

    def is_same(self, other: Lease | None) -> bool:
        """Whether it has not been renewed or taken in between."""
        return other is not None and (self.fence, self.expires) == (other.fence, other.expires)

    @property
    def words(self) -> str:
        """Who holds the lease and since when, in words."""
        return f"{self.holder.words}, since {datetime.fromtimestamp(self.since):%Y-%m-%d %H:%M:%S}"


def read(connection: Connection) -> Lease | None:
    """The lease; None if nobody has ever held one, also in a store of an older Stolik."""
    if not inspect(connection).has_table(leases.name):
        return None
    return read_existing(connection)


def read_existing(connection: Connection) -> Lease | None:
    """The same, in a store of this Stolik."""
    return _read(connection, _select(connection.dialect.name))


def take(connection: Connection, node: Node, watched: Lease | None = None) -> int:
    """Takes the lease for a node and returns its fencing number; raises InUse. Runs in one transaction.

    `watched` is a lease that has not been renewed for a whole term: it may be taken if it is still the same.
    """
    dialect = connection.dialect.name
    lease = _read(connection, _select_to_take(dialect))
    if lease is not None and not lease.is_free and not lease.is_same(watched):
        raise InUse(f"the store is in use by {lease.words}")
    fence = 1 if lease is None else lease.fence + 1
    mine = {
        "new_fence": fence,
        "node": node.id,
        "host": node.host,
        "machine": node.machine,
        "pid": node.pid,
        "started": node.started,
    }
    connection.execute(_first(dialect) if lease is None else _next(dialect), mine)
    return fence


def renew(connection: Connection, fence: int) -> None:
    """Extends the lease; raises LeaseLost."""
    _update(connection, _renewal(connection.dialect.name), fence)


def give_back(connection: Connection, fence: int) -> None:
    """Lets the next process take the lease at once; raises LeaseLost."""
    _update(connection, _RETURN, fence)


def check(connection: Connection, fence: int) -> None:
    """Raises LeaseLost if the number is not the lease's. Nobody can take the lease before the transaction ends."""
    if connection.execute(_CHECK, {"held": fence}).first() is None:
        raise lost(connection)


def fence_off(connection: Connection, node_id: str) -> int:
    """Takes a new fencing number for a node that holds the lease: its own earlier commits cannot come late any more.

    Raises LeaseLost. The node is asked for, not the number: the answer to an earlier call may have been lost.
    """
    mine = update(leases).where(leases.c.scope == SCOPE, leases.c.node == node_id)
    number: int | None = connection.execute(mine.values(fence=leases.c.fence + 1).returning(leases.c.fence)).scalar()
    if number is None:
        raise lost(connection)
    return number


def lost(connection: Connection) -> LeaseLost:
    """The error that says who has the lease now."""
    lease = read(connection)
    return LeaseLost(f"the store is now in use by {lease.words if lease else 'nobody: its lease is gone'}")


def _update(connection: Connection, change: Update, fence: int) -> None:
    if connection.execute(change, {"held": fence}).rowcount == 0:
        raise lost(connection)


def _read(connection: Connection, query: Select[Any]) -> Lease | None:
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    holder = Node(row.node, row.host, row.machine, row.pid, row.started)
    return Lease(holder, row.fence, row.since, row.expires, row.now)


# The statements are made once: SQLAlchemy takes longer to make one than SQLite to execute it.


@cache
def _now(dialect: str) -> ColumnElement[float]:
    """The database's time, in seconds since the epoch."""
    if dialect == "postgresql":
        return extract("epoch", func.clock_timestamp()).cast(Double)
    return (func.julianday("now") - 2440587.5) * 86400.0


@cache
def _select(dialect: str) -> Select[Any]:
    return select(leases, _now(dialect).label("now")).where(leases.c.scope == SCOPE)


@cache
def _select_to_take(dialect: str) -> Select[Any]:
    return _select(dialect).with_for_update()


@cache
def _first(dialect: str) -> Insert:
    """The first lease of a store."""
    return insert(leases).values(scope=SCOPE, **_of_holder(dialect))


@cache
def _next(dialect: str) -> Update:
    """A lease after another one."""
    return update(leases).where(leases.c.scope == SCOPE).values(_of_holder(dialect))


def _of_holder(dialect: str) -> dict[str, Any]:
    """What a new holder writes."""
    given: dict[str, Any] = {name: bindparam(name) for name in ("node", "host", "machine", "pid", "started")}
    return given | {"fence": bindparam("new_fence"), "since": _now(dialect), "expires": _now(dialect) + TERM}


_IS_HELD: Final = (leases.c.scope == SCOPE, leases.c.fence == bindparam("held"))
_CHECK: Final = select(leases.c.fence).where(*_IS_HELD).with_for_update(read=True)
_RETURN: Final = update(leases).where(*_IS_HELD).values(expires=0.0)


@cache
def _renewal(dialect: str) -> Update:
    return update(leases).where(*_IS_HELD).values(expires=_now(dialect) + TERM)
