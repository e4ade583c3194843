"""Writes batches to the database: writes of any tables, in one commit. Runs in the writing thread.

All entries of a batch are one row of the log: a row for each entry would cost more than everything else that a move
needs. When the log is long, its lines are moved to the records of their tables.

Every commit is made under the lease, and adds the next row to the log, even an empty one: the row is its receipt. When
the connection is lost during a commit, nobody knows whether it was done. Then the writer begins a new epoch, so that no
late commit of its own can follow, and looks for the receipt.

A batch with a wrong write is written again table by table, so that one table does not affect the others. A record
never has a gap: an entry is accepted only as the next one, so after a failed entry all later ones fail too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, bindparam, func, select

from stolik.store.database.folding import fold, newest_row
from stolik.store.database.lines import write_lines
from stolik.store.database.outages import read_error
from stolik.store.database.place import watched_place
from stolik.store.database.schema import log, records, tables
from stolik.store.errors import LeaseLost, NotHeld, OutOfOrder, StoreError, Unavailable, WriteFailed
from stolik.store.ownership import holding, lease
from stolik.store.ownership.lease import EpochChanged
from stolik.store.reading import opinions
from stolik.store.writes import Append, Finish, OpenTable, TakeSeat, Write
from stolik.store.writing.statements import forget_names, only, write_others

T = TypeVar("T")

LONGEST_LOG: Final = 50_000
"""The most entries in the log. Moving them stops all other writes, and every read of a record scans them."""

# One statement, which is a transaction by itself: it adds nothing when the lease is lost. In PostgreSQL it also keeps
# others from taking tables before it is committed; in SQLite nobody can write at the same time anyway.
_SQLITE_LOG: Final = "INSERT INTO log (id, lines) SELECT ?, ? FROM leases WHERE fence = ? AND epoch = ?"
_POSTGRESQL_LOG: Final = (
    "INSERT INTO log (id, lines) SELECT %s::bigint, %s::text FROM leases WHERE fence = %s AND epoch = %s FOR SHARE"
)
_RECEIPT: Final = select(log.c.id).where(log.c.id == bindparam("receipt"))
_is_held = (tables.c.ended.is_(None), tables.c.holder == bindparam("fence"))
_NUMBERS: Final = (
    select(tables.c.id, func.coalesce(func.max(records.c.number), 0).label("number"))
    .outerjoin(records)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)), *_is_held)
    .group_by(tables.c.id)
)


class Writer:
    """Writes batches to one database, for one node."""

    def __init__(self, engine: Engine, fence: int) -> None:
        self.fence = fence
        self._epoch = 0
        self._engine = engine
        self._check_place = watched_place(engine)
        self._connection: Connection | None = None
        self._log = _POSTGRESQL_LOG if engine.dialect.name == "postgresql" else _SQLITE_LOG
        # The number of the next entry of each table that this node holds; missing ones are read when needed.
        self._next: dict[str, int] = {}
        self._logged = LONGEST_LOG  # an earlier process may have left as many
        self._receipt: int | None = None
        """The number of the log's next row; None before it is known."""
        self._in_doubt: set[int] | None = None
        """By `id`, the writes of a commit that nobody knows the outcome of; None if there is no such commit."""
        self._landed: set[int] = set()
        """By `id`, the writes of such a commit that was done after all, until they are given again."""

    def write(self, batch: Sequence[Write]) -> list[StoreError | None]:
        """Writes a batch, in one commit if possible; returns the error of each write, or None.

        Writes with an `Unavailable` must be given again, the same objects, as the first of the next batch.
        """
        error = self._end_doubt()
        landed = set() if error else self._landed
        self._landed = set()
        todo = [write for write in batch if id(write) not in landed] if landed else batch
        if error is None and todo:
            error = self._commit(todo)
        if error is None:
            return [None] * len(batch)
        of_table: dict[str, StoreError | None] = {}
        if not _stops_all(error):
            of_table, error = self._commit_by_table(todo), None
        return [None if id(write) in landed else of_table.get(write.table_id, error) for write in batch]

    def tidy(self) -> StoreError | None:
        """Moves the log to the records if it is long, but never while a receipt must be looked for there."""
        if self._logged < LONGEST_LOG or self._in_doubt is not None:
            return None
        self._logged = 0
        return self._attempt(partial(self._under_lease, partial(fold, fence=self.fence)))

    def renew(self) -> StoreError | None:
        """Extends the lease. This is a write: it also shows whether the database works."""
        return self._end_doubt() or self._attempt(lambda connection: lease.renew(connection, self.fence))

    def keep_opinions(self, game: str, version: str, text: str) -> StoreError | None:
        """Stores the opinions about a game."""
        act = partial(opinions.keep, game=game, version=version, text=text)
        return self._attempt(partial(self._under_lease, act))

    def forget_names(self, before: float, at_most: int) -> int | StoreError:
        """Deletes names that were last used before that time; returns how many."""
        return self._aside(partial(forget_names, before=before, at_most=at_most))

    def take_over(self, at_most: int) -> list[str] | StoreError:
        """Takes tables whose node has ended; returns their ids."""
        return self._aside(lambda connection: holding.take_over(connection, self.fence, at_most))

    def _aside(self, act: Callable[[Connection], T]) -> T | StoreError:
        """What `act` returns, or its error."""
        done: list[T] = []
        error = self._end_doubt() or self._attempt(
            partial(self._under_lease, lambda connection: done.append(act(connection)))
        )
        return done[-1] if error is None else error

    def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def give_back(self) -> StoreError | None:
        """Lets the next process take the lease at once."""
        return self._attempt(partial(_in_transaction, lambda connection: lease.give_back(connection, self.fence)))

    def _attempt(self, act: Callable[[Connection], None]) -> StoreError | None:
        """Calls `act` with the connection and returns its error: every error must reach the callers who wait."""
        try:
            self._check_place()
            self._connection = self._connection or self._engine.connect()
            act(self._connection)
        except StoreError as error:
            if self._connection is not None and self._connection.in_transaction():
                self._connection.rollback()
            if isinstance(error, EpochChanged):
                self._enter(error.epoch)
                return self._attempt(act)
            return error
        except Exception as error:
            told = read_error(error, self._engine.dialect.loaded_dbapi)
            self.close()
            return told
        return None

    def _enter(self, epoch: int) -> None:
        """Goes on in a new epoch: which tables this node still holds must be read again."""
        self._epoch = epoch
        self._next.clear()

    def _under_lease(self, act: Callable[[Connection], None], connection: Connection) -> None:
        with connection.begin():
            lease.check(connection, self.fence, self._epoch)
            act(connection)

    def _end_doubt(self) -> StoreError | None:
        """Finds out whether the last commit was done, if nobody knows."""
        if self._in_doubt is None:
            return None

        def look(connection: Connection) -> None:
            with connection.begin():
                self._enter(lease.fence_off(connection, self.fence))
                receipt = connection.execute(_RECEIPT, {"receipt": self._receipt}).first()
            if receipt is not None:
                self._landed = self._in_doubt or set()
                self._next_receipt()
            self._in_doubt = None

        return self._attempt(look)

    def _commit(self, batch: Sequence[Write]) -> StoreError | None:
        """Writes a batch in one commit."""
        error = self._attempt(partial(self._write, batch))
        if error is None:
            self._next_receipt()
        else:
            for write in batch:
                self._next.pop(write.table_id, None)
        if isinstance(error, Unavailable):
            self._in_doubt = {id(write) for write in batch}
        return error

    def _next_receipt(self) -> None:
        if self._receipt is not None:
            self._receipt += 1

    def _commit_by_table(self, batch: Sequence[Write]) -> dict[str, StoreError | None]:
        """Writes each table in a commit of its own; returns their errors. An outage ends the attempts."""
        writes_of: dict[str, list[Write]] = {}
        for write in batch:
            writes_of.setdefault(write.table_id, []).append(write)
        errors: dict[str, StoreError | None] = {}
        stopped: StoreError | None = None
        for table_id, writes in writes_of.items():
            errors[table_id] = error = stopped or self._commit(writes)
            if error is not None and _stops_all(error):
                stopped = error
        return errors

    def _write(self, batch: Sequence[Write], connection: Connection) -> None:
        appended = only(Append, batch)
        finished: list[Finish] = []
        taken: list[TakeSeat] = []
        has_others = len(appended) < len(batch)
        if has_others:
            finished, taken = only(Finish, batch), only(TakeSeat, batch)
            self._next |= {write.table_id: 0 for write in only(OpenTable, batch)}
        of_tables: list[Append | Finish | TakeSeat] = [*appended, *finished, *taken]
        unknown = {write.table_id for write in of_tables} - self._next.keys()
        if self._receipt is None:
            self._receipt = 1 + newest_row(connection, self.fence)
            connection.rollback()
        # A batch of entries alone is one statement.
        is_plain = not has_others and not unknown
        with nullcontext() if is_plain else connection.begin():
            if not is_plain:
                lease.check(connection, self.fence, self._epoch)
            if unknown:
                self._next |= _read_numbers(connection, unknown, self.fence)
            self._count(appended, finished)
            if not is_plain:
                write_others(connection, batch, self.fence)
            # Directly by the driver: SQLAlchemy takes longer for a statement than SQLite itself.
            driver: Any = connection.connection.driver_connection
            row = (self._receipt, write_lines(appended), self.fence, self._epoch)
            if driver.execute(self._log, row).rowcount != 1:
                raise lease.refusal(connection, self.fence)
        self._logged += len(appended)
        for write in finished:
            del self._next[write.table_id]

    def _count(self, appended: Iterable[Append], finished: Iterable[Finish]) -> None:
        """Sets the next number of each record to its value after these writes; raises OutOfOrder."""
        numbers = self._next
        for entry in appended:
            table_id, number = entry.table_id, entry.number
            if number != numbers[table_id]:
                raise _out_of_order(entry, numbers[table_id])
            numbers[table_id] = number + 1
        for end in finished:
            if end.number != numbers[end.table_id]:
                raise _out_of_order(end, numbers[end.table_id])


def _stops_all(error: StoreError) -> bool:
    """Whether the error is not of one table alone."""
    return isinstance(error, Unavailable | LeaseLost)


def _in_transaction(act: Callable[[Connection], None], connection: Connection) -> None:
    with connection.begin():
        act(connection)


def _read_numbers(connection: Connection, table_ids: Collection[str], fence: int) -> dict[str, int]:
    """The number of entries of tables that the node holds; raises NotHeld, and WriteFailed if one is not in play."""
    fold(connection, fence)
    numbers = {row.id: row.number for row in connection.execute(_NUMBERS, {"ids": table_ids, "fence": fence})}
    for table_id in set(table_ids) - numbers.keys():
        holder = holding.holder_in_words(connection, table_id)
        if holder is not None:
            raise NotHeld(f"not written: table {table_id} is held by {holder}")
        raise WriteFailed("not written: a table that is not there, or is finished already, cannot go on")
    return numbers


def _out_of_order(write: Append | Finish, expected: int) -> OutOfOrder:
    return OutOfOrder(f"table {write.table_id} has {expected} entries, not {write.number}")
