"""The whole service in simulated time, with a database that fails, and the invariants that must hold there.

`tests.support.simulated_histories` plays games in it.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError
from tests.support.simulated import Broken, check
from tests.support.simulated_database import SimulatedDatabase, SimulatedThread
from tests.support.simulated_lobby import Caller, SimulatedLobby

from stolik.service.net.clock import Clock
from stolik.service.tables.house import House
from stolik.service.tables.live_table import LiveTable
from stolik.store.database.lines import read_lines
from stolik.store.database.schema import tables
from stolik.store.errors import InUse
from stolik.store.ownership import holding, lease
from stolik.store.ownership.lease import Lease
from stolik.store.ownership.node import Node
from stolik.store.reading.queries import stored_tables
from stolik.store.scribe import MOST_ACTS
from stolik.store.store import Store
from stolik.store.stored import StoredTable
from stolik.store.writing.queue import MAX_WAITING
from stolik.store.writing.writer import Writer
from stolik.table.events import Ended, Event, Played
from stolik.table.inputs import Play
from stolik.table.record import moves_of, replay

EPOCH: Final = 1e9
PLAYERS: Final = 6
CALLERS: Final = 4
STEPS: Final = 40


class Ear:
    """A player at a seat of a table, and all that it was told."""

    def __init__(self, service: SimulatedService, live: LiveTable, seat: str, name: str) -> None:
        self.service, self.live, self.seat, self.name = service, live, seat, name
        self.moves: list[tuple[str, str]] = []

    def hear(self, event: Event) -> None:
        """Keeps it for the end of the history; what is told now must be on disk now."""
        if self.service.thread.is_dead:
            return
        if isinstance(event, Played) and event.to == self.seat:
            self.service.world.heard_move(self.live.id, event)
        elif isinstance(event, Ended):
            self.service.world.heard_end(self.live, event)


class SimulatedService:
    """One process with a store, a house and its tables."""

    def __init__(self, world: World, fence: int) -> None:
        self.world = world
        self.thread = SimulatedThread(world.database.faults)
        reading: Any = SimulatedThread(type(world.database.faults)())
        writer = Writer(world.database.engine, fence)
        self.store = Store(writer, self.thread, world.database.reading, reading)
        self.clock = Clock()
        self.clock._offset = EPOCH
        self.house = House(self.clock, self.store)
        self.store.on_pause = self.house.pause
        self.store.on_lost = lambda _: self.stop()
        self.house.on_change.append(self._changed)
        self.lobby = SimulatedLobby(self)

    async def recover(self) -> None:
        """Restores the tables; those of the lobby wait for their players."""
        self.lobby.adopt(await self.house.recover())

    def stop(self) -> None:
        """Its tables stop, and it ends all connections."""
        self.house.stop()
        self.lobby.cut()

    def _changed(self, live: LiveTable) -> None:
        """A game that has ended was played: no game is broken off."""
        gone = live.id not in self.house.tables
        check(self.thread.is_dead or not gone or live.outcome is not None, "a game is broken off")

    def kill(self) -> None:
        """It ends as by `kill -9`: nothing that waits is written."""
        self.thread.is_dead = True
        self.stop()
        self.store._cancel_timers()


class World:
    """The database, the services that use it, and everything that players were told."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.database = SimulatedDatabase(lambda: EPOCH + loop.time())
        self.moves: dict[str, list[tuple[str, str]]] = {}
        self.ends: dict[str, Ended] = {}
        self.callers = [Caller(self, f"Program{number}") for number in range(CALLERS)]
        self._nodes = 0
        self._watched: tuple[float, Lease] | None = None
        self.services: list[SimulatedService] = []
        self._read: dict[str, tuple[int, list[tuple[str, str]] | None]] = {}
        """[table]: the moves that were read of it, and how many commits there were then."""

        self._stored: dict[str, tuple[int, StoredTable | None]] = {}
        """[table]: what was read of it, and how many commits there were then."""

    @property
    def owner(self) -> SimulatedService:
        """The service that started last: only it can write."""
        return self.services[-1]

    # What players are told.

    def stored(self, table_id: str) -> StoredTable | None:
        """What is in the database of a table now."""
        commits = self.database.faults.commits
        read_at, stored = self._stored.get(table_id, (-1, None))
        if read_at != commits:
            with self.database.reading.connect() as connection:
                stored = next(iter(stored_tables(connection, [table_id])), None)
            self._stored[table_id] = commits, stored
        return stored

    def moves_on_disk(self, table_id: str) -> list[tuple[str, str]] | None:
        """The moves of a table that are in the database now; None if the table is not there."""
        commits = self.database.faults.commits
        read_at, moves = self._read.get(table_id, (-1, None))
        if read_at != commits:
            moves = self._read_moves(table_id)
            self._read[table_id] = commits, moves
        return moves

    def _read_moves(self, table_id: str) -> list[tuple[str, str]] | None:
        """Reads by the driver: this is done after every commit, and SQLAlchemy would take ten times as long."""
        if not self.database.rows("SELECT 1 FROM tables WHERE id = ?", table_id):
            return None
        lines = [
            *self.database.rows("SELECT lines FROM records WHERE table_id = ? ORDER BY number", table_id),
            *self.database.rows("SELECT lines FROM log ORDER BY id"),
        ]
        entries = [entry for (some,) in lines for entry in read_lines(some) if entry.table_id == table_id]
        return [(entry.input.seat, entry.input.move) for entry in entries if isinstance(entry.input, Play)]

    def heard_move(self, table_id: str, played: Played) -> None:
        """A move is told: it must be on disk, after all that was told before."""
        heard = self.moves.setdefault(table_id, [])
        on_disk = self.moves_on_disk(table_id)
        check(on_disk is not None, "a move is told of a table that is not on disk")
        assert on_disk is not None
        move = (played.seat, played.move)
        is_news = on_disk[: len(heard) + 1] == [*heard, move]
        check(is_news or move in heard, f"a move is told that is not on disk: {move}")
        if is_news:
            heard.append(move)

    def heard_end(self, live: LiveTable, ended: Ended) -> None:
        """An end is told: it must be the one that the record leads to."""
        stored = self.stored(live.id)
        check(stored is not None, "an end is told of a table that is not on disk")
        assert stored is not None
        check(replay(stored.record).outcome == ended, f"a result is told that was not played: {ended}")
        check(stored.facts.outcome == ended, "the store has another result than was told")
        check(self.ends.setdefault(live.id, ended) == ended, "two results are told of one game")

    # What happens.

    async def start(self, machine: str) -> bool:
        """Starts one more service, which may be refused; returns whether it was."""
        self._nodes += 1
        node = Node(machine, machine, self._nodes, "")
        try:
            with self.database.engine.begin() as connection:
                fence = holding.join(connection, node, alone=True, watched=self._watch(connection))
        except (InUse, SQLAlchemyError):
            return False
        service = SimulatedService(self, fence)
        self.services.append(service)
        await service.recover()
        return True

    def _watch(self, connection: Connection) -> list[Lease]:
        """The lease, if it has not been renewed for a whole term by a clock that nobody sets."""
        now, held = asyncio.get_running_loop().time(), lease.read_existing(connection)
        if self._watched is None or not held or not held[0].is_same(self._watched[1]):
            self._watched = (now, held[0]) if held else None
        return held if self._watched is not None and now - self._watched[0] >= lease.TERM else []

    async def restart(self) -> None:
        """Kills the owner and starts another service when the lease has run out."""
        self.owner.kill()
        for _ in range(30):
            if await self.start("here"):
                return
            await asyncio.sleep(3.0)
        raise Broken("a service cannot be started again")

    def check_memory(self) -> None:
        """Nothing grows without bound."""
        for service in self.services:
            check(len(service.store._waiting) <= MAX_WAITING + PLAYERS, "too many writes wait")
            for live in service.house.tables.values():
                if live._scribe is not None:
                    check(len(live._scribe._acts) <= MOST_ACTS + STEPS, "too many acts wait")

    def check_records(self) -> None:
        """Every record is whole, has one writer, and has all that was told."""
        with self.database.reading.connect() as connection:
            ids = list(connection.scalars(select(tables.c.id)))
            kept = {table.facts.id: table for table in stored_tables(connection, ids)}
        for table_id, stored in kept.items():
            table = replay(stored.record)
            check(table.outcome == stored.facts.outcome, "the outcome on disk is not the one of the record")
            times = [entry.at for entry in stored.record.entries]
            check(times == sorted(times), "the entries of a record are not in the order of time")
            on_disk = [(move.seat, move.move) for move in moves_of(stored.record)]
            heard = self.moves.get(table_id, [])
            check(on_disk[: len(heard)] == heard, "a move that was told is not on disk")
