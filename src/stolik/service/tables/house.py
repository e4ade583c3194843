"""The house: all live tables of a service. It opens tables, keeps their records, and restores them after a crash."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from stolik.contract import AnyGame, HouseRules, Player, Position, Seat
from stolik.contract.registry import find_game
from stolik.log import LogEntry
from stolik.service.net.clock import Clock, after_reading
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.standstill import Standstill
from stolik.store.errors import LeaseLost, NotHeld
from stolik.store.ids import new_id
from stolik.store.scribe import Scribe
from stolik.store.store import Store
from stolik.store.stored import StoredTable
from stolik.table.events import Ended, Event
from stolik.table.inputs import Restart
from stolik.table.record import replay
from stolik.table.table import Table

log = logging.getLogger(__name__)


class House:
    """The live tables by id. Without a store they are lost when the process ends."""

    def __init__(self, clock: Clock, store: Store | None = None) -> None:
        self.clock = clock
        self.store = store
        self.tables: dict[str, LiveTable] = {}
        self.standstill = Standstill(clock)
        """All tables stand still while the store is away."""
        self.on_standstill: list[Callable[[bool], None]] = []
        """Called with True when a standstill begins, and with False when it is over."""
        self.observe: Callable[[LiveTable, list[Event]], None] = lambda _live, _events: None
        """Called with the events of any table as soon as they happen, before they are on disk: for metrics only."""
        self.stand_in: Callable[[LiveTable, Seat], None] = lambda _live, _seat: None
        """Called with a table and a seat for which the house is to move."""
        self.on_change: list[Callable[[LiveTable], None]] = []
        """Called with a table when it is opened, when a player sits or leaves there, and when its game ends."""

    def open(
        self,
        game: AnyGame,
        position: Position[Any],
        rules: HouseRules,
        seats: Mapping[Seat, Player] | None = None,
        port: int | None = None,
    ) -> LiveTable:
        """Opens a table. `seats` are reserved for the given players; `port` is its desk's port, if it has a desk."""
        now = self.clock.now()
        if self.store is None:
            return self._keep(LiveTable(Table(game, position, rules), self.clock, id_=new_id(now), port=port), seats)
        id_, opened = self.store.begin_table(game.name, game.write(position), rules, now, seats, port)
        scribe = Scribe(self.store, id_, lambda error: self._broken(id_, error), opened=opened)
        table = Table(game, position, rules, scribe.accepted)
        return self._keep(LiveTable(table, self.clock, scribe, id_, port, self.standstill), seats)

    async def recover(self) -> list[LiveTable]:
        """Restores every table whose game had not ended, and returns them, the last to be played at first.

        Their players can come back to their seats. A table of a game that is not installed stays in the store until it
        is, and so does a table whose record cannot be read.
        """
        unfinished = await self.store.load_unfinished() if self.store else []
        recovered = [(_last_change(stored), self._recover(stored)) for stored in unfinished if _is_installed(stored)]
        newest_first = sorted(recovered, key=lambda pair: pair[0], reverse=True)
        return [live for _, live in newest_first if live is not None]

    def pause(self, pausing: bool) -> None:
        """Stops the clocks of all tables, or lets them go on, after what has arrived meanwhile has been read."""
        if pausing:
            self._stand_still()
        else:
            after_reading(self._go_on)

    def _stand_still(self) -> None:
        if not self.standstill.is_on:
            self.standstill.begin()
            for tell in tuple(self.on_standstill):
                tell(True)

    def _go_on(self) -> None:
        if self.standstill.is_on and not (self.store is not None and self.store.pausing):
            self.standstill.end()
            for live in tuple(self.tables.values()):
                live.go_on()
            for tell in tuple(self.on_standstill):
                tell(False)

    def _recover(self, stored: StoredTable) -> LiveTable | None:
        facts, record = stored.facts, stored.record
        assert self.store is not None  # noqa: S101 - it is where the record comes from
        scribe = Scribe(self.store, facts.id, lambda error: self._broken(facts.id, error), len(record.entries))
        try:
            table = replay(record, scribe.accepted)
        except Exception as error:  # one damaged record must not keep all others from coming back
            log.error(LogEntry("not recovered", table=facts.id, game=facts.game, error=repr(error)))
            return None
        live = self._keep(LiveTable(table, self.clock, scribe, facts.id, facts.port, self.standstill), facts.seats)
        log.info(LogEntry("recover", table=facts.id, game=facts.game, entries=len(record.entries)))
        live.take(Restart())
        return live

    def stop(self) -> None:
        """Stops all tables. What has already happened is still written to the store."""
        for live in self.tables.values():
            live.stop()

    def _keep(self, live: LiveTable, seats: Mapping[Seat, Player] | None) -> LiveTable:
        live.kept_for.update(seats or {})
        live.observe = partial(self.observe, live)
        live.audience.stand_in = lambda seat: self.stand_in(live, seat)
        self.tables[live.id] = live
        live.on_change.append(partial(self._hear_of, live))
        self.changed(live)
        return live

    def changed(self, live: LiveTable) -> None:
        """Tells everyone who follows the tables that something about this one has changed."""
        for tell in tuple(self.on_change):
            tell(live)

    def _hear_of(self, live: LiveTable, event: Event) -> None:
        if isinstance(event, Ended):
            self.tables.pop(live.id, None)
            log.info(LogEntry("end", table=live.id, game=live.game.name, ending=event.ending))
        self.changed(live)

    def _broken(self, table_id: str, error: BaseException) -> None:
        """Ends a table whose record can never be written: otherwise its players would play a game that will be lost.

        Nobody is told anything when the service is about to stop: the game waits in the store. The same when another
        process has taken the table: the game goes on there.
        """
        live = self.tables.get(table_id)
        if isinstance(error, LeaseLost) or (live is not None and live.is_stopped):
            return
        log.error(LogEntry("broken", table=table_id, error=error))
        if live is not None:
            del self.tables[table_id]
            if isinstance(error, NotHeld):
                live.stop()
            else:
                live.break_off(f"the game cannot be kept: {error}")
            self.changed(live)


def _last_change(stored: StoredTable) -> float:
    entries = stored.record.entries
    return entries[-1].at if entries else stored.facts.created


def _is_installed(stored: StoredTable) -> bool:
    """Whether the game of a stored table can be played here; says so in the log when it cannot."""
    try:
        find_game(stored.facts.game)
    except ValueError as error:
        log.error(LogEntry("not recovered", table=stored.facts.id, game=stored.facts.game, error=str(error)))
        return False
    return True
