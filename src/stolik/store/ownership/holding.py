"""Which node holds which table in play, and how a node takes the tables of others that have ended."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select, text, update

from stolik.store.database.folding import fold_others, newest_rows_of_others
from stolik.store.database.schema import leases, log, tables
from stolik.store.errors import InUse
from stolik.store.ownership import lease
from stolik.store.ownership.lease import Lease
from stolik.store.ownership.node import Node

_others: BindParameter[Any] = bindparam("others", expanding=True)
_has_ended = leases.c.fence.not_in(_others)
_is_live = tables.c.ended.is_(None)
_some = select(tables.c.id).where(_is_live, tables.c.holder.not_in(_others)).order_by(tables.c.id)

_NEW_EPOCHS: Final = update(leases).where(_has_ended).values(epoch=leases.c.epoch + 1)
_TAKE: Final = (
    update(tables)
    .where(tables.c.id.in_(_some.limit(bindparam("at_most"))))
    .values(holder=bindparam("fence"))
    .returning(tables.c.id)
)
_FORGET: Final = delete(leases).where(_has_ended)
_HOLDER: Final = select(tables.c.holder).where(tables.c.id == bindparam("table_id"), _is_live)

ALL: Final = 2**31 - 1
"""More tables than there are."""


def join(connection: Connection, node: Node, *, alone: bool, watched: Collection[Lease] = ()) -> int:
    """Begins the lease of a new node, gives it the tables of all that have ended, and returns its fencing number.

    `alone`: raises InUse if other nodes have not ended. `watched` are leases that have not been renewed for a whole
    term: their tables may be taken if they are still the same. Runs in one transaction.
    """
    _lock(connection)
    others = lease.read_existing(connection)
    alive = [one for one in others if not one.is_free and not any(one.is_same(seen) for seen in watched)]
    if alone and alive:
        raise InUse(f"the store is in use by {alive[0].words}")
    # The newest lease goes only when a newer one is there: no number is given twice.
    fence = 1 + max((one.fence for one in others), default=0)
    lease.begin(connection, node, fence)
    living = [fence, *(one.fence for one in alive)]
    _fence_off(connection, living)
    _take(connection, fence, living, ALL)
    connection.execute(_FORGET, {"others": living})
    return fence


def take_over(connection: Connection, fence: int, at_most: int) -> list[str]:
    """Gives a node tables of nodes that have ended, and returns their ids. Runs in one transaction.

    Their leases stay: a node that only could not reach the database learns which of its tables were taken.
    """
    _lock(connection)
    others = [one for one in lease.read_existing(connection) if one.fence != fence]
    living = [fence, *(one.fence for one in others if not one.is_free)]
    _fence_off(connection, living)
    # Such a node may have to look for the receipt of its last commit.
    receipts = newest_rows_of_others(connection, living)
    ids = _take(connection, fence, living, at_most)
    if receipts:
        connection.execute(insert(log), [{"id": receipt, "lines": ""} for receipt in receipts])
    return ids


def holder_in_words(connection: Connection, table_id: str) -> str | None:
    """Which process holds a table, in words; None if there is no such table in play."""
    fence = connection.execute(_HOLDER, {"table_id": table_id}).scalar()
    of_holder = [one.words for one in lease.read_existing(connection) if one.fence == fence]
    return None if fence is None else (*of_holder, "a process that has ended")[0]


def _fence_off(connection: Connection, living: Collection[int]) -> None:
    """Waits for the last commits of all nodes but these; no other can follow, so the log has all of their entries."""
    connection.execute(_NEW_EPOCHS, {"others": living})


def _take(connection: Connection, fence: int, living: Collection[int], at_most: int) -> list[str]:
    """Takes tables of all nodes but these."""
    fold_others(connection, living)
    return list(connection.scalars(_TAKE, {"others": living, "at_most": at_most, "fence": fence}))


def _lock(connection: Connection) -> None:
    """Keeps leases from being taken and renewed until the transaction ends; commits of entries go on."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"LOCK TABLE {leases.name} IN SHARE ROW EXCLUSIVE MODE"))
