"""Who thinks for the built-in players: a few processes, each about one question at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, Protocol

from stolik.contract import View
from stolik.log import LogEntry
from stolik.service.bots.bot_worker import Answer, Question
from stolik.service.bots.worker_process import Nursery, WorkerDied
from stolik.system import usable_cores

log = logging.getLogger(__name__)

TRIES: Final = 2
"""A process may have been killed for another's sake. A question that two die of is not asked again."""


class PlayerFailed(Exception):
    """The player has no answer; the message says why."""


class Worker(Protocol):
    """Thinks about one question at a time."""

    async def ask(self, question: Question) -> Answer:
        """What it answers; raises WorkerDied."""

    def withdraw(self) -> None:
        """The answer that is awaited is no longer wanted, and is to come at once."""

    def kill(self) -> None:
        """Ends it, whatever it thinks about."""

    async def close(self) -> None:
        """Ends it, and waits until it is gone."""


class Workers(Protocol):
    """Where workers come from."""

    async def another(self) -> Worker:
        """A new one; raises OSError."""

    async def close(self) -> None:
        """No more of them will be wanted."""


def free_cores() -> int:
    """How many processes may think at once: the service keeps a core for itself."""
    return max(1, usable_cores() - 1)


class WorkerPool:
    """Asks the workers. They are started when they are wanted."""

    def __init__(self, source: Workers | None = None) -> None:
        """They are processes of their own unless they come from another source."""
        self._source: Workers = source or Nursery()
        self._turns = asyncio.Semaphore(free_cores())
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._awaited: dict[asyncio.Future[Answer], Worker | None] = {}
        """Every answer that somebody waits for, and who thinks about it."""
        self._under_way: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Has a process come up before anybody plays."""
        self._begin(self._come_up())

    def prepare(self, game_name: str, player_name: str) -> None:
        """Has a process come up, and the player compiled in it, before anybody waits for it."""
        self._answer_to(Question(game_name, player_name)).add_done_callback(_look_at)

    async def choose(
        self,
        game_name: str,
        player_name: str,
        seed: str,
        view: View[Any],
        seconds: float | None,
        until: float | None = None,
    ) -> Answer:
        """The player's move, and how long it thought: at most so many seconds, if not None.

        `until`, by `time.monotonic`, is when it must have done in any case. To cancel this is to withdraw the question.
        Raises PlayerFailed and WorkerDied, and OSError when there is no process and none can be started.
        """
        answer = await self._answer_to(Question(game_name, player_name, seed, view, seconds, until))
        if answer.failure:
            raise PlayerFailed(answer.failure)
        return answer

    async def close(self) -> None:
        """Ends the processes, whatever they think about."""
        for answer in tuple(self._awaited):
            answer.cancel()
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._under_way)
        for worker in self._workers:
            await worker.close()
        await self._source.close()

    def _answer_to(self, question: Question) -> asyncio.Future[Answer]:
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._awaited[answer] = None
        answer.add_done_callback(self._let_go)
        self._begin(self._have_answered(question, answer))
        return answer

    def _let_go(self, answer: asyncio.Future[Answer]) -> None:
        worker = self._awaited.pop(answer)
        if worker is not None:
            worker.withdraw()

    def _begin(self, what: Coroutine[Any, Any, None]) -> None:
        """In a task of its own: who asks may stop waiting, but a worker that thinks is not free for that."""
        task = asyncio.get_running_loop().create_task(what)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _come_up(self) -> None:
        async with self._turns:
            try:
                self._idle.append(await self._another())
            except OSError as error:
                log.error(LogEntry("no worker", error=repr(error)))

    async def _have_answered(self, question: Question, answer: asyncio.Future[Answer]) -> None:
        async with self._turns:
            try:
                for _ in range(TRIES):
                    if not answer.done():
                        await self._ask(question, answer)
            except OSError as error:
                if not answer.done():
                    answer.set_exception(error)
        if not answer.done():
            answer.set_exception(WorkerDied(f"{TRIES} processes died of the question"))

    async def _ask(self, question: Question, answer: asyncio.Future[Answer]) -> None:
        """Gives the answer, unless the worker dies or nobody waits any more."""
        worker = self._idle.pop() if self._idle else await self._another()
        if answer.done():
            self._idle.append(worker)
            return
        self._awaited[answer] = worker
        try:
            heard = await worker.ask(question)
        except WorkerDied:
            heard = None
        # From here on the worker may be asked something else, which must not be withdrawn instead.
        if answer in self._awaited:
            self._awaited[answer] = None
        if heard is None:
            if not answer.done():
                log.warning(LogEntry("worker died", game=question.game, player=question.player))
            self._workers.discard(worker)
            await worker.close()
            return
        self._idle.append(worker)
        if not answer.done():
            answer.set_result(heard)

    async def _another(self) -> Worker:
        worker = await self._source.another()
        self._workers.add(worker)
        return worker


def _look_at(done: asyncio.Future[Any]) -> None:
    """Takes notice of a failure that nobody may wait for."""
    if not done.cancelled():
        done.exception()
