"""What each kind of write changes in the database, except entries, which go to the log. Runs in the writing thread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Insert, Table, bindparam, delete, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from stolik.lobby.names import look_key
from stolik.store.database.schema import players, results, seats, sessions, tables
from stolik.store.errors import WriteFailed
from stolik.store.stored import read_rules, result_of
from stolik.store.writes import Finish, HoldName, OpenTable, TakeSeat, Write

W = TypeVar("W", bound=Write)

_OUTCOME: Final = ("ended", "ending", "reason", "scores", "winners", "by_seat")
_FINISH: Final = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"), tables.c.ended.is_(None))
    .values({name: bindparam(name) for name in _OUTCOME} | {"holder": None})
)


_SAT: Final = (
    select(seats, tables.c.game, tables.c.ended, tables.c.rules)
    .join(tables)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
)
_OPEN: Final = insert(tables)
_RESULTS: Final = insert(results)


def _insert_or(dialect: str, into: Table) -> postgresql.Insert | sqlite.Insert:
    """An insertion that can say what to do when the row is there already; both databases say it in the same way."""
    return postgresql.insert(into) if dialect == "postgresql" else sqlite.insert(into)


@cache
def _new_players(dialect: str) -> Insert:
    return _insert_or(dialect, players).on_conflict_do_nothing()


@cache
def _new_seats(dialect: str) -> Insert:
    new = _insert_or(dialect, seats)
    replaced = {"player": new.excluded.player, "kind": new.excluded.kind}
    return new.on_conflict_do_update(index_elements=["table_id", "seat"], set_=replaced)


def only(kind: type[W], batch: Iterable[Write]) -> list[W]:
    """The writes of one kind, in order."""
    return [write for write in batch if type(write) is kind]


def write_others(connection: Connection, batch: Sequence[Write], fence: int) -> None:
    """Writes everything but entries, in the order that the foreign keys need, not in the batch's order.

    `fence` is the node that opens the new tables.
    """
    opened, finished = only(OpenTable, batch), only(Finish, batch)
    taken = [
        TakeSeat(write.table_id, write.at, seat, player) for write in opened for seat, player in write.seats.items()
    ] + only(TakeSeat, batch)
    if opened:
        connection.execute(_OPEN, [_table_row(write, fence) for write in opened])
    if taken:
        _take_seats(connection, taken)
    if finished:
        _finish(connection, finished)
    for claim in only(HoldName, batch):
        _hold_name(connection, claim)


def _hold_name(connection: Connection, claim: HoldName) -> None:
    new = _insert_or(connection.dialect.name, sessions)
    its_own_or_free = or_(sessions.c.token == new.excluded.token, sessions.c.seen < claim.free_before)
    held = {name: new.excluded[name] for name in ("name", "token", "seen", "look")}
    claimed = new.on_conflict_do_update(index_elements=["key"], set_=held, where=its_own_or_free)
    connection.execute(claimed, [msgspec.structs.asdict(claim.session) | {"look": look_key(claim.session.name)}])


def forget_names(connection: Connection, before: float, at_most: int) -> int:
    """Deletes names that were last used before that time, the oldest first; returns how many."""
    oldest = select(sessions.c.key).where(sessions.c.seen < before).order_by(sessions.c.seen).limit(at_most)
    return connection.execute(delete(sessions).where(sessions.c.key.in_(oldest))).rowcount


def _take_seats(connection: Connection, taken: list[TakeSeat]) -> None:
    names = sorted({write.player.name: write.at for write in reversed(taken)}.items())
    dialect = connection.dialect.name
    connection.execute(_new_players(dialect), [{"name": name, "created": at} for name, at in names])
    last = {(write.table_id, write.seat): _seat_row(write) for write in taken}
    connection.execute(_new_seats(dialect), list(last.values()))


def _finish(connection: Connection, finished: list[Finish]) -> None:
    done = connection.execute(_FINISH, [_outcome_row(write) for write in finished])
    if done.rowcount != len(finished):
        raise WriteFailed("a table that is not there, or is finished already, cannot be finished")
    by_table = {write.table_id: write for write in finished}
    rows = []
    for seat in connection.execute(_SAT, {"ids": list(by_table)}):
        row = seat._asdict()
        rules = read_rules(row.pop("rules"))
        if not rules.counts:
            continue
        outcome = by_table[seat.table_id].outcome
        rows.append(row | {"score": outcome.scores[seat.seat], "result": result_of(seat.seat, outcome, rules)})
    if rows:
        connection.execute(_RESULTS, rows)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _table_row(write: OpenTable, fence: int) -> dict[str, Any]:
    return {
        "id": write.table_id,
        "game": write.game,
        "setup": write.setup,
        "rules": _text(write.rules),
        "created": write.at,
        "port": write.port,
        "holder": fence,
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
