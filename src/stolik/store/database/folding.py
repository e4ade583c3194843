"""The rows of the log: which node wrote them, and how their lines are moved to the records of their tables."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, not_, select

from stolik.store.database.lines import by_table, count_after
from stolik.store.database.schema import log, records

_COMMITS: Final = 1 << 40
"""A node's rows begin at its number times this: no node makes so many commits."""


def first_row(fence: int) -> int:
    """A number that is less than that of every row of a node, and more than that of every node before it."""
    return fence * _COMMITS


def rows_of(fence: int) -> ColumnElement[bool]:
    """The rows that a node wrote."""
    return log.c.id.between(first_row(fence), first_row(fence + 1) - 1)


def rows_of_others(fences: Collection[int]) -> ColumnElement[bool]:
    """The rows that none of these nodes wrote."""
    return and_(log.c.id.is_not(None), *(not_(rows_of(fence)) for fence in fences))


def newest_rows(rows: ColumnElement[bool]) -> Select[int]:
    """The newest of these rows, of each node."""
    return select(func.max(log.c.id)).where(rows).group_by(log.c.id // _COMMITS)


def fold(connection: Connection, rows: ColumnElement[bool]) -> None:
    """Moves the lines of these rows of the log to the records of their tables."""
    logged = connection.execute(delete(log).where(rows).returning(log.c.id, log.c.lines)).all()
    of_tables = by_table(lines for _, lines in sorted(map(tuple, logged)))
    if of_tables:
        moved = [
            {"table_id": table_id, "number": count_after(lines), "lines": lines}
            for table_id, lines in of_tables.items()
        ]
        connection.execute(insert(records), moved)
