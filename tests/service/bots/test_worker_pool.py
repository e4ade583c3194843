"""Who thinks for the built-in players, how they are asked, and how they are told that they need not answer."""

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
from stolik.service.bots.bot_worker import Answer, Desk, Question
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
    desk, asked = Desk(), question("graph", "best")
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(desk.answer, asked)
        assert thinker.thinking.wait(PATIENCE)
        desk.stop_thinking()
        assert answer.result(PATIENCE).move == str(asked.view.moves()[0])
    bot_worker._player.cache_clear()


def test_a_player_that_never_stops_thinking_is_ended_with_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(bot_worker, "_DEAF", 0.0)
    monkeypatch.setattr(os, "_exit", end)
    with pytest.raises(SystemExit, match="1"):
        Desk().stop_thinking()


@pytest.mark.parametrize("name", all_games())
def test_the_same_question_has_the_same_answer_also_when_it_came_over_the_line(name: str) -> None:
    desk, asked = Desk(), question(name)
    heard = msgspec.json.decode(msgspec.json.encode(asked), type=Question)
    answers = {desk.answer(asked).move for _ in range(5)}
    desk.answer(question(name, seed="another seed"))
    assert answers == {desk.answer(heard).move}


def test_a_player_that_cannot_answer_says_why() -> None:
    assert "nobody" in Desk().answer(Question("krazki", "nobody", view=VIEW)).failure


@in_loop
async def test_a_process_answers_one_question_after_another_and_ends_when_the_line_is_cut() -> None:
    nursery = Nursery()
    worker = await nursery.another()
    assert os.sched_getscheduler(worker.pid) == os.SCHED_BATCH, "it lets the service go first"
    for name in player_names("krazki"):
        answer = asyncio.create_task(worker.ask(question(player=name)))
        await asyncio.sleep(0)
        worker.withdraw()  # what is said of a question that is answered by then is about no other
        assert (await answer).move
    worker._writer.write_eof()
    assert await asyncio.wait_for(worker._reader.read(), PATIENCE) == b""
    await worker.close()
    await nursery.close()


@in_loop
async def test_a_process_that_is_killed_is_missed_and_the_nursery_has_another() -> None:
    nursery = Nursery()
    worker, another = await nursery.another(), await nursery.another()
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
    worker = await nursery.another()
    assert nursery._running is not None
    process = nursery._running[0]
    process.kill()
    process.wait()
    assert (await worker.ask(question())).move
    another = await nursery.another()
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
    thinkers = WorkerPool()
    thinkers.start()
    await thinkers.choose("krazki", "random", "seed", VIEW, None)  # now there is a process
    endless = [asyncio.create_task(thinkers.choose("graph", "best", "", question("graph").view, None))]
    endless += [asyncio.create_task(thinkers.choose("krazki", "best", "", VIEW, None)) for _ in range(free_cores())]
    await asyncio.sleep(0)
    await asyncio.wait_for(thinkers.close(), PATIENCE)
    assert all(
        isinstance(end, asyncio.CancelledError) for end in await asyncio.gather(*endless, return_exceptions=True)
    )


@in_loop
async def test_a_question_is_asked_again_when_its_worker_dies_but_not_for_ever() -> None:
    left = [0] * (TRIES + 1)
    thinkers = WorkerPool(Made(Fragile, left))
    with pytest.raises(WorkerDied):
        await thinkers.choose("krazki", "best", "", VIEW, None)
    assert len(left) == 1
    assert (await thinkers.choose("krazki", "best", "", VIEW, None)).move
    await thinkers.close()


@in_loop
async def test_what_a_player_failed_of_is_told_to_who_asked() -> None:
    thinkers = WorkerPool(Made(Parrot, Answer(failure="out of ideas")))
    thinkers.prepare("krazki", "best")
    with pytest.raises(PlayerFailed, match="out of ideas"):
        await thinkers.choose("krazki", "best", "", VIEW, None)
    await thinkers.close()


@in_loop
async def test_a_question_that_is_withdrawn_before_its_turn_is_never_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.service.bots.worker_pool.free_cores", lambda: 1)
    absent = Absent()
    thinkers = WorkerPool(absent)
    first, second, third = (
        asyncio.create_task(thinkers.choose("krazki", "best", seed, VIEW, None))
        for seed in ("first", "second", "third")
    )
    await asyncio.wait_for(absent.was_asked.wait(), PATIENCE)
    second.cancel()
    await asyncio.wait([second])
    assert absent.withdrawn == 0
    absent.was_asked.clear()
    first.cancel()
    await asyncio.wait_for(absent.was_asked.wait(), PATIENCE)
    assert [asked.seed for asked in absent.questions] == ["first", "third"]
    assert absent.withdrawn == 1
    assert not third.done()
    await thinkers.close()
    await asyncio.wait([third])
    assert third.cancelled()
