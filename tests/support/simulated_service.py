"""A whole history of the service in simulated time: games, players, crashes, rivals, and a database that fails.

A history is a list of steps, drawn from a seed. `run_history` plays it and raises Broken when an invariant does not
hold; `shrink` leaves out the steps that a failure does not need.

    python -m tests.support.simulated_service --seconds 60 --seed 1
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, Final

import click
from sqlalchemy import Connection, select
from sqlalchemy.exc import SQLAlchemyError
from tests.support.simulated import SimulatedLoop
from tests.support.simulated_database import SimulatedDatabase, SimulatedThread

from stolik.contract import HouseRules, Kind
from stolik.contract.registry import find_game
from stolik.service.net.clock import Clock
from stolik.service.tables.house import House
from stolik.service.tables.live_table import LiveTable
from stolik.store import lease
from stolik.store.errors import InUse, LeaseLost
from stolik.store.lease import Lease
from stolik.store.node import Node
from stolik.store.queue import MAX_WAITING
from stolik.store.reader import stored_tables
from stolik.store.schema import tables
from stolik.store.scribe import MOST_ACTS
from stolik.store.store import Store
from stolik.store.stored import StoredTable
from stolik.store.writer import Writer
from stolik.table.events import Ended, Event, Played
from stolik.table.inputs import Foul, Play
from stolik.table.record import moves_of, replay
from stolik.table.table import SeatTaken, Stage

Step = tuple[Any, ...]
History = list[Step]

TURN_TIME: Final = 20.0
RULES: Final = {
    "krazki": HouseRules(turn_time=TURN_TIME, on_silence="forfeit", on_foul="refuse", on_absence="forfeit", grace=30.0),
    "graph": HouseRules(on_absence="wait"),
}
EPOCH: Final = 1e9
PLAYERS: Final = 6
STEPS: Final = 40
ERRORS: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY)
LONG_ENOUGH: Final = 40.0
"""Seconds after which a healed database has answered and every pause is over."""


class Broken(AssertionError):
    """An invariant does not hold; the message says which."""


def check(is_so: bool, what: str) -> None:
    """Raises Broken unless it is so."""
    if not is_so:
        raise Broken(what)


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

    def __init__(self, world: World, node: Node, fence: int) -> None:
        self.world = world
        self.thread = SimulatedThread(world.database.faults)
        reading: Any = SimulatedThread(type(world.database.faults)())
        writer = Writer(world.database.engine, node.id, fence)
        self.store = Store(writer, self.thread, world.database.reading, reading)
        self.clock = Clock()
        self.clock._offset = EPOCH
        self.house = House(self.clock, self.store)
        self.store.on_pause = self.house.pause
        self.store.on_lost = lambda _: self.house.stop()
        self.house.on_change.append(self._changed)

    def _changed(self, live: LiveTable) -> None:
        """A game that has ended was played: no game is broken off."""
        gone = live.id not in self.house.tables
        check(self.thread.is_dead or not gone or live.outcome is not None, "a game is broken off")

    def kill(self) -> None:
        """It ends as by `kill -9`: nothing that waits is written."""
        self.thread.is_dead = True
        self.house.stop()
        self.store._cancel_timers()


class World:
    """The database, the services that use it, and everything that players were told."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.database = SimulatedDatabase(lambda: EPOCH + loop.time())
        self.moves: dict[str, list[tuple[str, str]]] = {}
        self.ends: dict[str, Ended] = {}
        self._nodes = 0
        self._watched: tuple[float, Lease] | None = None
        self.services: list[SimulatedService] = []

    @property
    def owner(self) -> SimulatedService:
        """The service that started last: only it can write."""
        return self.services[-1]

    # What players are told.

    def stored(self, table_id: str) -> StoredTable | None:
        """What is in the database of a table now."""
        with self.database.reading.connect() as connection:
            return next(iter(stored_tables(connection, [table_id])), None)

    def heard_move(self, table_id: str, played: Played) -> None:
        """A move is told: it must be on disk, after all that was told before."""
        heard = self.moves.setdefault(table_id, [])
        stored = self.stored(table_id)
        check(stored is not None, "a move is told of a table that is not on disk")
        assert stored is not None
        on_disk = [(move.seat, move.move) for move in moves_of(stored.record)]
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
        node = Node(f"n{self._nodes}", machine, machine, self._nodes, "")
        try:
            with self.database.engine.begin() as connection:
                fence = lease.take(connection, node, self._watch(connection))
        except (InUse, SQLAlchemyError):
            return False
        service = SimulatedService(self, node, fence)
        self.services.append(service)
        await service.house.recover()
        return True

    def _watch(self, connection: Connection) -> Lease | None:
        """The lease, if it has not been renewed for a whole term by a clock that nobody sets."""
        now, held = asyncio.get_running_loop().time(), lease.read(connection)
        if self._watched is None or held is None or not held.is_same(self._watched[1]):
            self._watched = None if held is None else (now, held)
        return held if self._watched is not None and now - self._watched[0] >= lease.TERM else None

    async def restart(self) -> None:
        """Kills the owner and starts another service when the lease has run out."""
        self.owner.kill()
        for _ in range(100):
            if await self.start("here"):
                return
            await asyncio.sleep(1.0)
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


class Player:
    """The steps of a history, done in a world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def _live(self, number: int) -> LiveTable | None:
        live = list(self.world.owner.house.tables.values())
        return live[number % len(live)] if live else None

    async def do(self, step: Step) -> None:
        """Does one step."""
        await _STEPS[step[0]](self, *step[1:])
        self.world.check_memory()

    async def open(self, game: str, seed: int) -> None:
        """A table is opened."""
        found = find_game(game)
        self.world.owner.house.open(found, found.start(Random(seed)), RULES[game])

    async def sit(self, table: int, seat: int, name: int) -> None:
        """A player takes a seat, if it may."""
        live = self._live(table)
        if live is None or live.is_over:
            return
        chosen = live.game.seats[seat % 2]
        player = f"player {name}"
        try:
            live.sit(chosen, player, Ear(self.world.owner, live, chosen, player), Kind.PERSON)
        except SeatTaken:
            owner = live.owner(chosen)
            is_own = owner is not None and owner.name == player
            check(
                not (is_own and chosen in live.empty_seats and not live.is_over), "a player is kept from its own seat"
            )

    async def leave(self, table: int, seat: int) -> None:
        """A player leaves."""
        live = self._live(table)
        if live is not None:
            chosen = live.game.seats[seat % 2]
            ear = live._holders.get(chosen)
            if ear is not None:
                live.leave(chosen, ear)

    async def play(self, table: int, choice: int) -> None:
        """The player whose turn it is moves, if it has been asked."""
        live = self._live(table)
        if live is not None and live.stage is Stage.PLAYING and live.turn is not None and not live.is_clogged:
            moves = live._table.position.moves()
            live.take(Play(live.turn, live.game.write_move(moves[choice % len(moves)])))

    async def foul(self, table: int, seat: int, times: int) -> None:
        """A player sends nonsense, as long as it is read."""
        live = self._live(table)
        for _ in range(times if live is not None else 0):
            if live is not None and not live.is_clogged:
                live.take(Foul(live.game.seats[seat % 2], "nonsense"))

    async def wait(self, seconds: float) -> None:
        """Time passes."""
        await asyncio.sleep(seconds)

    async def fail(self, error: int) -> None:
        """Every statement fails from now on."""
        self.world.database.faults.code = ERRORS[error % len(ERRORS)]

    async def lose(self, answers: int, commits: int) -> None:
        """Some commits are not answered, and some are not made."""
        self.world.database.faults.lost_answers += answers
        self.world.database.faults.lost_commits += commits

    async def stall(self, seconds: float) -> None:
        """The database takes its time."""
        self.world.database.faults.delay = seconds

    async def heal(self) -> None:
        """The database works again."""
        self.world.database.faults.heal()

    async def shift(self, seconds: float) -> None:
        """The database's clock is set."""
        self.world.database.faults.clock_shift += seconds

    async def crash(self) -> None:
        """The service is killed, and started again when the database works."""
        self.world.database.faults.heal()
        await self.world.restart()

    async def rival(self) -> None:
        """Another machine starts a service; it succeeds only when the lease has run out."""
        await self.world.start("elsewhere")


_STEPS: Final[dict[str, Callable[..., Any]]] = {
    name: getattr(Player, name)
    for name in (
        "open",
        "sit",
        "leave",
        "play",
        "foul",
        "wait",
        "fail",
        "lose",
        "stall",
        "heal",
        "shift",
        "crash",
        "rival",
    )
}
_WAITS: Final = (0.0, 0.01, 1.0, 5.0, 15.0, 25.0)
_LONG_WAITS: Final = (60.0, 300.0, 3600.0)
_WEIGHTS: Final = {"play": 14, "sit": 8, "wait": 5, "open": 2, "leave": 2, "foul": 2, "fail": 2, "lose": 3, "stall": 1}


def draw(seed: int) -> History:
    """The history of a seed."""
    rng = Random(seed)
    names = list(_STEPS)
    weights = [_WEIGHTS.get(name, 1) for name in names]
    drawn = rng.choices(names, weights, k=rng.randrange(5, STEPS))
    start: History = [("open", "krazki", seed), ("sit", 0, 0, 0), ("sit", 0, 1, 1)]
    return [*start, *(_draw_step(rng, name) for name in drawn)]


def _draw_step(rng: Random, name: str) -> Step:
    number = partial(rng.randrange, 4)
    arguments: dict[str, tuple[Any, ...]] = {
        "open": (rng.choice(list(RULES)), number()),
        "sit": (number(), number(), rng.randrange(PLAYERS)),
        "leave": (number(), number()),
        "play": (number(), rng.randrange(100)),
        "foul": (number(), number(), rng.choice((1, 5, 200))),
        "wait": (rng.choice(_LONG_WAITS if rng.random() < 0.02 else _WAITS),),
        "fail": (number(),),
        "lose": (rng.randrange(3), rng.randrange(3)),
        "stall": (rng.choice((0.1, 2.0, 20.0)),),
        "shift": (rng.choice((-3600.0, -5.0, 5.0, 30.0)),),
    }
    return (name, *arguments.get(name, ()))


async def _run(history: History) -> None:
    raised: list[BaseException] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: raised.append(context.get("exception") or Broken(context["message"])))
    world = World()
    try:
        await world.start("here")
        player = Player(world)
        for step in history:
            await player.do(step)
            _raise_first(raised)
        # In the end everything works again: then what waits is written, and play goes on.
        world.database.faults.heal()
        await asyncio.sleep(LONG_ENOUGH)
        _raise_first(raised)
        if isinstance(world.owner.store.failure, LeaseLost):  # to a rival that took it and did not come up
            await world.restart()
        check(world.owner.store.check() is None, "the store does not work although the database does")
        check(not world.owner.house.standstill.is_on, "tables stand still although the database works")
        await world.owner.store.written()
        world.check_records()
    finally:
        for service in world.services:
            service.kill()
        world.database.close()


def _raise_first(raised: list[BaseException]) -> None:
    if raised:
        raise raised[0] if isinstance(raised[0], Broken) else Broken(repr(raised[0])) from raised[0]


def run_history(history: History) -> None:
    """Plays a history; raises Broken."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        runner.run(_run(history))


def failure(history: History) -> str:
    """What is broken in a history; empty if nothing is."""
    try:
        run_history(history)
    except Broken as error:
        return str(error)
    return ""


def shrink(history: History) -> History:
    """The history without the steps that its failure does not need."""
    size = len(history)
    while size:
        for at in range(0, len(history), size):
            shorter = history[:at] + history[at + size :]
            if failure(shorter):
                history = shorter
                break
        else:
            size //= 2
    return history


def report(seed: int, history: History, why: str) -> str:
    """A failure as a script: it can be kept as a test."""
    steps = "".join(f"    {step!r},\n" for step in history)
    return f"seed {seed}: {why}\nrun_history([\n{steps}])"


def run_seeds(seeds: Iterator[int]) -> None:
    """Plays the history of each seed; raises Broken with the seed and the shortest script of the first failure."""
    for seed in seeds:
        history = draw(seed)
        if failure(history):
            shortest = shrink(history)
            raise Broken(report(seed, shortest, failure(shortest)))


@click.command()
@click.option("--seconds", default=60.0, show_default=True, help="How long to play histories.")
@click.option("--seed", default=None, type=int, help="The first seed; drawn if not given.")
def main(seconds: float, seed: int | None) -> None:
    """Play random histories and say how many a second."""
    logging.disable()
    first = Random().randrange(2**32) if seed is None else seed
    click.echo(f"first seed: {first}")
    began, number = time.process_time(), first
    while time.process_time() - began < seconds:
        run_seeds(iter([number]))
        number += 1
    click.echo(
        f"{number - first} histories, {(number - first) / (time.process_time() - began):.0f} a second of processor time"
    )


if __name__ == "__main__":
    main()
