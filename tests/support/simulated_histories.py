"""Random histories of the whole service in simulated time: games, players, crashes, rivals, a database that fails.

A history is a list of steps, drawn from a seed. `run_history` plays it and raises Broken when an invariant does not
hold; `shrink` leaves out the steps that a failure does not need.

    python -m tests.support.simulated_histories --histories 100000 --processes 2 --seed 1
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from random import Random
from typing import Any, Final

import click
from tests.support.simulated import Broken, LonelyLoop, check
from tests.support.simulated_lobby import Caller
from tests.support.simulated_service import CALLERS, PLAYERS, STEPS, Ear, World

from stolik.contract import HouseRules, Kind
from stolik.contract.registry import find_game
from stolik.service.tables.live_table import LiveTable
from stolik.store.errors import LeaseLost
from stolik.table.inputs import Foul, Play
from stolik.table.table import SeatTaken, Stage

Step = tuple[Any, ...]
History = list[Step]

TURN_TIME: Final = 20.0
RULES: Final = {
    "krazki": HouseRules(turn_time=TURN_TIME, on_silence="forfeit", on_foul="refuse", on_absence="forfeit", grace=30.0),
    "graph": HouseRules(on_absence="wait"),
}
ERRORS: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY)
LONG_ENOUGH: Final = 40.0
"""Seconds after which a healed database has answered and every pause is over."""
THINKING: Final = 0.1
"""Seconds between two moves of programs."""
CHUNK: Final = 200
"""Histories that a process plays before it says so."""


class Player:
    """The steps of a history, done in a world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def _live(self, number: int) -> LiveTable | None:
        live = [live for live in self.world.owner.house.tables.values() if live.game.name in RULES]
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
        if live is not None and live.stage is Stage.PLAYING and live.turn is not None and not live.is_clogged():
            moves = live._table.position.moves()
            live.take(Play(live.turn, live.game.write_move(moves[choice % len(moves)])))

    async def foul(self, table: int, seat: int, times: int) -> None:
        """A player sends nonsense, as long as it is read."""
        live = self._live(table)
        for _ in range(times if live is not None else 0):
            if live is not None and not live.is_clogged():
                live.take(Foul(live.game.seats[seat % 2], "nonsense"))

    # Programs in the lobby, whose lines are cut somewhere and whose connections break.

    def _caller(self, number: int) -> Caller:
        return self.world.callers[number % CALLERS]

    async def dial(self, caller: int) -> None:
        """A program connects, or connects again."""
        self._caller(caller).dial()

    async def hang_up(self, caller: int) -> None:
        """A program's connection breaks."""
        self._caller(caller).lose()

    async def invite(self, caller: int, other: int, cut: int) -> None:
        """A program invites another."""
        self._caller(caller).invite(self._caller(other).known.name, cut)

    async def accept(self, caller: int, cut: int) -> None:
        """A program accepts an invitation."""
        self._caller(caller).accept(cut)

    async def moves(self, most: int, choice: int, cut: int) -> None:
        """Programs move, as long as one knows that it is its turn."""
        for _ in range(most):
            movers = [caller for caller in self.world.callers if caller.may_move]
            if not movers:
                return
            movers[choice % len(movers)].move(choice, cut)
            await asyncio.sleep(THINKING)

    async def end_game(self, caller: int, cut: int) -> None:
        """A program ends its game."""
        self._caller(caller).end_game(cut)

    # What happens to everybody.

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
        "dial",
        "hang_up",
        "invite",
        "accept",
        "moves",
        "end_game",
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
_LONG_WAITS: Final = (60.0,) * 10 + (300.0,) * 4 + (3600.0,)
"""The longest takes as long to simulate as fifty usual histories: the lease is renewed all the time."""
_CUTS: Final = (0, 0, 1, 5, 7)
"""After how many bytes a line is cut; 0: it is not."""
_WEIGHTS: Final = {
    "play": 14,
    "sit": 8,
    "wait": 5,
    "open": 2,
    "leave": 2,
    "foul": 2,
    "fail": 2,
    "lose": 3,
    "dial": 8,
    "hang_up": 3,
    "invite": 3,
    "accept": 3,
    "moves": 10,
}


def draw(seed: int) -> History:
    """The history of a seed."""
    rng = Random(seed)
    names = list(_STEPS)
    weights = [_WEIGHTS.get(name, 1) for name in names]
    drawn = rng.choices(names, weights, k=rng.randrange(5, STEPS))
    table: History = [("open", "krazki", seed), ("sit", 0, 0, 0), ("sit", 0, 1, 1)]
    lobby: History = [("dial", 0), ("dial", 1), ("invite", 0, 1, 0), ("accept", 1, 0)]
    return [*table, *lobby, *(_draw_step(rng, name) for name in drawn)]


def _draw_step(rng: Random, name: str) -> Step:
    number, cut = partial(rng.randrange, 4), partial(rng.choice, _CUTS)
    program = partial(rng.choice, (0, 0, 1, 1, 2, 3))  # the first two begin in a game
    arguments: dict[str, tuple[Any, ...]] = {
        "open": (rng.choice(list(RULES)), number()),
        "sit": (number(), number(), rng.randrange(PLAYERS)),
        "leave": (number(), number()),
        "play": (number(), rng.randrange(100)),
        "foul": (number(), number(), rng.choice((1, 5, 200))),
        "dial": (program(),),
        "hang_up": (program(),),
        "invite": (number(), number(), cut()),
        "accept": (number(), cut()),
        "moves": (rng.choice((1, 3, 9)), rng.randrange(20), cut()),
        "end_game": (number(), cut()),
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
        for caller in world.callers:
            caller.check_seat()
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
    with asyncio.Runner(loop_factory=LonelyLoop) as runner:
        runner.run(_run(history))


def failure(history: History) -> str:
    """What is broken in a history; empty if nothing is."""
    try:
        run_history(history)
    except Broken as error:
        return str(error)
    except Exception as error:  # an exception that nobody handles is a fault as well
        return repr(error)
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
    for found in failures(seeds):
        raise Broken(found)


def failures(seeds: Iterator[int]) -> Iterator[str]:
    """Plays the history of each seed; each failure as its seed and its shortest script."""
    for seed in seeds:
        history = draw(seed)
        if failure(history):
            shortest = shrink(history)
            yield report(seed, shortest, failure(shortest))


def _play_chunk(first: int, histories: int) -> tuple[list[str], float]:
    """Plays histories in a process of its own; their failures, and the processor time that they took."""
    logging.disable()
    began = time.process_time()
    return list(failures(iter(range(first, first + histories)))), time.process_time() - began


class Tally:
    """How many histories were played, and how many failed."""

    def __init__(self) -> None:
        self.histories = self.failed = 0
        self.seconds = 0.0

    def add(self, histories: int, found: list[str], seconds: float) -> None:
        """Counts a chunk, and prints its failures at once."""
        self.histories += histories
        self.failed += len(found)
        self.seconds += seconds
        for script in found:
            click.echo(script)

    def __str__(self) -> str:
        a_second = self.histories / self.seconds if self.seconds else 0.0
        return f"{self.histories} histories, {self.failed} failed, {a_second:.0f} a second of processor time"


def play(first: int, histories: int, processes: int) -> Tally:
    """Plays the histories of that many seeds; the failures are printed."""
    tally, said = Tally(), time.monotonic()
    starts = range(first, first + histories, CHUNK)
    with ProcessPoolExecutor(processes) as pool:
        sizes = {pool.submit(_play_chunk, at, min(CHUNK, first + histories - at)): at for at in starts}
        for done in as_completed(sizes):
            tally.add(min(CHUNK, first + histories - sizes[done]), *done.result())
            if time.monotonic() - said > 60:
                said = time.monotonic()
                click.echo(f"{tally} so far")
    return tally


@click.command()
@click.option("--histories", default=1000, show_default=True, help="How many to play.")
@click.option("--processes", default=1, show_default=True, help="How many at a time.")
@click.option("--seed", default=None, type=int, help="The first seed; drawn if not given.")
def main(histories: int, processes: int, seed: int | None) -> None:
    """Play random histories; print the script of each that fails. Exit code 1 if any did."""
    first = Random().randrange(2**32) if seed is None else seed
    click.echo(f"seeds {first} to {first + histories - 1}")
    tally = play(first, histories, processes)
    click.echo(str(tally))
    sys.exit(tally.failed > 0)


if __name__ == "__main__":
    main()
