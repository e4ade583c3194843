"""Built-in players at live tables; most of them think in threads here, which cannot die but start at once."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from random import Random
from typing import Any, cast

import pytest
from tests.support.loop import in_loop
from tests.support.small_games import RANKS
from tests.support.workers import Absent, Fragile, InThread, Made, Parrot

from stolik.contract import BuiltinPlayer, Ending, HouseRules, packages
from stolik.contract.registry import added, all_games, find_game
from stolik.players.registry import instant_player, player_names
from stolik.service.bots.bot_worker import ChosenMove
from stolik.service.bots.bots import Bots
from stolik.service.bots.worker_process import Nursery, WorkerProcess
from stolik.service.net.clock import Clock
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended, Event, Played
from stolik.table.inputs import Cancel
from stolik.table.record import Record, moves_of, open_table
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
    return recorded_table(name)[0]


def recorded_table(name: str, rules: HouseRules | None = None) -> tuple[LiveTable, Record]:
    game = all_games()[name]
    table, record = open_table(game, game.start(Random(1)), rules or HouseRules())
    return LiveTable(table, Clock(), id_="table"), record


def count_stand_ins(bots: Bots) -> Counter[str]:
    """Why quick players moved for bots, as the metric is told."""
    counted: Counter[str] = Counter()
    bots.stood_in = lambda game, why: counted.update([why])
    return counted


def marked(record: Record) -> Counter[bool]:
    """How many moves of a record are marked as a quick player's, and how many are not."""
    return Counter(played.stand_in for played in moves_of(record))


def seat_all(bots: Bots, live: LiveTable, player: str) -> End:
    end = End(live)
    for seat in live.game.seats:
        bots.seat(live, seat, player)
    return end


@in_loop
async def test_a_game_without_players_of_its_own_has_bots_that_stop_in_time() -> None:
    with added(RANKS):
        bots, (live, record) = Bots(Made()), recorded_table(RANKS.name)
        assert await seat_all(bots, live, "steady").ending() is Ending.RULES
        assert marked(record) == {False: 12}
        await bots.close()


@pytest.mark.parametrize("name", all_games())
def test_bots_play_any_game_to_its_end(name: str) -> None:
    @in_loop
    async def play() -> None:
        bots = Bots(Made())
        assert await seat_all(bots, a_table(name), player_names(name)[0]).ending() is Ending.RULES
        await bots.close()

    play()


@pytest.mark.parametrize("answer", ["z9", "a1"])
@in_loop
async def test_a_bot_that_plays_nonsense_plays_anything_instead_and_each_such_move_is_counted(answer: str) -> None:
    bots = Bots(Made(Parrot, ChosenMove(answer)))
    counted, (live, record) = count_stand_ins(bots), recorded_table("othello")
    assert await seat_all(bots, live, "random").ending() is Ending.RULES
    assert set(counted) == {"illegal"}
    assert marked(record)[True] == counted["illegal"]
    await bots.close()


@in_loop
async def test_the_moves_of_bots_that_play_themselves_are_not_marked() -> None:
    bots = Bots(Made())
    counted, (live, record) = count_stand_ins(bots), recorded_table("krazki")
    assert await seat_all(bots, live, "best").ending() is Ending.RULES
    assert not counted
    assert marked(record).keys() == {False}
    await bots.close()


@in_loop
async def test_what_a_quick_player_plays_while_the_strong_one_comes_up_is_counted() -> None:
    live, record = recorded_table("krazki")
    position = live.snapshot("b").view
    first = live.game.write_move(position.moves()[0])
    bots = Bots(Made(Parrot, ChosenMove(first, 0.1, stand_in=True)))
    counted, end = count_stand_ins(bots), seat_all(bots, live, "best")
    await asyncio.wait_for(end.some_moves.wait(), PATIENCE)
    assert end.first_move == first
    assert counted["coming up"] == 1
    assert next(moves_of(record)).stand_in
    await bots.close()


@in_loop
async def test_a_bot_that_fails_plays_anything_instead_and_each_such_move_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: Random) -> Any:
        raise RuntimeError("out of ideas")

    monkeypatch.setitem(cast(dict[str, BuiltinPlayer], find_game("othello").players), "broken", BuiltinPlayer(fail))
    bots = Bots(Made())
    counted, (live, record) = count_stand_ins(bots), recorded_table("othello")
    assert await seat_all(bots, live, "broken").ending() is Ending.RULES
    assert marked(record) == {True: counted["failed"]}
    await bots.close()


@pytest.mark.fault(
    "a process that computes moves of bots is killed",
    sees="nothing: another process computes the move",
    kept="everything",
)
@pytest.mark.parametrize("deaths", [1, 2, 1000])
@in_loop
async def test_a_worker_that_dies_is_replaced_and_the_game_goes_on(deaths: int) -> None:
    made = Made(Fragile, [0] * deaths)
    bots = Bots(made)
    assert await seat_all(bots, a_table("krazki"), "perfect").ending() is Ending.RULES
    assert len(made.workers) > 1
    await bots.close()


@in_loop
async def test_a_bot_plays_on_where_no_process_can_be_started(caplog: pytest.LogCaptureFixture) -> None:
    class NoneLeft(Made):
        async def new_worker(self) -> InThread:
            raise OSError("no more processes")

    bots = Bots(NoneLeft())
    bots.get_ready()
    assert await seat_all(bots, a_table("krazki"), "best").ending() is Ending.RULES
    assert "no more processes" in caplog.text
    await bots.close()


@pytest.mark.parametrize("name", all_games())
@in_loop
async def test_a_bot_whose_clock_runs_out_plays_a_quick_move_instead(name: str) -> None:
    absent = Absent()
    bots = Bots(absent)
    game = all_games()[name]
    live, record = recorded_table(name, HouseRules(turn_time=0.001))
    counted = count_stand_ins(bots)
    end = seat_all(bots, live, "best")
    assert live.turn is not None
    heuristic = instant_player(name, Random(f"table {live.turn}")).choose(live.snapshot(live.turn).view)
    await asyncio.wait_for(end.some_moves.wait(), PATIENCE)
    assert end.first_move == game.write_move(heuristic)
    assert set(counted) == {"late"}
    assert marked(record) == {True: counted["late"]}
    live.take(Cancel(game.seats[0]))
    await asyncio.gather(*bots._thinking, return_exceptions=True)
    assert absent.cancelled == len(absent.questions), "a clock may also run out before the worker is asked"
    await bots.close()


@in_loop
async def test_a_bot_moves_before_its_clock_runs_out_however_late_the_service_is() -> None:
    absent = Absent()
    bots = Bots(absent)
    game = all_games()["krazki"]
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


class Pauses:
    """Seconds between one move and the next."""

    def __init__(self, live: LiveTable) -> None:
        self.seconds: list[float] = []
        self._before = time.monotonic()
        live.watch(self)

    def hear(self, event: Event) -> None:
        if isinstance(event, Played):
            now = time.monotonic()
            self.seconds.append(now - self._before)
            self._before = now


@in_loop
async def test_bots_take_the_moment_that_the_table_asks_of_them() -> None:
    live, _ = recorded_table("graph", HouseRules(bot_pause=0.02))
    pauses, bots = Pauses(live), Bots(Made())
    assert await seat_all(bots, live, "random").ending() is Ending.RULES
    assert min(pauses.seconds[1:]) > 0.019
    await bots.close()


@in_loop
async def test_a_player_that_cannot_play_here_gets_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "is_installed", lambda package: package != "numba")
    bots, live = Bots(Absent()), a_table("othello")
    with pytest.raises(ValueError, match="best of othello needs numba, which is not installed"):
        bots.seat(live, "black", "best")
    assert live.empty_seats == ("black", "white")
    await bots.close()


@in_loop
async def test_thinking_about_a_game_that_ended_is_cancelled() -> None:
    absent = Absent()
    bots = Bots(absent)
    live = a_table("graph")
    end = seat_all(bots, live, "best")
    await asyncio.wait_for(absent.was_asked.wait(), PATIENCE)
    live.take(Cancel("second"))
    assert await end.ending() is Ending.CANCELLED
    await asyncio.gather(*bots._thinking, return_exceptions=True)
    assert len(absent.questions) == absent.cancelled == 1
    await bots.close()


@in_loop
async def test_processes_think_and_one_that_is_killed_is_missed_by_nobody() -> None:
    made: list[WorkerProcess] = []

    class Watched(Nursery):
        async def new_worker(self) -> WorkerProcess:
            made.append(await super().new_worker())
            return made[-1]

    bots = Bots(Watched())
    live = a_table("othello")
    end = seat_all(bots, live, "random")
    await asyncio.wait_for(end.some_moves.wait(), PATIENCE)
    os.kill(made[0].pid, signal.SIGKILL)
    assert await end.ending() is Ending.RULES
    await bots.close()
