"""Writing to the database: a batch of writes, of any tables, in one commit. Runs in the thread that writes.

A batch that fails is tried again table by table, so that what is wrong with one table costs the others nothing. A
record never gets a gap: an entry is taken only as the next one, so once one was not written, none after it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import JSON, Connection, Engine, Text, bindparam, cast, column, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from stolik.store.errors import OutOfOrder, StoreError, WriteFailed
from stolik.store.schema import entries, players, results, seats, sessions, tables
from stolik.store.stored import read_rules, result_of
from stolik.store.writes import Append, Finish, HoldName, OpenTable, TakeSeat, Write

W = TypeVar("W", bound=Write)

_OUTCOME = ("ended", "ending", "reason", "scores", "winners", "by_seat")
_FINISH = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"), tables.c.ended.is_(None))
    .values({name: bindparam(name) for name in _OUTCOME})
)

# The whole batch is one parameter: of all ways to give PostgreSQL many rows, the one that costs this process least.
_rows = func.json_to_recordset(cast(bindparam("rows", type_=Text), JSON))
_appended = _rows.table_valued(*(column(of.name, of.type) for of in entries.c)).render_derived(with_types=True)
_APPEND_ROWS = insert(entries).from_select([of.name for of in entries.c], select(*_appended.c))


# To SQLite too many rows go at once: row by row, its driver would give the interpreter away and wait for it again at
# each. Statements for powers of two are few enough to stay prepared.
_MOST_ROWS: Final = 128


def _rows_at_once(rows: int) -> int:
    return min(_MOST_ROWS, 1 << rows.bit_length() - 1)


@cache
def _append_statement(rows: int) -> str:
    row = f"({', '.join('?' * len(entries.c))})"
    return f"INSERT INTO entries ({', '.join(entries.c.keys())}) VALUES {', '.join([row] * rows)}"  # noqa: S608 - no input


class Writer:
    """One database's pen."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._postgresql = engine.dialect.name == "postgresql"
        self._insert_or = postgresql.insert if self._postgresql else sqlite.insert
        # The number of the next entry of each record that is being written; what is not here is read when it is needed.
        self._next: dict[str, int] = {}

    def write(self, batch: Sequence[Write]) -> list[StoreError | None]:
        """Writes all of it, in one commit if it can be; says of each write what went wrong, if anything did."""
        if self._commit(batch) is None:
            return [None] * len(batch)
        tables_of_batch: dict[str, list[Write]] = {}
        for write in batch:
            tables_of_batch.setdefault(write.table_id, []).append(write)
        errors = {table_id: self._commit(writes) for table_id, writes in tables_of_batch.items()}
        return [errors[write.table_id] for write in batch]

    def check(self) -> StoreError | None:
        """What is wrong, if the database takes no transaction."""
        return self._commit([])

    def _commit(self, batch: Sequence[Write]) -> StoreError | None:
        try:
            with self._engine.begin() as connection:
                after = self._numbers_after(connection, batch)
                self._write(connection, batch)
        except Exception as error:  # whatever it is, it is told to whoever waits for this write
            for write in batch:
                self._next.pop(write.table_id, None)
            return error if isinstance(error, StoreError) else _in_words(error)
        self._next.update(after)
        for finish in _only(Finish, batch):
            self._next.pop(finish.table_id)
        return None

    def _numbers_after(self, connection: Connection, batch: Iterable[Write]) -> dict[str, int]:
        """The next number of each record once the batch is written; raises OutOfOrder."""
        after = {write.table_id: 0 for write in _only(OpenTable, batch)}
        numbered = [write for write in batch if isinstance(write, Append | Finish)]
        unknown = {write.table_id for write in numbered} - self._next.keys() - after.keys()
        if unknown:
            after.update(dict.fromkeys(unknown, 0), **_numbers(connection, unknown))
        for write in numbered:
            expected = after.get(write.table_id)
            if expected is None:
                expected = self._next[write.table_id]
            if write.number != expected:
                raise OutOfOrder(f"table {write.table_id} has {expected} entries, not {write.number}")
            after[write.table_id] = expected + isinstance(write, Append)
        return after

    def _write(self, connection: Connection, batch: Sequence[Write]) -> None:
        """In the order that the database's references ask for, whatever the order of the batch."""
        opened, appended, finished = _only(OpenTable, batch), _only(Append, batch), _only(Finish, batch)
        taken = [
            TakeSeat(write.table_id, write.at, seat, player) for write in opened for seat, player in write.seats.items()
        ] + _only(TakeSeat, batch)
        if opened:
            connection.execute(insert(tables), [_table_row(write) for write in opened])
        if taken:
            self._take_seats(connection, taken)
        if appended:
            self._append(connection, [_entry_row(write) for write in appended])
        if finished:
            _finish(connection, finished)
        for claim in _only(HoldName, batch):
            self._hold_name(connection, claim)

    def _append(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        if self._postgresql:
            connection.execute(_APPEND_ROWS, {"rows": _text(rows)})
            return
        values = [value for row in rows for value in row.values()]
        while values:
            size = _rows_at_once(len(values) // len(entries.c))
            taken = size * len(entries.c)
            connection.exec_driver_sql(_append_statement(size), tuple(values[:taken]))
            del values[:taken]

    def _hold_name(self, connection: Connection, claim: HoldName) -> None:
        new = self._insert_or(sessions)
        its_own_or_free = or_(sessions.c.token == new.excluded.token, sessions.c.seen < claim.free_before)
        held = {name: new.excluded[name] for name in ("name", "token", "seen")}
        claimed = new.on_conflict_do_update(index_elements=["key"], set_=held, where=its_own_or_free)
        connection.execute(claimed, [msgspec.structs.asdict(claim.session)])

    def _take_seats(self, connection: Connection, taken: list[TakeSeat]) -> None:
        # In one order everywhere: two processes that name the same players must not wait for each other.
        names = sorted({write.player.name: write.at for write in reversed(taken)}.items())
        new_players = self._insert_or(players).on_conflict_do_nothing()
        connection.execute(new_players, [{"name": name, "created": at} for name, at in names])
        last = {(write.table_id, write.seat): _seat_row(write) for write in taken}
        new_seats = self._insert_or(seats)
        replaced = {"player": new_seats.excluded.player, "kind": new_seats.excluded.kind}
        connection.execute(
            new_seats.on_conflict_do_update(index_elements=["table_id", "seat"], set_=replaced), list(last.values())
        )


def _finish(connection: Connection, finished: list[Finish]) -> None:
    done = connection.execute(_FINISH, [_outcome_row(write) for write in finished])
    if done.rowcount != len(finished):
        raise WriteFailed("a table that is not there, or is finished already, cannot be finished")
    by_table = {write.table_id: write for write in finished}
    sat = select(seats, tables.c.game, tables.c.ended, tables.c.rules).join(tables).where(tables.c.id.in_(by_table))
    rows = []
    for seat in connection.execute(sat):
        row = seat._asdict()
        if not read_rules(row.pop("rules")).counts:
            continue
        outcome = by_table[seat.table_id].outcome
        rows.append(row | {"score": outcome.scores[seat.seat], "result": result_of(seat.seat, outcome)})
    if rows:
        connection.execute(insert(results), rows)


def _numbers(connection: Connection, table_ids: Iterable[str]) -> dict[str, int]:
    """How many entries each of these tables has, where it has any."""
    last = select(entries.c.table_id, func.max(entries.c.number)).group_by(entries.c.table_id)
    return {
        table_id: number + 1 for table_id, number in connection.execute(last.where(entries.c.table_id.in_(table_ids)))
    }


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


def _entry_row(write: Append) -> dict[str, Any]:
    return {"table_id": write.table_id, "number": write.number, "at": write.at, "input": _text(write.input)}


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
