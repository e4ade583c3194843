"""Built-in players at live tables. They think in processes of their own: a thinking bot delays no table but its own."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import cycle
from random import Random
from typing import Any, Final, TypeVar

from stolik.games.contract import IllegalMove, NotationError, Position, Seat, View
from stolik.players.registry import stand_in
from stolik.service import bot_worker
from stolik.service.live_table import LiveTable
from stolik.store.stored import Kind
from stolik.table.events import Asked, Ended, Event, Played, Shown
from stolik.table.inputs import Play

log = logging.getLogger(__name__)
T = TypeVar("T")

# A process may be killed for another's sake; one that dies of the same question twice would die of it for ever.
ATTEMPTS: Final = 2

# Nobody waits gladly for longer, and no built-in player gains much by it.
THINKING_TIME: Final = 1.0
# Where a move has a clock, most of it is for thinking; the rest is for those who wait for a free process, and the last
# of it for the move of a player that answers at once.
THINKING_SHARE: Final = 0.6
PATIENCE_SHARE: Final = 0.7
LAST_SHARE: Final = 0.1

TICKETS: Final = 4096
"""More questions than are ever thought about at once."""


def free_cores() -> int:
    """How many processes may think at once: the service keeps a core for itself."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


class Workers(ProcessPoolExecutor):
    """Processes that end with this one, however it ends, and at once when they are no longer wanted."""

    def __init__(self) -> None:
        # A fork would share the service's sockets, and the locks of its threads.
        context = multiprocessing.get_context("spawn")
        theirs, self._lifeline = context.Pipe(duplex=False)
        self._withdrawn = context.RawArray("b", TICKETS)
        super().__init__(free_cores(), context, bot_worker.begin, (theirs, self._withdrawn))

    def issue(self, ticket: int) -> None:
        """A question with this number is asked."""
        self._withdrawn[ticket] = 0

    def withdraw(self, ticket: int) -> None:
        """Its answer is no longer wanted: whoever thinks about it stops."""
        self._withdrawn[ticket] = 1

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cuts the lifeline: a player that thinks long is not waited for."""
        self._lifeline.close()
        super().shutdown(wait, cancel_futures=cancel_futures)


class Bots:
    """Every bot at every table, and the processes where they think; none is started before the first bot sits down."""

    def __init__(self, new_pool: Callable[[], Executor] = Workers) -> None:
        self._new_pool = new_pool
        self._pool: Executor | None = None
        self._quick: Executor | None = None
        """For moves that cannot wait until somebody has done thinking."""
        self._tickets = cycle(range(TICKETS))
        self._thinking: set[asyncio.Task[None]] = set()
        self.thought: Callable[[str, float], None] = lambda _game, _seconds: None
        """Hears how long each answer took."""

    def seat(self, live: LiveTable, seat: Seat, player_name: str) -> None:
        """Gives a seat to the built-in player of that name; raises SeatTaken."""
        self._prepare(live, player_name)
        live.sit(seat, player_name, BotDoor(self, live, seat, player_name), Kind.BOT)

    def _prepare(self, live: LiveTable, player_name: str) -> None:
        """Has processes come up, and the player compiled in one of them, before anybody waits for it."""
        instead = stand_in(live.table.game.name, player_name)
        if instead:
            log.warning("bot replaced table=%s: %s", live.id, instead)
        pool = self._pool = self._pool or self._new_pool()
        _elsewhere(pool.submit, bot_worker.prepare, live.table.game.name, player_name)
        if live.table.rules.turn_time is not None and self._quick is None:
            self._quick = self._new_pool()
            _elsewhere(self._quick.submit, os.getpid)

    def think(self, question: Question) -> asyncio.Task[None]:
        """Has a question answered, some time later."""
        task = asyncio.get_running_loop().create_task(self._answer(question))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
        return task

    async def _answer(self, question: Question) -> None:
        for _ in range(ATTEMPTS):
            pool = self._pool = self._pool or self._new_pool()
            try:
                move, seconds = await self._thought(pool, question)
            except TimeoutError:
                log.warning("bot out of time %s", question)
                question.answer(await self._quick_move(question))
                return
            except BrokenProcessPool:
                log.warning("worker died %s", question)
                self._replace(pool)
            except Exception as error:  # whatever is wrong with a player, its table must go on
                log.error("bot failed %s error=%r", question, error)
                break
            else:
                self.thought(question.game, seconds)
                question.answer(move)
                return
        question.answer(None)

    async def _thought(self, pool: Executor, question: Question) -> tuple[str, float]:
        """The player's move; raises TimeoutError when there is none yet and the clock has nearly run out."""
        ticket = next(self._tickets)
        if isinstance(pool, Workers):
            pool.issue(ticket)
        try:
            thinking = _ask(pool, bot_worker.choose, *question.words, question.seconds, ticket)
            return await asyncio.wait_for(thinking, question.patience)
        except (TimeoutError, asyncio.CancelledError):
            if isinstance(pool, Workers):
                pool.withdraw(ticket)
            raise

    async def _quick_move(self, question: Question) -> str | None:
        """The move of a player that needs no time; None when even that is not to be had."""
        pool = self._quick = self._quick or self._new_pool()
        game, _, seed, view = question.words
        try:
            return await asyncio.wait_for(_ask(pool, bot_worker.choose_quickly, game, seed, view), question.last_wait)
        except BrokenProcessPool:
            self._quick = None
            pool.shutdown(wait=False)
        except Exception as error:  # there is still a move to be made
            log.error("quick move failed %s error=%r", question, error)
        return None

    def _replace(self, broken: Executor) -> None:
        """Many tables hear of one death: the first of them makes room for a new pool."""
        if self._pool is broken:
            self._pool = None
            broken.shutdown(wait=False)

    async def close(self) -> None:
        """Stops all thinking."""
        for task in tuple(self._thinking):
            task.cancel()
        pools = [pool for pool in (self._pool, self._quick) if pool is not None]
        self._pool = self._quick = None
        for pool in pools:
            stop = partial(pool.shutdown, wait=True, cancel_futures=True)
            await asyncio.get_running_loop().run_in_executor(None, stop)


async def _ask(pool: Executor, function: Callable[..., T], *args: object) -> T:
    """What a process answers.

    Whoever stops waiting does not cancel the question itself: a pool that breaks while it has cancelled ones leaves all
    the others without an answer.
    """
    asked = await _elsewhere(pool.submit, function, *args)
    answer = asyncio.wrap_future(asked)
    answer.add_done_callback(_look_at)
    return await asyncio.shield(answer)


def _elsewhere(submit: Callable[..., Future[T]], *args: object) -> asyncio.Future[Future[T]]:
    """Asks from another thread: to ask may mean to start a process, and that takes a while."""
    asked = asyncio.get_running_loop().run_in_executor(None, submit, *args)
    asked.add_done_callback(_look_at)
    return asked


def _look_at(done: asyncio.Future[Any]) -> None:
    """Takes notice of a failure that nobody may wait for."""
    if not done.cancelled():
        done.exception()


class Question:
    """What to play in this position, and who asks."""

    def __init__(self, live: LiveTable, seat: Seat, player: str, view: View[Any]) -> None:
        self.game = live.table.game.name
        self.position: Position[Any] = live.table.position
        self._live = live
        self._seat = seat
        self._view = view
        self.words = (self.game, player, f"{live.id} {seat}", view)
        clock = live.table.rules.turn_time
        self.seconds = THINKING_TIME if clock is None else min(THINKING_TIME, THINKING_SHARE * clock)
        """How long the player may think, once it has begun."""
        self.patience = None if clock is None else PATIENCE_SHARE * clock
        """How long its answer is waited for."""
        self.last_wait = None if clock is None else LAST_SHARE * clock
        """How long a quick answer is waited for after that."""

    def __str__(self) -> str:
        return f"table={self._live.id} game={self.game} seat={self._seat} player={self.words[1]}"

    def answer(self, move: str | None) -> None:
        """Plays the move, or, when it is none or not a legal one, any."""
        table = self._live.table
        if table.position is not self.position:
            return
        if move is None or not self._is_legal(move):
            log.warning("bot plays anything %s instead=%r", self, move)
            move = table.game.write_move(Random(self.words[2]).choice(self._view.moves()))
        self._live.take(Play(self._seat, move))

    def _is_legal(self, move: str) -> bool:
        try:
            self.position.play(self._live.table.game.read_move(move))
        except (NotationError, IllegalMove):
            return False
        return True


class BotDoor:
    """A bot's way to its table."""

    def __init__(self, bots: Bots, live: LiveTable, seat: Seat, player: str) -> None:
        self._bots = bots
        self._live = live
        self._seat = seat
        self._player = player
        self._view: View[Any] | None = None
        self._asked: Question | None = None
        self._task: asyncio.Task[None] | None = None

    def hear(self, event: Event) -> None:
        """Sees what its seat may see, and thinks when it is asked."""
        if isinstance(event, Shown | Played):
            self._view = event.view
        elif isinstance(event, Asked):
            if event.seat == self._seat:
                self._think()
        elif isinstance(event, Ended) and self._task is not None:
            self._task.cancel()

    def _think(self) -> None:
        """A question that is repeated while it is thought about is not another one."""
        position = self._live.table.position
        if self._view is None or position.turn != self._seat:
            return
        if self._asked is None or self._asked.position is not position:
            self._asked = Question(self._live, self._seat, self._player, self._view)
            self._task = self._bots.think(self._asked)
