"""A SQLite database in memory that fails when it is told to, and a thread that is none: for simulated time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from itertools import count
from typing import Any

from sqlalchemy import Engine, NullPool, create_engine, event

from stolik.store.database.schema import metadata

_names = count()


class Faults:
    """What is wrong with the database now."""

    def __init__(self) -> None:
        self.code = 0
        """The SQLite error of every statement; 0: none."""
        self.lost_answers = 0
        """How many of the next commits are made although their answer is lost."""
        self.lost_commits = 0
        """How many of the next commits are not made."""
        self.delay = 0.0
        """Seconds that the thread takes for anything."""
        self.clock_shift = 0.0
        """Seconds by which the database's clock is wrong."""
        self.commits = 0
        """How many commits were made: what is on disk has not changed while this has not."""

    def heal(self) -> None:
        """Everything works; the clock stays as it is."""
        self.code = self.lost_answers = self.lost_commits = 0
        self.delay = 0.0

    def fail(self) -> None:
        """Raises the error of a statement, if there is one."""
        if self.code:
            raise _error(self.code)


def _error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("simulated")
    error.sqlite_errorcode = code
    return error


class _Cursor(sqlite3.Cursor):
    connection: _Connection

    def execute(self, *arguments: Any) -> _Cursor:
        self.connection.faults.fail()
        super().execute(*arguments)
        return self


class _Connection(sqlite3.Connection):
    faults: Faults

    def cursor(self, factory: Any = _Cursor) -> Any:
        return super().cursor(_Cursor)

    def execute(self, *arguments: Any) -> Any:
        """The log's statement and a renewal are commits by themselves."""
        self.faults.fail()
        if self.in_transaction or not str(arguments[0]).startswith(("INSERT", "UPDATE")):
            return super().execute(*arguments)
        return self._commit(lambda: super(_Connection, self).execute(*arguments))

    def commit(self) -> None:
        if self.in_transaction:
            self._commit(super().commit)

    def _commit(self, act: Callable[[], Any]) -> Any:
        self.faults.fail()
        if self.faults.lost_commits:
            self.faults.lost_commits -= 1
            raise _error(sqlite3.SQLITE_IOERR)
        done = act()
        self.faults.commits += 1
        if self.faults.lost_answers:
            self.faults.lost_answers -= 1
            raise _error(sqlite3.SQLITE_IOERR)
        return done


@cache
def _template() -> sqlite3.Connection:
    """An empty store. Migrations take longer than a whole simulated history."""
    connection = sqlite3.connect(":memory:")
    engine = create_engine("sqlite://", creator=lambda: connection)
    metadata.create_all(engine)
    connection.commit()
    return connection


class SimulatedDatabase:
    """One database. It lives as long as this object, through all crashes of the services that use it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._where = f"file:simulated{next(_names)}?mode=memory&cache=shared"
        self._now = now
        self.faults = Faults()
        self._anchor = sqlite3.connect(self._where, uri=True)
        _template().backup(self._anchor)
        if _in_use:
            _in_use[0].close()
        _in_use[:] = [self]
        self.engine, self.reading = _engines()

    def close(self) -> None:
        """Forgets everything."""
        if self in _in_use:
            _in_use.clear()
        self.engine.dispose()
        self.reading.dispose()
        self._anchor.close()

    def connect(self) -> _Connection:
        """A connection with all faults."""
        self.faults.fail()
        connection = sqlite3.connect(
            self._where, uri=True, factory=_Connection, isolation_level=None, check_same_thread=False
        )
        connection.faults = self.faults
        connection.create_function("julianday", 1, self._julian_day)
        return connection

    def connect_for_reading(self) -> sqlite3.Connection:
        """A connection without faults."""
        connection = sqlite3.connect(self._where, uri=True, check_same_thread=False)
        connection.create_function("julianday", 1, self._julian_day)
        return connection

    def rows(self, query: str, *arguments: str) -> list[tuple[Any, ...]]:
        """What a query finds, without faults."""
        return self._anchor.execute(query, arguments).fetchall()

    def _julian_day(self, _: str) -> float:
        return (self._now() + self.faults.clock_shift) / 86400.0 + 2440587.5


_in_use: list[SimulatedDatabase] = []
"""The database of the history that is played now."""


@cache
def _engines() -> tuple[Engine, Engine]:
    """The same for all histories: each engine compiles every statement anew, which takes longer than a history."""
    # A connection for each service: a commit of one that is lost must not stay open in another.
    engine = create_engine("sqlite://", creator=lambda: _in_use[0].connect(), poolclass=NullPool)
    engine.dialect.use_insertmanyvalues_wo_returning = True
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine, create_engine("sqlite://", creator=lambda: _in_use[0].connect_for_reading())


class SimulatedThread(Executor):
    """Does one thing after another in the event loop, each after the database's delay, until it is killed."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._loop = asyncio.get_running_loop()
        self._free_at = 0.0
        self.is_dead = False

    def submit(self, act: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._free_at = max(self._free_at, self._loop.time()) + self._faults.delay
        self._loop.call_at(self._free_at, self._do, future, act, arguments, named)
        return future

    def _do(self, future: Future[Any], act: Callable[..., Any], arguments: Any, named: Any) -> None:
        if self.is_dead or not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(act(*arguments, **named))
        except BaseException as error:
            future.set_exception(error)
