"""Built-in players at live tables; most of them think in threads here, which cannot die but start at once."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any

import pytest
from tests.support.loop import in_loop

from stolik.games import GAMES
from stolik.players import registry
from stolik.players.registry import PLAYERS, instant_player, player_names
from stolik.service import bot_worker
from stolik.service.bots import Bots
from stolik.service.clock import Clock
from stolik.service.live_table import LiveTable
from stolik.service.thinkers import Thinkers, Withdrawn, Workers
from stolik.table.events import Ended, Event, Played
from stolik.table.inputs import Cancel
from stolik.table.rules import Ending, HouseRules
from stolik.table.table import Table

PATIENCE = 60.0


class End:
    """Watches for the end of a game."""

    def __init__(self, live: LiveTable) -> None:
        self.ended: asyncio.Future[Ended] = asyncio.get_running_loop().create_future()
        self.some_moves = asyncio.Event()
        self.first_move = ""
        live.watch(self)

    def hear(self, event: Event) -> None:
        if isinstance(event, Played) and not self.some_moves.is_set():
            self.first_move = event.move
            self.some_moves.set()
        if isinstance(event, Ended):
            self.ended.set_result(event)

    async def ending(self) -> Ending:
        return (await asyncio.wait_for(self.ended, PATIENCE)).ending


def a_table(name: str) -> LiveTable:
    game = GAMES[name]
    return LiveTable(Table(game, game.start(Random(1)), HouseRules()), Clock(), id_="table")


def seat_all(bots: Bots, live: LiveTable, player: str) -> End:
    end = End(live)
    for seat in live.table.game.seats:
        bots.seat(live, seat, player)
    return end


class Threads(ThreadPoolExecutor):
    """Workers that start at once."""

    def __init__(self, _: Withdrawn) -> None:
        super().__init__(1)


class Fragile(Executor):
    """A pool whose workers die of every question, or of the first one."""

    def __init__(self, deaths: list[int]) -> None:
        self._deaths = deaths

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._deaths and fn is bot_worker.choose:
            self._deaths.pop()
            future.set_exception(BrokenProcessPool("dead"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_any_game_to_its_end(name: str) -> None:
    @in_loop
    async def play() -> None:
        bots = Bots(Threads)
        assert await seat_all(bots, a_table(name), player_names(name)[0]).ending() is Ending.RULES
        await bots.close()

    play()


@pytest.mark.parametrize("answer", ["z9", "a1"])
@in_loop
async def test_a_bot_that_plays_nonsense_plays_anything_instead(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr(bot_worker, "choose", lambda *_: (answer, 0.0))
    bots = Bots(Threads)
    assert await seat_all(bots, a_table("othello"), "random").ending() is Ending.RULES
    await bots.close()


@in_loop
async def test_a_bot_that_fails_plays_anything_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Random) -> Any:
        raise RuntimeError("out of ideas")

    monkeypatch.setitem(PLAYERS["othello"], "broken", fail)
    bots = Bots(Threads)
    assert await seat_all(bots, a_table("othello"), "broken").ending() is Ending.RULES
    await bots.close()


@pytest.mark.parametrize("deaths", [1, 2, 1000])
@in_loop
async def test_a_worker_that_dies_is_replaced_and_the_game_goes_on(deaths: int) -> None:
    left = [0] * deaths
    pools: list[Fragile] = []

    def new_pool(_: Withdrawn) -> Fragile:
        pools.append(Fragile(left))
        return pools[-1]

    bots = Bots(new_pool)
    assert await seat_all(bots, a_table("krazki"), "perfect").ending() is Ending.RULES
    assert len(pools) > 1
    await bots.close()


class Absent(Executor):
    """A pool that never answers."""

    def __init__(self) -> None:
        self.tickets: list[int] = []
        self.withdrawn: Withdrawn | None = None
        self.was_asked = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def begin(self, withdrawn: Withdrawn) -> Absent:
        """The one pool that there is."""
        self.withdrawn = withdrawn
        return self

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if fn is bot_worker.choose:
            self.tickets.append(args[-1])
            self._loop.call_soon_threadsafe(self.was_asked.set)
        return Future()

    @property
    def is_withdrawn(self) -> bool:
        """Whether nobody waits for any answer any more."""
        assert self.withdrawn is not None
        return all(self.withdrawn[ticket] for ticket in self.tickets)


@pytest.mark.parametrize("name", GAMES)
@in_loop
async def test_a_bot_whose_clock_runs_out_plays_a_quick_move_instead(name: str) -> None:
    pool = Absent()
    bots = Bots(pool.begin)
    game = GAMES[name]
    live = LiveTable(Table(game, game.start(Random(1)), HouseRules(turn_time=0.001)), Clock(), id_="table")
    end = seat_all(bots, live, "best")
    position = live.table.position
    assert position.turn is not None
    heuristic = instant_player(name, Random(f"table {position.turn}")).choose(position.view(position.turn))
    await asyncio.wait_for(end.some_moves.wait(), PATIENCE)
    assert end.first_move == game.write_move(heuristic)
    live.take(Cancel(game.seats[0]))
    await asyncio.gather(*bots._thinking, return_exceptions=True)
    assert pool.is_withdrawn
    await bots.close()


@in_loop
async def test_a_bot_moves_before_its_clock_runs_out_however_late_the_service_is() -> None:
    pool = Absent()
    bots = Bots(pool.begin)
    game = GAMES["krazki"]
    start = game.read("b |bc|cb|")
    rules = HouseRules(turn_time=0.01, on_silence="forfeit")
    live = LiveTable(Table(game, start, rules), Clock(), id_="table")
    end = seat_all(bots, live, "best")
    while not end.ended.done():
        time.sleep(2 * (rules.turn_time or 0))  # the loop stands still for longer than a move may take
        await asyncio.sleep(0)
    # Perfect play, by one who was not asked to think.
    assert end.ended.result().ending is Ending.RULES
    assert end.ended.result().winners == ("c",)
    await bots.close()


@in_loop
async def test_who_plays_instead_of_a_player_that_cannot_be_made_is_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(registry, "_has_numba", lambda: False)
    bots = Bots(Absent().begin)
    seat_all(bots, a_table("othello"), "best")
    assert "best of othello needs Numba, which is not installed" in caplog.text
    await bots.close()


@in_loop
async def test_thinking_about_a_game_that_ended_is_withdrawn() -> None:
    pool = Absent()
    bots = Bots(pool.begin)
    live = a_table("graph")
    end = seat_all(bots, live, "best")
    await asyncio.wait_for(pool.was_asked.wait(), PATIENCE)
    live.take(Cancel("second"))
    assert await end.ending() is Ending.CANCELLED
    await asyncio.gather(*bots._thinking, return_exceptions=True)
    assert len(pool.tickets) == 1
    assert pool.is_withdrawn
    await bots.close()


def test_a_player_whose_answer_is_not_wanted_stops_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Thoughtful()
    monkeypatch.setitem(PLAYERS["graph"], "best", lambda _: thinker)
    withdrawn = [0]
    monkeypatch.setattr(bot_worker, "_withdrawn", withdrawn)
    bot_worker._player.cache_clear()
    view = GAMES["graph"].start(Random(3)).view("first")
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(bot_worker.choose, "graph", "best", "seed", view, None, None, 0)
        assert thinker.thinking.wait(PATIENCE)
        withdrawn[0] = 1
        assert answer.result(PATIENCE)[0] == str(view.moves()[0])
    assert bot_worker.choose("graph", "best", "seed", view, None, None, 0)[0] == bot_worker.NOTHING
    bot_worker._player.cache_clear()


class Thoughtful:
    """Thinks until it is told to stop."""

    def __init__(self) -> None:
        self.thinking, self.cancelled = threading.Event(), threading.Event()

    def cancel(self) -> None:
        self.cancelled.set()

    def choose(self, view: Any) -> Any:
        self.thinking.set()
        assert self.cancelled.wait(PATIENCE)
        return view.moves()[0]


@in_loop
async def test_the_same_question_has_the_same_answer() -> None:
    game = GAMES["graph"]
    view = game.start(Random(3)).view("first")
    answers = {bot_worker.choose("graph", "random", "seed", view)[0] for _ in range(5)}
    bot_worker.choose("graph", "random", "another seed", view)
    assert answers == {bot_worker.choose("graph", "random", "seed", view)[0]}


@in_loop
async def test_processes_think_and_one_that_is_killed_is_missed_by_nobody() -> None:
    pools: list[Workers] = []

    def new_pool(withdrawn: Withdrawn) -> Workers:
        pools.append(Workers(withdrawn))
        return pools[-1]

    bots = Bots(new_pool)
    live = a_table("othello")
    end = seat_all(bots, live, "random")
    await asyncio.wait_for(end.some_moves.wait(), PATIENCE)
    for pid in tuple(pools[0]._processes):
        os.kill(pid, signal.SIGKILL)
    assert await end.ending() is Ending.RULES
    await bots.close()


@in_loop
async def test_nobody_waits_for_a_bot_that_thinks_when_the_service_stops() -> None:
    thinkers = Thinkers()
    _, answer = thinkers._submit(os.getpid)
    await asyncio.wrap_future(answer)  # now there is a process
    thinkers._submit(signal.pause)
    await asyncio.wait_for(thinkers.close(), PATIENCE)
