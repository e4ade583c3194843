"""Writes batches to the database: writes of any tables, in one commit. Runs in the writing thread.

All entries of a batch are one row of the log: a row for each entry would cost more than everything else that a move
needs. When the log is long, its lines are moved to the records of their tables.

A batch that fails is retried table by table, so that an error of one table does not affect the others. An error of
the database itself is reported for all tables at once; only a lock is waited for. A record never has a gap: an entry
is accepted only as the next one, so after a failed entry all later ones fail too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import nullcontext
from functools import partial
from time import monotonic, sleep
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from stolik.store.errors import OutOfOrder, StoreError, WriteFailed
from stolik.store.lines import by_table, count_after, write_lines
from stolik.store.locks import LOCK_SECONDS, RETRY_SECONDS, is_lock
from stolik.store.schema import log, players, records, results, seats, sessions, tables
from stolik.store.stored import read_rules, result_of
from stolik.store.writes import Append, Finish, HoldName, OpenTable, TakeSeat, Write

W = TypeVar("W", bound=Write)

LONGEST_LOG: Final = 50_000
"""The most entries in the log. Moving them stops all other writes, and every read of a record scans them."""

_APPEND: Final = "INSERT INTO log (lines) VALUES ({})"
_OUTCOME = ("ended", "ending", "reason", "scores", "winners", "by_seat")
_FINISH = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"), tables.c.ended.is_(None))
    .values({name: bindparam(name) for name in _OUTCOME})
)


class Writer:
    """Writes batches to one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        is_postgresql = engine.dialect.name == "postgresql"
        self._insert_or = postgresql.insert if is_postgresql else sqlite.insert
        self._append = _APPEND.format("%s" if is_postgresql else "?")
        # The number of the next entry of each record that is being written; missing ones are read when needed.
        self._next: dict[str, int] = {}
        self._logged = LONGEST_LOG  # an earlier process may have left as many

    def write(self, batch: Sequence[Write]) -> list[StoreError | None]:
        """Writes a batch, in one commit if possible; returns the error of each write, or None."""
        error = self._commit(batch)
        if error is None or is_lock(error.__cause__):
            return [error] * len(batch)
        tables_of_batch: dict[str, list[Write]] = {}
        for write in batch:
            tables_of_batch.setdefault(write.table_id, []).append(write)
        errors: dict[str, StoreError | None] = {}
        refusal: StoreError | None = None
        for table_id, writes in tables_of_batch.items():
            errors[table_id] = error = refusal or self._commit(writes)
            # A lost connection was opened again for this table: if the database still fails, it fails for all.
            if error is not None and self._is_refusal(error):
                refusal = error
        return [errors[write.table_id] for write in batch]

    def tidy(self) -> StoreError | None:
        """Moves the log to the records if it is long."""
        if self._logged < LONGEST_LOG:
            return None
        self._logged = 0
        return self._attempt(partial(_in_transaction, _fold))

    def check(self) -> StoreError | None:
        """Tries an empty transaction; returns the error if it fails."""
        return self._attempt(partial(_in_transaction, lambda _: None))

    def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def _attempt(self, act: Callable[[Connection], None]) -> StoreError | None:
        """Calls `act` with the connection and returns its error: every error must reach the callers who wait."""
        try:
            self._connection = self._connection or self._engine.connect()
            act(self._connection)
        except StoreError as error:
            return error
        except Exception as error:
            self.close()
            return _in_words(error)
        return None

    def _commit(self, batch: Sequence[Write]) -> StoreError | None:
        """Writes a batch in one commit, and retries for some time if the database is locked."""
        until = monotonic() + LOCK_SECONDS
        while (error := self._attempt(partial(self._write, batch))) is not None:
            for write in batch:
                self._next.pop(write.table_id, None)
            # SQLite itself has already waited for as long.
            if not is_lock(error.__cause__) or monotonic() >= until:
                return error
            sleep(RETRY_SECONDS)
        return None

    def _is_refusal(self, error: StoreError) -> bool:
        """Whether the error is the database's, not the write's."""
        cause = getattr(error.__cause__, "orig", None) or error.__cause__
        return isinstance(cause, self._engine.dialect.loaded_dbapi.OperationalError)

    def _write(self, batch: Sequence[Write], connection: Connection) -> None:
        appended, finished = _only(Append, batch), _only(Finish, batch)
        self._next |= {write.table_id: 0 for write in _only(OpenTable, batch)}
        numbered: list[Append | Finish] = [*appended, *finished]
        unknown = {write.table_id for write in numbered} - self._next.keys()
        # A batch of entries alone is one statement, which is a transaction by itself.
        is_plain = len(appended) == len(batch) and not unknown
        with nullcontext() if is_plain else connection.begin():
            if unknown:
                self._next |= _read_numbers(connection, unknown)
            self._count(appended, finished)
            if not is_plain:
                self._write_others(connection, batch)
            if appended:
                # Directly by the driver: SQLAlchemy takes longer for a statement than SQLite itself.
                driver: Any = connection.connection.driver_connection
                driver.execute(self._append, (write_lines(appended),))
        self._logged += len(appended)
        for write in finished:
            del self._next[write.table_id]

    def _count(self, appended: Iterable[Append], finished: Iterable[Finish]) -> None:
        """Sets the next number of each record to its value after these writes; raises OutOfOrder."""
        numbers = self._next
        for entry in appended:
            if entry.number != numbers[entry.table_id]:
                raise _out_of_order(entry, numbers[entry.table_id])
            numbers[entry.table_id] = entry.number + 1
        for end in finished:
            if end.number != numbers[end.table_id]:
                raise _out_of_order(end, numbers[end.table_id])

    def _write_others(self, connection: Connection, batch: Sequence[Write]) -> None:
        """Writes everything but entries, in the order that the foreign keys need, not in the batch's order."""
        opened, finished = _only(OpenTable, batch), _only(Finish, batch)
        taken = [
            TakeSeat(write.table_id, write.at, seat, player) for write in opened for seat, player in write.seats.items()
        ] + _only(TakeSeat, batch)
        if opened:
            connection.execute(insert(tables), [_table_row(write) for write in opened])
        if taken:
            self._take_seats(connection, taken)
        if finished:
            _finish(connection, finished)
        for claim in _only(HoldName, batch):
            self._hold_name(connection, claim)

    def _hold_name(self, connection: Connection, claim: HoldName) -> None:
        new = self._insert_or(sessions)
        its_own_or_free = or_(sessions.c.token == new.excluded.token, sessions.c.seen < claim.free_before)
        held = {name: new.excluded[name] for name in ("name", "token", "seen")}
        claimed = new.on_conflict_do_update(index_elements=["key"], set_=held, where=its_own_or_free)
        connection.execute(claimed, [msgspec.structs.asdict(claim.session)])

    def _take_seats(self, connection: Connection, taken: list[TakeSeat]) -> None:
        # Always in the same order: two processes that write the same players must not wait for each other.
        names = sorted({write.player.name: write.at for write in reversed(taken)}.items())
        new_players = self._insert_or(players).on_conflict_do_nothing()
        connection.execute(new_players, [{"name": name, "created": at} for name, at in names])
        last = {(write.table_id, write.seat): _seat_row(write) for write in taken}
        new_seats = self._insert_or(seats)
        replaced = {"player": new_seats.excluded.player, "kind": new_seats.excluded.kind}
        connection.execute(
            new_seats.on_conflict_do_update(index_elements=["table_id", "seat"], set_=replaced), list(last.values())
        )


def _in_transaction(act: Callable[[Connection], None], connection: Connection) -> None:
    with connection.begin():
        act(connection)


def _fold(connection: Connection) -> None:
    """Moves the lines of the log to the records of their tables."""
    logged = connection.execute(delete(log).returning(log.c.id, log.c.lines)).all()
    of_tables = by_table(lines for _, lines in sorted(map(tuple, logged)))
    if of_tables:
        rows = [
            {"table_id": table_id, "number": count_after(lines), "lines": lines}
            for table_id, lines in of_tables.items()
        ]
        connection.execute(insert(records), rows)


def _read_numbers(connection: Connection, table_ids: Collection[str]) -> dict[str, int]:
    """The number of entries of each table; raises WriteFailed when one of them does not exist or is finished."""
    _fold(connection)
    counted = select(tables.c.id, func.coalesce(func.max(records.c.number), 0).label("number")).outerjoin(records)
    in_play = counted.where(tables.c.id.in_(table_ids), tables.c.ended.is_(None)).group_by(tables.c.id)
    numbers = {row.id: row.number for row in connection.execute(in_play)}
    if len(numbers) < len(table_ids):
        raise WriteFailed("not written: a table that is not there, or is finished already, cannot go on")
    return numbers


def _finish(connection: Connection, finished: list[Finish]) -> None:
    done = connection.execute(_FINISH, [_outcome_row(write) for write in finished])
    if done.rowcount != len(finished):
        raise WriteFailed("a table that is not there, or is finished already, cannot be finished")
    by_table = {write.table_id: write for write in finished}
    sat = select(seats, tables.c.game, tables.c.ended, tables.c.rules).join(tables).where(tables.c.id.in_(by_table))
    rows = []
    for seat in connection.execute(sat):
        row = seat._asdict()
        rules = read_rules(row.pop("rules"))
        if not rules.counts:
            continue
        outcome = by_table[seat.table_id].outcome
        rows.append(row | {"score": outcome.scores[seat.seat], "result": result_of(seat.seat, outcome, rules)})
    if rows:
        connection.execute(insert(results), rows)


def _out_of_order(write: Append | Finish, expected: int) -> OutOfOrder:
    return OutOfOrder(f"table {write.table_id} has {expected} entries, not {write.number}")


def _only(kind: type[W], batch: Iterable[Write]) -> list[W]:
    return [write for write in batch if type(write) is kind]


def _in_words(error: Exception) -> WriteFailed:
    why = getattr(error, "orig", None) or error
    hint = " (is there such a table?)" if isinstance(error, IntegrityError) else ""
    failed = WriteFailed(f"not written: {why}{hint}")
    failed.__cause__ = error
    return failed


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _table_row(write: OpenTable) -> dict[str, Any]:
    return {
        "id": write.table_id,
        "game": write.game,
        "setup": write.setup,
        "rules": _text(write.rules),
        "created": write.at,
        "port": write.port,
    }


def _seat_row(write: TakeSeat) -> dict[str, Any]:
    return {
        "table_id": write.table_id,
        "seat": write.seat,
        "player": write.player.name,
        "kind": write.player.kind,
    }


def _outcome_row(write: Finish) -> dict[str, Any]:
    outcome = write.outcome
    return {
        "table_id": write.table_id,
        "ended": write.at,
        "ending": outcome.ending,
        "reason": outcome.reason,
        "scores": _text(outcome.scores),
        "winners": _text(outcome.winners),
        "by_seat": outcome.by,
    }
