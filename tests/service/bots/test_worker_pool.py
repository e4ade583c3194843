"""The pool of worker processes: how a worker is asked, how it is cancelled, and what happens when it dies."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, cast

import msgspec
import pytest
from tests.support.loop import in_loop
from tests.support.workers import Absent, Fragile, Made, Parrot

from stolik.contract import BuiltinPlayer
from stolik.contract.registry import all_games, find_game
from stolik.players.registry import player_names
from stolik.service.bots import bot_worker
from stolik.service.bots.bot_worker import BotWorker, ChosenMove, Question
from stolik.service.bots.worker_pool import TRIES, PlayerFailed, WorkerPool, free_cores
from stolik.service.bots.worker_process import Nursery, WorkerDied, WorkerProcess

PATIENCE = 60.0
VIEW = all_games()["krazki"].start(Random(3)).view("b")


def question(game: str = "krazki", player: str = "random", seed: str = "seed") -> Question:
    position = all_games()[game].start(Random(3))
    assert position.turn is not None
    return Question(game, player, seed, position.view(position.turn))


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


@pytest.mark.parametrize("needs", ["", "msgspec"])
def test_a_player_whose_answer_is_not_wanted_stops_thinking(monkeypatch: pytest.MonkeyPatch, needs: str) -> None:
    thinker = Thoughtful()
    monkeypatch.setitem(
        cast(dict[str, BuiltinPlayer], find_game("graph").players), "best", BuiltinPlayer(lambda _: thinker, needs)
    )
    bot_worker._player.cache_clear()
    worker, asked = BotWorker(), question("graph", "best")
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(worker.answer, asked)
        assert thinker.thinking.wait(PATIENCE)
        worker.cancel()
        assert answer.result(PATIENCE).move == str(asked.view.moves()[0])
    bot_worker._player.cache_clear()


def test_a_player_that_never_stops_thinking_is_ended_with_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(bot_worker, "CANCEL_LIMIT", 0.0)
    monkeypatch.setattr(os, "_exit", end)
    with pytest.raises(SystemExit, match="1"):
        BotWorker().cancel()


@pytest.mark.parametrize("name", all_games())
def test_the_same_question_has_the_same_answer_also_when_it_came_over_the_line(name: str) -> None:
    worker, asked = BotWorker(), question(name)
    heard = msgspec.json.decode(msgspec.json.encode(asked), type=Question)
    answers = {worker.answer(asked).move for _ in range(5)}
    worker.answer(question(name, seed="another seed"))
    assert answers == {worker.answer(heard).move}


def test_a_player_that_cannot_answer_says_why() -> None:
    assert "nobody" in BotWorker().answer(Question("krazki", "nobody", view=VIEW)).failure


@in_loop
async def test_a_process_answers_one_question_after_another_and_ends_when_the_line_is_cut() -> None:
    nursery = Nursery()
    worker = await nursery.new_worker()
    assert os.sched_getscheduler(worker.pid) == os.SCHED_BATCH, "it lets the service go first"
    for name in player_names("krazki"):
        answer = asyncio.create_task(worker.ask(question(player=name)))
        await asyncio.sleep(0)
        worker.cancel()  # what is said of a question that is answered by then is about no other
        assert (await answer).move
    worker._writer.write_eof()
    assert await asyncio.wait_for(worker._reader.read(), PATIENCE) == b""
    await worker.close()
    await nursery.close()


@in_loop
async def test_a_process_that_is_killed_is_missed_and_the_nursery_has_another() -> None:
    nursery = Nursery()
    worker, another = await nursery.new_worker(), await nursery.new_worker()
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(WorkerDied, match=str(worker.pid)):
        await worker.ask(question())
    assert (await another.ask(question())).move
    for each in (worker, another):
        await each.close()
    await asyncio.wait_for(_gone(another.pid), PATIENCE)
    await nursery.close()


async def _gone(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.kill(pid, 0)
            await asyncio.sleep(0)


@in_loop
async def test_a_nursery_that_is_killed_is_opened_again() -> None:
    nursery = Nursery()
    worker = await nursery.new_worker()
    assert nursery._running is not None
    process = nursery._running[0]
    process.kill()
    process.wait()
    assert (await worker.ask(question())).move
    another = await nursery.new_worker()
    assert (await another.ask(question())).move
    for each in (worker, another):
        await each.close()
    await nursery.close()


@in_loop
async def test_what_cannot_be_forked_is_said_to_be_so() -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    with pytest.raises(OSError, match="no process could be started"):
        await WorkerProcess.meet(ours)


@in_loop
async def test_nobody_waits_for_a_bot_that_thinks_when_the_service_stops() -> None:
    pool = WorkerPool()
    pool.start()
    await pool.choose("krazki", "random", "seed", VIEW, None)  # now there is a process
    endless = [asyncio.create_task(pool.choose("graph", "best", "", question("graph").view, None))]
    endless += [asyncio.create_task(pool.choose("krazki", "best", "", VIEW, None)) for _ in range(free_cores())]
    await asyncio.sleep(0)
    await asyncio.wait_for(pool.close(), PATIENCE)
    assert all(
        isinstance(end, asyncio.CancelledError) for end in await asyncio.gather(*endless, return_exceptions=True)
    )


@in_loop
async def test_a_question_is_asked_again_when_its_worker_dies_but_not_for_ever() -> None:
    left = [0] * (TRIES + 1)
    pool = WorkerPool(Made(Fragile, left))
    with pytest.raises(WorkerDied):
        await pool.choose("krazki", "best", "", VIEW, None)
    assert len(left) == 1
    assert (await pool.choose("krazki", "best", "", VIEW, None)).move
    await pool.close()


@in_loop
async def test_what_a_player_failed_of_is_told_to_who_asked() -> None:
    pool = WorkerPool(Made(Parrot, ChosenMove(failure="out of ideas")))
    pool.prepare("krazki", "best")
    with pytest.raises(PlayerFailed, match="out of ideas"):
        await pool.choose("krazki", "best", "", VIEW, None)
    await pool.close()


@in_loop
async def test_a_question_that_is_cancelled_before_its_turn_is_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.service.bots.worker_pool.free_cores", lambda: 1)
    absent = Absent()
    pool = WorkerPool(absent)
    first, second, third = (
        asyncio.create_task(pool.choose("krazki", "best", seed, VIEW, None)) for seed in ("first", "second", "third")
    )
    await asyncio.wait_for(absent.was_asked.wait(), PATIENCE)
    second.cancel()
    await asyncio.wait([second])
    assert absent.cancelled == 0
    absent.was_asked.clear()
    first.cancel()
    await asyncio.wait_for(absent.was_asked.wait(), PATIENCE)
    assert [asked.seed for asked in absent.questions] == ["first", "third"]
    assert absent.cancelled == 1
    assert not third.done()
    await pool.close()
    await asyncio.wait([third])
    assert third.cancelled()
