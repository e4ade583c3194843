"""The rows of the log: which node wrote them, and how their lines are moved to the records of their tables."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select
from sqlalchemy.sql.dml import ReturningDelete

from stolik.store.database.lines import by_table, count_after
from stolik.store.database.schema import log, records

_COMMITS: Final = 1 << 40
"""A node's rows begin at its number times this: no node makes so many commits."""

of_node: Final[ColumnElement[bool]] = log.c.id.between(bindparam("first"), bindparam("last"))
"""The rows that a node wrote; its parameters are from `range_of`."""

_of_others = (log.c.id // _COMMITS).not_in(bindparam("fences", expanding=True))
_moved = (log.c.id, log.c.lines)
_FOLD: Final = delete(log).where(of_node).returning(*_moved)
_FOLD_OTHERS: Final = delete(log).where(_of_others).returning(*_moved)
_NEWEST: Final = select(func.max(log.c.id)).where(of_node)
_NEWEST_OF_OTHERS: Final = select(func.max(log.c.id)).where(_of_others).group_by(log.c.id // _COMMITS)
_INSERT: Final = insert(records)


def range_of(fence: int) -> dict[str, int]:
    """The first and the last number that a row of the node may have."""
    return {"first": fence * _COMMITS, "last": (fence + 1) * _COMMITS - 1}


def newest_row(connection: Connection, fence: int) -> int:
    """The number of the newest row of a node; the one before its first if there is none."""
    rows = range_of(fence)
    return connection.scalar(_NEWEST, rows) or rows["first"]


def newest_rows_of_others(connection: Connection, fences: Collection[int]) -> list[int]:
    """The number of the newest row of each node but these."""
    return list(connection.scalars(_NEWEST_OF_OTHERS, {"fences": fences}))


def fold(connection: Connection, fence: int) -> None:
    """Moves the lines of a node's rows to the records of their tables."""
    _move(connection, _FOLD, range_of(fence))


def fold_others(connection: Connection, fences: Collection[int]) -> None:
    """Moves the lines of the rows of all nodes but these."""
    _move(connection, _FOLD_OTHERS, {"fences": fences})


def _move(connection: Connection, rows: ReturningDelete[Any], values: dict[str, Any]) -> None:
    logged = connection.execute(rows, values).all()
    of_tables = by_table(lines for _, lines in sorted(map(tuple, logged)))
    if of_tables:
        moved = [
            {"table_id": table_id, "number": count_after(lines), "lines": lines}
            for table_id, lines in of_tables.items()
        ]
        connection.execute(_INSERT, moved)
