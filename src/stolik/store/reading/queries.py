"""Reads from the database: tables with their records, lists of tables, results. Runs in the reading threads."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import DecodeError
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
    tuple_,
)

from stolik.contract import Ending, Kind, Player, Seat
from stolik.store.database.folding import of_node, range_of
from stolik.store.database.lines import read_lines
from stolik.store.database.schema import log, players, records, results, seats, sessions, tables
from stolik.store.errors import NoSuchTable
from stolik.store.stored import Result, Session, StoredTable, TableFacts, Tally, read_rules
from stolik.table.events import Ended
from stolik.table.record import Entry, Record

AnyRow = Row[Any]

_FACTS = select(*(column for column in tables.c if column.name not in ("setup", "rules")))
_is_rated = exists().where(results.c.table_id == tables.c.id, results.c.result != Result.VOID)
_SESSION = select(*(sessions.c[name] for name in Session.__struct_fields__))
_PRIVATE = '"listed":false'
"""In the house rules of a table that no list shows."""
_read_scores = msgspec.json.Decoder(dict[Seat, int]).decode
_read_winners = msgspec.json.Decoder(tuple[Seat, ...]).decode


def load(connection: Connection, table_id: str) -> StoredTable:
    """One table and all of its record; raises NoSuchTable, and DecodeError when the record is damaged."""
    found, damaged = _stored(connection, _ONE, {"id": table_id})
    if damaged:
        raise damaged[table_id]
    if not found:
        raise NoSuchTable(f"there is no table {table_id!r}")
    return found[0]


def stored_tables(connection: Connection, ids: Collection[str]) -> list[StoredTable]:
    """These tables and all of their records, the oldest first; raises DecodeError when one of them is damaged."""
    found, damaged = _stored(connection, _SOME, {"ids": ids}) if ids else ([], {})
    for error in damaged.values():
        raise error
    return found


def unfinished(connection: Connection, fence: int) -> tuple[list[StoredTable], dict[str, DecodeError]]:
    """Every table of a node whose game has not ended, the oldest first; the errors of those whose record is damaged."""
    return _stored(connection, _OF_NODE, {"fence": fence, **range_of(fence)})


def finished(
    connection: Connection, game: str | None, player: str | None, before: str | None, limit: int, private: bool
) -> list[TableFacts]:
    """Finished tables, the last to end first; `before` is the last table of the previous page, `private`: those too."""
    # A player's tables come from the index of results, in this order; DISTINCT, because a player may have two seats.
    source = tables if player is None else results
    table_id = tables.c.id if player is None else results.c.table_id
    page = select(source.c.ended, table_id).where(source.c.ended.is_not(None)).distinct()
    if player is not None:
        page = page.join(tables).where(results.c.player == player)
    if not private:
        page = page.where(~tables.c.rules.contains(_PRIVATE, autoescape=True))
    if game is not None:
        page = page.where(source.c.game == game)
    if before is not None:
        mark = select(tables.c.ended, tables.c.id).where(tables.c.id == before).scalar_subquery()
        page = page.where(tuple_(source.c.ended, table_id) < mark)
    page = page.order_by(source.c.ended.desc(), table_id.desc()).limit(limit)
    ids = [found for _, found in connection.execute(page)]
    sat = _seats(connection, ids)
    facts = {row.id: _facts(row, sat) for row in connection.execute(_FACTS.where(tables.c.id.in_(ids)))}
    return [facts[found] for found in ids]


def counted(connection: Connection, game: str, after: tuple[float, str] | None, limit: int) -> list[TableFacts]:
    """Finished tables of a game that are rated, the first to end first; `after` is a table's end and id."""
    page = _FACTS.where(tables.c.game == game, tables.c.ended.is_not(None), _is_rated)
    if after is not None:
        page = page.where(tuple_(tables.c.ended, tables.c.id) > tuple_(*after))
    rows = connection.execute(page.order_by(tables.c.ended, tables.c.id).limit(limit)).all()
    sat = _seats(connection, [row.id for row in rows])
    return [_facts(row, sat) for row in rows]


def tallies(connection: Connection, game: str | None, names: Collection[str] | None, limit: int) -> list[Tally]:
    """Wins, draws and losses by player and game, the most wins first."""
    won, drawn, lost = (_count(result) for result in (Result.WON, Result.DRAWN, Result.LOST))
    whose = (results.c.player, results.c.kind, results.c.game)
    query = select(*whose, won.label("won"), drawn.label("drawn"), lost.label("lost"))
    query = query.where(results.c.result != Result.VOID).group_by(*whose)
    if game is not None:
        query = query.where(results.c.game == game)
    if names is not None:
        query = query.where(results.c.player.in_(names))
    best_first = query.order_by(won.desc(), drawn.desc(), lost, *whose).limit(limit)
    rows = connection.execute(best_first)
    return [Tally(Player(row.player, Kind(row.kind)), row.game, row.won, row.drawn, row.lost) for row in rows]


def known_since(connection: Connection, player: str) -> float | None:
    """When a player of that name first took a seat; None if nobody did."""
    return connection.execute(select(players.c.created).where(players.c.name == player)).scalar()


def session_of(connection: Connection, token: str) -> Session | None:
    """The session with that hash of a token; None if there is none."""
    row = connection.execute(_SESSION.where(sessions.c.token == token)).one_or_none()
    return Session(**row._asdict()) if row else None


def held_names(connection: Connection, seen_after: float, limit: int) -> list[tuple[str, float]]:
    """The names that people hold with a token, and when each was last here, the latest first.

    A name whose holder was last here before `seen_after` is left out.
    """
    newest = select(sessions.c.name, sessions.c.seen).where(sessions.c.seen >= seen_after)
    return [(row.name, row.seen) for row in connection.execute(newest.order_by(sessions.c.seen.desc()).limit(limit))]


def held_like(connection: Connection, keys: Collection[str], seen_after: float) -> str | None:
    """The name that somebody holds with a token and that has one of these keys; None if there is none.

    A name whose holder was last here before `seen_after` is not counted.
    """
    has_key = or_(sessions.c.key.in_(keys), sessions.c.look.in_(keys))
    return connection.execute(select(sessions.c.name).where(has_key, sessions.c.seen >= seen_after)).scalar()


def _count(result: Result) -> ColumnElement[int]:
    return func.count().filter(results.c.result == result)


class _Selection(NamedTuple):
    """The queries for some tables. They are made once: SQLAlchemy takes longer to make one than SQLite to answer it."""

    tables: Select[Any]
    seats: Select[Any]
    records: Select[Any]
    log: Select[Any]


def _selection(which: ColumnElement[bool], logged: ColumnElement[bool]) -> _Selection:
    """The tables that `which` selects; `logged` selects the rows of the log that may have entries of them."""
    of_records = select(records.c.table_id, records.c.lines).join(tables).where(which).order_by(records.c.number)
    return _Selection(
        select(tables).where(which).order_by(tables.c.created, tables.c.id),
        select(seats).join(tables).where(which),
        of_records,
        select(log.c.lines).where(logged).order_by(log.c.id),
    )


_ONE: Final = _selection(tables.c.id == bindparam("id"), log.c.lines.contains(bindparam("id", type_=Text)))
_SOME: Final = _selection(tables.c.id.in_(bindparam("ids", expanding=True)), true())
_OF_NODE: Final = _selection(and_(tables.c.ended.is_(None), tables.c.holder == bindparam("fence")), of_node)


def _stored(
    connection: Connection, some: _Selection, values: dict[str, Any]
) -> tuple[list[StoredTable], dict[str, DecodeError]]:
    """The selected tables.

    A table whose record is damaged is left out, and its error is in the second result. Raises DecodeError when the log
    is damaged: nobody knows whose lines are lost.
    """
    rows = connection.execute(some.tables, values).all()
    sat = _sat(connection.execute(some.seats, values))
    kept: dict[str, list[Entry]] = {row.id: [] for row in rows}
    damaged: dict[str, DecodeError] = {}
    for table_id, lines in connection.execute(some.records, values):
        try:
            kept[table_id] += (Entry(entry.at, entry.input) for entry in read_lines(lines))
        except DecodeError as error:
            damaged[table_id] = error
    for lines in connection.scalars(some.log, values):
        for entry in read_lines(lines):
            if entry.table_id in kept:
                kept[entry.table_id].append(Entry(entry.at, entry.input))
    found = [StoredTable(_facts(row, sat), _record(row, kept[row.id])) for row in rows if row.id not in damaged]
    return found, damaged


def _seats(connection: Connection, ids: Collection[str]) -> dict[str, dict[Seat, Player]]:
    return _sat(connection.execute(_SOME.seats, {"ids": ids}))


def _sat(rows: Iterable[AnyRow]) -> dict[str, dict[Seat, Player]]:
    found: dict[str, dict[Seat, Player]] = {}
    for row in rows:
        found.setdefault(row.table_id, {})[row.seat] = Player(row.player, Kind(row.kind))
    return found


def _record(row: AnyRow, of_table: Iterable[Entry]) -> Record:
    return Record(row.game, row.setup, read_rules(row.rules), list(of_table))


def _facts(row: AnyRow, sat: dict[str, dict[Seat, Player]]) -> TableFacts:
    return TableFacts(row.id, row.game, row.created, sat.get(row.id, {}), row.port, row.ended, _outcome(row))


def _outcome(row: AnyRow) -> Ended | None:
    if row.ended is None:
        return None
    return Ended(Ending(row.ending), row.reason, _read_scores(row.scores), _read_winners(row.winners), row.by_seat)
