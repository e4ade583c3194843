"""Bots at tables: whether they keep their time, and how long they block the service's event loop.

    python -m bench.bots [--positions 60] [--seconds 5]

A player is asked about positions from all parts of games, with several budgets. Its thinking time is measured in its
process, and also in the service, from the question to the answer. The first row shows the delay of the machine itself:
a process that counts until it is told to stop.

The second table is the time of the loop's callbacks. On a busy machine the longest callbacks wait for a processor, so
callbacks that were not preempted are listed separately; if one of those gave the processor up, to wait for a thread or
for the disk, that is our own fault. A virtual machine's processors are sometimes paused, and that time is charged to
the running callback. So a witness runs in the same loop: callbacks of a quarter of a millisecond that only count. If
the machine makes callbacks long, it makes the witness's long as often, in proportion to the time: the last column.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import resource
import signal
import statistics
import time
from collections.abc import Awaitable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from random import Random
from threading import Event
from typing import Any, Final

import click
from msgspec import Struct, field
from rich.console import Console
from rich.table import Table

from stolik.contract import HouseRules, View
from stolik.contract.registry import all_games
from stolik.players.registry import make_player, player_names
from stolik.service.bots.bot_worker import ChosenMove
from stolik.service.bots.bots import Bots
from stolik.service.bots.worker_pool import WorkerPool
from stolik.service.bots.worker_process import Nursery, WorkerProcess
from stolik.service.net.alarm import ring_in_time
from stolik.service.net.clock import Clock
from stolik.service.net.loop import avoid_long_pauses
from stolik.service.tables.live_table import LiveTable
from stolik.table.inputs import Cancel
from stolik.table.table import Table as GameTable

BUDGETS: Final = (0.05, 0.1, 0.5)
TOO_LONG: Final = 0.001
"""The longest time that a callback should take, in seconds."""
COUNTED: Final = 16_000
"""How far the witness counts: a quarter of a millisecond, as long as the longest callbacks of bots."""
PAUSE: Final = 0.001
"""The pause of the witness, in seconds."""
SHORT_TURN: Final = 0.02
"""Seconds for a move: so few that `best` seldom finishes."""
TABLES: Final = 4
"""Of each game: more than can be thought about at once."""
Drawn = tuple[str, GameTable]
"""A table and its id."""


def views(game_name: str, count: int) -> list[View[Any]]:
    """The views of the player to move, at `count` positions spread evenly over random games."""
    found: list[View[Any]] = []
    for seed in range(count):
        rng = Random(seed)
        game: list[View[Any]] = []
        position, player = all_games()[game_name].start(rng), make_player(game_name, "random", rng)
        while position.turn is not None:
            game.append(position.view(position.turn))
            position = position.play(player.choose(game[-1]))
        found.append(game[len(game) * seed // count])
    return found


def count_until_told(seconds: float) -> ChosenMove:
    """What the machine adds to any time, in a process that works as a player's does."""
    began, rung, counted = time.monotonic(), Event(), 0
    with ring_in_time(seconds, rung.set):
        while not rung.is_set():
            counted += 1
    return ChosenMove(seconds=time.monotonic() - began)


class Times(Struct):
    """The used shares of the budgets."""

    thought: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)

    async def ask(self, budget: float, question: Awaitable[ChosenMove]) -> None:
        """Waits for an answer, and notes how long it took."""
        began = time.monotonic()
        self.thought.append((await question).seconds / budget)
        self.answered.append((time.monotonic() - began) / budget)

    def cells(self) -> list[str]:
        """The 99th percentile and the longest, for both."""
        return [f"{percentile(times):4.0%} {max(times):4.0%}" for times in (self.thought, self.answered)]


def percentile(times: list[float]) -> float:
    """The 99th."""
    return statistics.quantiles(times, n=100, method="inclusive")[98]


async def measure_budgets(positions: int) -> Table:
    """Every player's time, in its process and at the service."""
    table = Table("game", "strength", title=f"Time used, of the budget: p99 and longest of {positions} positions")
    for budget in BUDGETS:
        table.add_column(f"{budget * 1e3:.0f} ms: process", justify="right")
        table.add_column("service", justify="right")
    cells = []
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as counting:
        await asyncio.wrap_future(counting.submit(os.getpid))
        for budget in BUDGETS:
            times = Times()
            for _ in range(positions):
                await times.ask(budget, asyncio.wrap_future(counting.submit(count_until_told, budget)))
            cells += times.cells()
    table.add_row("mere counting", "", *cells)
    pool = WorkerPool()
    for game in all_games():
        places = views(game, positions)
        for strength in player_names(game):
            await pool.choose(game, strength, "compile", places[0], None)
            cells = []
            for budget in BUDGETS:
                times = Times()
                for place in places:
                    await times.ask(budget, pool.choose(game, strength, "bench", place, budget))
                cells += times.cells()
            table.add_row(game, strength, *cells)
    await pool.close()
    return table


WITNESS: Final = "the witness counts"


class Callback(Struct):
    """One callback: its time, its processor time, and whether it was preempted or gave the processor up."""

    wall: float
    busy: float
    preempted: bool
    waited: bool


class Callbacks:
    """The times of the event loop's callbacks, by the phase of the benchmark."""

    def __init__(self) -> None:
        self.now = "the first process starts, before games"
        self._took: dict[str, list[Callback]] = {}

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Measures every callback of asyncio's own event loop."""
        handles: Any = asyncio.Handle
        run = handles._run

        def timed(handle: Any) -> None:  # noqa: ANN401 - asyncio's own, seen from inside
            what = WITNESS if handle._callback is bear_witness else self.now
            before, began, worked = _usage(), time.perf_counter(), time.thread_time()
            run(handle)
            wall, busy, after = time.perf_counter() - began, time.thread_time() - worked, _usage()
            took = Callback(wall, busy, after.ru_nivcsw > before.ru_nivcsw, after.ru_nvcsw > before.ru_nvcsw)
            self._took.setdefault(what, []).append(took)

        handles._run = timed
        try:
            yield
        finally:
            handles._run = run

    def table(self) -> Table:
        """The figures."""
        table = Table("while", title="Time that one callback held the event loop, in ms")
        names = ("callbacks", "p99", "longest", "preempted", "longest of the rest", "waiting", "over 1 ms", "a second")
        for name in names:
            table.add_column(name, justify="right")
        ours = [each for what, took in self._took.items() if what != WITNESS for each in took]
        for what, took in (*self._took.items(), ("all but the witness", ours)):
            table.add_row(what, *_figures(took))
        return table


def _figures(took: list[Callback]) -> list[str]:
    rest = [callback for callback in took if not callback.preempted]
    walls = [callback.wall for callback in rest]
    waiting = max((callback.wall - callback.busy for callback in rest if callback.waited), default=0)
    over = sum(wall > TOO_LONG for wall in walls)
    return [
        str(len(took)),
        _ms(percentile([callback.wall for callback in took])),
        _ms(max(callback.wall for callback in took)),
        str(len(took) - len(rest)),
        _ms(max(walls)),
        _ms(waiting),
        str(over),
        f"{over / sum(walls):.1f}",
    ]


def _ms(seconds: float) -> str:
    return f"{seconds * 1e3:.2f}"


def _usage() -> resource.struct_rusage:
    """The resource usage of this thread, with its involuntary and voluntary context switches."""
    return resource.getrusage(resource.RUSAGE_THREAD)


def bear_witness() -> None:
    """Only counts, repeatedly while the loop runs: shows the delay that the machine adds to any callback."""
    sum(range(COUNTED))
    asyncio.get_running_loop().call_later(PAUSE, bear_witness)


def drawn_tables(turn_time: float | None = None) -> list[Drawn]:
    """Tables of every game, where nobody sits yet."""
    rules = HouseRules(turn_time=turn_time)
    starts = [
        (f"{name}{number}", game, game.start(Random(number)))
        for number in range(TABLES)
        for name, game in all_games().items()
    ]
    return [(id_, GameTable(game, start, rules)) for id_, game, start in starts]


async def seat_the_best(bots: Bots, tables: list[Drawn]) -> list[LiveTable]:
    """The best of each game sit down, one after the other."""
    opened = [LiveTable(table, Clock(), id_=id_) for id_, table in tables]
    for live in opened:
        for seat in live.game.seats:
            await asyncio.sleep(0)
            bots.seat(live, seat, "best")
    return opened


async def cancel(tables: list[LiveTable]) -> None:
    """Cancels the game at each table, while a bot may still think."""
    for live in tables:
        await asyncio.sleep(0)
        live.take(Cancel(live.game.seats[0]))


async def measure_loop(callbacks: Callbacks, seconds: float) -> None:
    """All that bots do at tables, with and without a clock, for so many seconds each."""
    workers: list[WorkerProcess] = []

    class Watched(Nursery):
        async def new_worker(self) -> WorkerProcess:
            workers.append(await super().new_worker())
            return workers[-1]

    bots = Bots(Watched())
    patient, hurried, bereft = drawn_tables(), drawn_tables(SHORT_TURN), drawn_tables(SHORT_TURN)
    with callbacks.watched():
        bear_witness()
        bots.get_ready()
        await asyncio.sleep(seconds)
        callbacks.now = "bots sit down"
        tables = await seat_the_best(bots, patient)
        await asyncio.sleep(seconds)
        callbacks.now = "bots are asked and answer"
        await asyncio.sleep(seconds)
        callbacks.now = "games are cancelled while bots think"
        await cancel(tables)
        callbacks.now = "bots answer whose clock of 20 ms has run out"
        tables = await seat_the_best(bots, hurried)
        await asyncio.sleep(seconds)
        await cancel(tables)
        tables = await seat_the_best(bots, bereft)
        callbacks.now = "processes are killed and replaced"
        for worker in workers:
            os.kill(worker.pid, signal.SIGKILL)
        await asyncio.sleep(seconds)
        await cancel(tables)
    await bots.close()


@click.command()
@click.option("--positions", default=60, show_default=True, help="For each player's time; 0 leaves that out.")
@click.option("--seconds", default=5.0, show_default=True, help="For each of the things that bots do.")
def main(positions: int, seconds: float) -> None:
    """Measure both."""
    # One process that thinks, however many cores there are.
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    avoid_long_pauses()
    console = Console()
    if positions:
        console.print(asyncio.run(measure_budgets(positions)))
    callbacks = Callbacks()
    asyncio.run(measure_loop(callbacks, seconds))
    console.print(callbacks.table())


if __name__ == "__main__":
    main()
