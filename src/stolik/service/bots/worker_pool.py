"""A pool of worker processes for the built-in players. Each worker answers one question at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final, NamedTuple, Protocol

from stolik.contract import View
from stolik.log import LogEntry
from stolik.service.bots.bot_worker import ChosenMove, Question
from stolik.service.bots.worker_process import Nursery, WorkerDied
from stolik.service.fair_turns import FairTurns
from stolik.system import usable_cores

log = logging.getLogger(__name__)

TRIES: Final = 2
"""How often a question is asked. One worker may be killed by accident; when a second one dies too, we give up."""


class PlayerFailed(Exception):
    """The player raised an exception; the message says which."""


class Worker(Protocol):
    """Answers one question at a time."""

    async def ask(self, question: Question) -> ChosenMove:
        """Returns the answer; raises WorkerDied."""

    def cancel(self) -> None:
        """Makes the worker answer the current question at once; the answer will be ignored."""

    def kill(self) -> None:
        """Ends the worker at once, also in the middle of a question."""

    async def close(self) -> None:
        """Ends the worker and waits until it has ended."""


class WorkerSource(Protocol):
    """Starts workers."""

    async def new_worker(self) -> Worker:
        """Starts a worker; raises OSError."""

    async def close(self) -> None:
        """Frees what the source uses. Called when all workers are closed and no more will be started."""


class Turn(NamedTuple):
    """Who waits for an answer. Those with the same key share their turns."""

    key: str = ""
    urgent: bool = True
    """Whether somebody is there who waits for the move."""


FIRST: Final = Turn()


def free_cores() -> int:
    """How many workers may compute at the same time: all cores but one, which is for the service."""
    return max(1, usable_cores() - 1)


class WorkerPool:
    """Gives each question to a free worker. Workers are started when they are first needed."""

    def __init__(self, source: WorkerSource | None = None) -> None:
        """Without a `source`, the workers are processes."""
        self._source: WorkerSource = source or Nursery()
        self._turns = FairTurns(free_cores())
        self._preparing: set[tuple[str, str]] = set()
        """The games and players that are being loaded."""
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._awaited: dict[asyncio.Future[ChosenMove], Worker | None] = {}
        """Every answer that a caller waits for, and the worker that computes it; None: no worker does now."""
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Starts the first worker in the background, so that the first question need not wait for it."""
        self._in_background(self._start_worker())

    def prepare(self, game_name: str, player_name: str) -> None:
        """Loads the player in a worker in the background, so that its first move need not wait for that."""
        if (game_name, player_name) in self._preparing:
            return
        self._preparing.add((game_name, player_name))
        loaded = self._answer_to(Question(game_name, player_name), Turn(urgent=False))
        loaded.add_done_callback(lambda _: self._preparing.discard((game_name, player_name)))
        loaded.add_done_callback(_ignore_failure)

    async def choose(
        self,
        game_name: str,
        player_name: str,
        seed: str,
        view: View[Any],
        seconds: float | None,
        until: float | None = None,
        turn: Turn = FIRST,
    ) -> ChosenMove:
        """Returns the player's move, and how long it took to choose. Cancelling this call cancels the question.

        `seconds` is the longest time to think, and `until` the latest time for the answer, by `time.monotonic`;
        None: no limit. `turn` says who waits for it. Raises PlayerFailed, WorkerDied, and OSError when no worker can be
        started.
        """
        answer = await self._answer_to(Question(game_name, player_name, seed, view, seconds, until), turn)
        if answer.failure:
            raise PlayerFailed(answer.failure)
        return answer

    async def close(self) -> None:
        """Cancels all questions and ends all workers."""
        for answer in tuple(self._awaited):
            answer.cancel()
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._tasks)
        for worker in self._workers:
            await worker.close()
        await self._source.close()

    def _answer_to(self, question: Question, turn: Turn) -> asyncio.Future[ChosenMove]:
        answer: asyncio.Future[ChosenMove] = asyncio.get_running_loop().create_future()
        self._awaited[answer] = None
        answer.add_done_callback(self._done)
        self._in_background(self._give_to_worker(question, answer, turn))
        return answer

    def _done(self, answer: asyncio.Future[ChosenMove]) -> None:
        # If a worker still computes this answer, the caller has cancelled it.
        worker = self._awaited.pop(answer)
        if worker is not None:
            worker.cancel()

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs the work in its own task. A caller that stops waiting must not cancel it: its worker is still busy."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start_worker(self) -> None:
        async with self._turns.turn():
            try:
                self._idle.append(await self._new_worker())
            except OSError as error:
                log.error(LogEntry("no worker", error=repr(error)))

    async def _give_to_worker(self, question: Question, answer: asyncio.Future[ChosenMove], turn: Turn) -> None:
        """Waits for a free core, asks a worker, and retries with another one when the worker dies."""
        async with self._turns.turn(turn.key, urgent=turn.urgent):
            try:
                for _ in range(TRIES):
                    if not answer.done():
                        await self._ask(question, answer)
            except OSError as error:
                if not answer.done():
                    answer.set_exception(error)
        if not answer.done():
            answer.set_exception(WorkerDied(f"{TRIES} workers died, one after another, while they computed the move"))

    async def _ask(self, question: Question, answer: asyncio.Future[ChosenMove]) -> None:
        """Asks one worker and sets the answer, unless the worker dies or the caller has stopped waiting."""
        worker = self._idle.pop() if self._idle else await self._new_worker()
        if answer.done():
            self._idle.append(worker)
            return
        self._awaited[answer] = worker
        try:
            chosen = await worker.ask(question)
        except WorkerDied:
            chosen = None
        # From here on the worker may get another question, which `_done` must not cancel by mistake.
        if answer in self._awaited:
            self._awaited[answer] = None
        if chosen is None:
            if not answer.done():
                log.warning(LogEntry("worker died", game=question.game, player=question.player))
            self._workers.discard(worker)
            await worker.close()
            return
        self._idle.append(worker)
        if not answer.done():
            answer.set_result(chosen)

    async def _new_worker(self) -> Worker:
        worker = await self._source.new_worker()
        self._workers.add(worker)
        return worker


def _ignore_failure(done: asyncio.Future[Any]) -> None:
    """Reads a failure, so that asyncio does not log it: the first real question will report it."""
    if not done.cancelled():
        done.exception()
