"""The arena: the lobby, all tables, their doors, and the built-in players, run by one service process."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import AsyncExitStack
from functools import partial
from random import Random
from types import TracebackType
from typing import Any, Final, Literal, Self

from msgspec import Struct, structs

from stolik.contract import AnyGame, Kind, Player, Position, Seat
from stolik.contract.registry import all_games, faulty_games, find_game
from stolik.lobby.lobby import Lobby
from stolik.lobby.names import name_keys
from stolik.lobby.words import Matched
from stolik.log import LogEntry
from stolik.players.registry import PlayerError
from stolik.service.bots.bots import Bots
from stolik.service.bots.names import bot_like
from stolik.service.bots.worker_process import Nursery
from stolik.service.doors.game_doors import GameDoors
from stolik.service.lobby.held_names import HeldNames
from stolik.service.lobby.live_lobby import LiveLobby, seats_of
from stolik.service.metrics import Metrics
from stolik.service.net.clock import Clock
from stolik.service.net.limits import Limits
from stolik.service.net.listen import allow_many_connections, listen
from stolik.service.net.tls import read_certificate
from stolik.service.net.waiting_room import WaitingRoom
from stolik.service.settings import USUAL_HOSTS, Settings
from stolik.service.tables.desks import Desks, may_have_desk
from stolik.service.tables.house import House
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.new_table import NewTable, SeatFor, check, check_bot, kept_seats, start_position
from stolik.service.tables.rules_for import rules_for
from stolik.service.tables.standstill import TableClock
from stolik.service.tables.sweep import Sweep
from stolik.service.tidying import Tidying
from stolik.store.errors import LeaseLost, ReadFailed
from stolik.store.store import Store, open_store
from stolik.table.events import Ended, Event
from stolik.table.table import SeatTaken

log = logging.getLogger(__name__)

LAST_WRITES: Final = 2.0
"""Seconds that a service that stops waits for the store. Nobody was told of what is not written by then."""
MOST_BOT_TABLES: Final = 100
"""Tables of bots alone: on one core they make some moves a second together, which nobody can follow."""


class TooManyTables(Exception):
    """No more tables of this kind can be opened now; the message says why."""


def games_for_two() -> tuple[str, ...]:
    """The games to which one player can invite another."""
    return tuple(game.name for game in all_games().values() if len(game.seats) == 2)


class Health(Struct, frozen=True, omit_defaults=True):
    """Whether the service works, and if not, why."""

    status: Literal["ok", "stopping", "failing"]
    reason: str = ""


class Arena:
    """Everything that `stolik serve` runs, except the page. Made and used inside a running event loop."""

    def __init__(self, settings: Settings, *, with_page: bool = False) -> None:
        """`with_page`: also takes the port of the page, before anything is restored."""
        self.settings = settings
        self.tls = read_certificate(settings)
        """How the page is encrypted; None: it is not."""
        self._tls = self.tls if settings.tls_doors else None
        self.clock = Clock()
        self.house = House(self.clock)
        self.nursery = Nursery()
        """Starts the worker processes, for bots and for analyses."""
        self.bots = Bots(self.nursery)
        self.lobby = LiveLobby(Lobby(settings.max_clients, games_for_two(), name_keys), self._open_invited)
        self.names = HeldNames()
        """The names that people hold with a token."""
        self.lobby.objection = self.objection_to
        self.limits = Limits()
        self.waiting_room = WaitingRoom(self.limits)
        """Connections of all doors that have not said who they are yet."""
        self.metrics = Metrics(self.limits)
        self.house.observe = self.metrics.happened
        self.house.stand_in = lambda live, seat: self.bots.stand_in(live, seat)
        self.bots.thought = self.metrics.thought
        self.bots.stood_in = self.metrics.stood_in
        self.page_socket: socket.socket | None = None
        """Where the page will be served, if this arena is to have one."""
        self.lease_lost: asyncio.Future[LeaseLost] = asyncio.get_running_loop().create_future()
        """Done when another service has taken the store: this one must stop."""
        self._with_page = with_page
        self._doors = GameDoors(self.lobby, self.clock, self.waiting_room, self._open_paired)
        self._desks = Desks(settings.host, settings.table_ports, self.waiting_room, self._tls)
        self._desks.lost_port = self.house.changed
        self.sweep = Sweep(self.house.tables, settings.abandoned_after)
        self.house.on_change.append(self.sweep.visited)
        self.tidying = Tidying(self.house.tables)
        self.house.on_change.append(self.tidying.changed)
        self._rng = Random()
        self._bot_tables: set[str] = set()
        """The tables that were made for bots alone."""
        self._closing: asyncio.Task[None] | None = None
        """Closes all connections of programs, once the arena is stopped."""
        self._stopped = False
        self._open = AsyncExitStack()

    @property
    def store(self) -> Store | None:
        """The store of the records; None when nothing is stored."""
        return self.house.store

    async def __aenter__(self) -> Self:
        """Opens the store and takes all ports, then restores the unfinished tables, then opens the doors."""
        allow_many_connections()
        for why in faulty_games().values():
            log.warning(LogEntry("game left out", why=why))
        async with AsyncExitStack() as stack:
            if not self.settings.no_db:
                await self._open_store(stack)
            stack.push_async_callback(self._close)
            self._take_ports(stack)
            await self._recover()
            await self._doors.open(self._tls)
            self.sweep.start(TableClock(self.clock, self.house.standstill))
            self.names.start(self.clock)
            self.tidying.start()
            self._open = stack.pop_all()
        return self

    async def _open_store(self, stack: AsyncExitStack) -> None:
        store = self.house.store = await stack.enter_async_context(open_store(self.settings.db))
        store.on_batch = self.metrics.written
        store.on_pause = self.house.pause
        store.on_lost = self._lose_lease
        await self.names.load(store, self.clock.now())

    def _lose_lease(self, error: LeaseLost) -> None:
        """Stops all tables: another service goes on with them."""
        self.house.stop()
        if not self.lease_lost.done():
            self.lease_lost.set_result(error)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Tells all players, writes what is not on disk yet, and closes all doors."""
        await self._open.__aexit__(kind, error, trace)

    async def open_table(
        self, new: NewTable, start: Position[Any] | None = None, holder: str = "", maker: str = ""
    ) -> LiveTable:
        """Opens the table of a request and seats its bots; raises ValueError, in words, and TooManyTables.

        `start` is a start position to use instead of drawing one; the result of such a game does not count. `holder` is
        the address that asks: when ports are short, whoever has most of them loses one first. `maker` is the person.
        """
        game = check(new)
        only_bots = all(seat in new.seats and new.seats[seat].kind is Kind.BOT for seat in game.seats)
        if only_bots and len(self._bot_tables) >= MOST_BOT_TABLES:
            self.limits.hit("tables of bots", maker=maker)
            raise TooManyTables(f"{MOST_BOT_TABLES} tables of bots alone are in play: wait until one is finished")
        kinds = {whose.kind for whose in new.seats.values()}
        if Kind.PROGRAM in kinds and not may_have_desk(game):
            raise ValueError(f"a program cannot be asked to a table of {game.name}: it comes to the game's own door")
        rules = rules_for(game, new, self.settings.grace, self.settings.abandoned_after)
        position = start_position(game, new.seed) if start is None else start
        rules = structs.replace(rules, counts=start is None and not new.practice, bot_pause=new.bot_pause)
        if Kind.PROGRAM in kinds:
            listening = self._desks.reserve(holder=holder)
            try:
                live = self.house.open(game, position, rules, kept_seats(new), listening.getsockname()[1])
            except BaseException:
                self._desks.release(listening)
                raise
            await self._desks.open(live, listening, holder)
        else:
            live = self.house.open(game, position, rules, kept_seats(new))
        live.maker = maker
        if only_bots:
            self._bot_tables.add(live.id)
            live.on_change.append(partial(self._bots_finished, live.id))
        self._seat_bots(live)
        return live

    def _bots_finished(self, table_id: str, event: Event) -> None:
        if isinstance(event, Ended):
            self._bot_tables.discard(table_id)

    async def room(self) -> None:
        """Waits while too much waits for the store: whoever reads from players calls it after each message."""
        if self.store is not None and self.store.is_full:
            await self.store.room()

    async def open_desk(self, live: LiveTable, holder: str = "") -> None:
        """Gives a table a port where programs join it, if it has none; raises ValueError, in words."""
        if not may_have_desk(live.game):
            raise ValueError(f"programs do not come to a table of {live.game.name}: they come to the game's own door")
        if live.is_over:
            raise ValueError("the game is over")
        if live.port is None:
            await self._desks.open(live, self._desks.reserve(holder=holder), holder)
            self.house.changed(live)

    def seat_bot(self, live: LiveTable, seat: Seat, name: str) -> None:
        """Gives an empty seat to a built-in player, even a reserved seat; raises ValueError, in words."""
        if seat not in live.empty_seats:
            raise ValueError(f"there is no empty seat {seat!r} at this table")
        live.kept_for[seat] = Player(check_bot(live.game, name), Kind.BOT)
        try:
            self.bots.seat(live, seat, name)
        except SeatTaken as error:
            raise ValueError(str(error)) from None

    async def objection_to(self, name: str) -> str | None:
        """Why no program may call itself so; None when one may."""
        try:
            held = await self.names.like(name, self.clock.now())
        except ReadFailed:
            return "the store does not answer, try again later"
        if held is None and name_keys(name) & self.names.being_claimed:
            held = name
        if held is not None:
            return f"the name {held} belongs to somebody who plays on the page"
        bot = bot_like(name)
        return None if bot is None else f"{bot} is the name of a built-in player"

    @property
    def ports(self) -> dict[str, int]:
        """The port of each game that has one of its own."""
        return self._doors.ports

    @property
    def connections(self) -> dict[str, int]:
        """How many clients are connected to each game's own ports."""
        at_doors, at_desks = self._doors.connections, self._desks.connections
        return {name: at_doors.get(name, 0) + at_desks.get(name, 0) for name in all_games()}

    def metrics_text(self) -> bytes:
        """The metrics, in the format of Prometheus."""
        tables, players = self.house.tables.values(), len(self.lobby.lobby.members)
        return self.metrics.text(tables, self.connections, players, len(asyncio.all_tasks()))

    async def health(self) -> Health:
        """The result of a health check."""
        if self._stopped:
            return Health("stopping")
        error = None if self.store is None else self.store.check()
        return Health("ok") if error is None else Health("failing", f"the store cannot write: {error}")

    def _seat_bots(self, live: LiveTable) -> None:
        for seat, player in live.kept_for.items():
            if player.kind is Kind.BOT and not live.is_over:
                try:
                    self.bots.seat(live, seat, player.name)
                except PlayerError as error:  # uninstalled since then; no other player may use its name
                    log.error("bot missing table=%s seat=%s: %s", live.id, seat, error)

    def _open_invited(self, matched: Matched) -> LiveTable:
        """Opens the table of an accepted invitation."""
        game = find_game(matched.game)
        names = zip(seats_of(game, matched), (matched.host, matched.guest), strict=True)
        kinds = {name: self.lobby.lobby.members[name].kind for name in (matched.host, matched.guest)}
        seats = {seat: SeatFor(kinds[name], name) for seat, name in names}
        terms = matched.terms
        new = NewTable(game.name, seats, terms.turn_time, None, terms.game_time, terms.increment, terms.untimed)
        return self.house.open(game, game.start(self._rng), rules_for(game, new, self.settings.grace), kept_seats(new))

    def _open_paired(self, game: AnyGame) -> LiveTable:
        """Opens a table for the programs that wait at the game's own port, with the game's own house rules."""
        start = game.start_for_pair or game.start
        return self.house.open(game, start(self._rng), game.house_rules)

    async def _recover(self) -> None:
        for live in await self.house.recover():
            if live.port is not None and may_have_desk(live.game):
                await self._recover_desk(live)
            elif self._is_between_players(live):
                self.lobby.adopt(live)
            self._seat_bots(live)

    async def _recover_desk(self, live: LiveTable) -> None:
        """Opens the table's desk again, on the same port if it is free. Without a port, people can still play there."""
        before, live.port = live.port, None
        try:
            await self._desks.open(live, self._desks.reserve(before))
        except ValueError as error:
            log.warning(LogEntry("desk not recovered", table=live.id, port=before, why=error))

    def _is_between_players(self, live: LiveTable) -> bool:
        """Whether the table's two players can come back to it through the lobby."""
        owners = [live.kept_for.get(seat) for seat in live.game.seats]
        waits = live.rules.grace > 0
        return waits and len(owners) == 2 and all(owner and owner.kind is not Kind.BOT for owner in owners)

    def _take_ports(self, stack: AsyncExitStack) -> None:
        """Takes every port: when one is not free, the service ends before it has changed anything."""
        self._doors.take_ports(lambda game: self.listen(self.settings.port_of(find_game(game))))
        if self._with_page:
            self.page_socket = self.listen(self.settings.port)
            stack.callback(self.page_socket.close)

    def listen(self, port: int) -> socket.socket:
        """Opens a listening socket on the arena's address; raises OSError, in words."""
        try:
            return listen(port, self.settings.host)
        except OSError as error:
            where = f"port {port}" if self.settings.host in USUAL_HOSTS else f"{self.settings.host} port {port}"
            raise OSError(error.errno, f"cannot listen on {where}: {error.strerror}") from None

    async def stop(self) -> None:
        """Disconnects all programs. The tables stop first, so that no player loses a game by it."""
        if self._stopped:
            return
        self._stopped = True
        log.info(LogEntry("stop", tables=len(self.house.tables)))
        self.sweep.stop()
        self.names.stop()
        self.tidying.stop()
        self.house.stop()
        if self.store is not None:
            try:
                await asyncio.wait_for(self.store.written(), LAST_WRITES)
            except TimeoutError:
                self.store.give_up()
        self._doors.stop()
        self.lobby.close("The server stops.")
        # In the background: the page closes its connections at the same time.
        self._closing = asyncio.get_running_loop().create_task(self._close_doors())

    async def _close_doors(self) -> None:
        # All at once: each waits for its slowest client.
        await asyncio.gather(self._desks.close(), self._doors.close())

    async def _close(self) -> None:
        await self.stop()
        if self._closing is not None:
            await self._closing
        await self.bots.close()
        await self.nursery.close()
