"""Built-in players at live tables. They think in processes of their own: a thinking bot delays no table but its own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from math import ceil
from random import Random
from typing import Any, Final

from stolik.contract import Kind, NotationError, Seat, View
from stolik.log import LogEntry
from stolik.players.registry import instant_player, stand_in
from stolik.service.bots.thinkers import Thinkers, Workers, free_cores
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Asked, Ended, Event, Played, Shown
from stolik.table.inputs import Play

log = logging.getLogger(__name__)

# Nobody waits gladly for longer, and no built-in player gains much by it.
THINKING_TIME: Final = 1.0
# Where a move has a clock, most of it is for thinking, and some for the way there and back on a busy machine.
THINKING_SHARE: Final = 0.7
# When so much of it has passed without an answer, a player is asked that needs no process.
PATIENCE_SHARE: Final = 0.85


class Bots:
    """Every bot at every table."""

    def __init__(self, source: Workers | None = None) -> None:
        self._thinkers = Thinkers(source)
        self._thinking: set[asyncio.Task[None]] = set()
        self.thought: Callable[[str, float], None] = lambda _game, _seconds: None
        """Hears how long each answer took."""
        self.hurried: Callable[[str], None] = lambda _game: None
        """Hears of each move that was made at once, for the clock had nearly run out."""

    def get_ready(self) -> None:
        """Has a process come up, so that the first bot answers at once."""
        self._thinkers.start()

    def seat(self, live: LiveTable, seat: Seat, player_name: str) -> None:
        """Gives a seat to the built-in player of that name; raises SeatTaken."""
        instead = stand_in(live.game.name, player_name)
        if instead:
            log.warning(LogEntry("bot replaced", table=live.id, why=instead))
        self._thinkers.prepare(live.game.name, player_name)
        live.sit(seat, player_name, BotDoor(self, live, seat, player_name), Kind.BOT)

    def think(self, question: Question) -> asyncio.Task[None]:
        """Has a question answered, some time later; in any case before its clock runs out."""
        loop = asyncio.get_running_loop()
        task = loop.create_task(self._answer(question))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)
        if question.time_left is not None:
            # A timer, and not a wait: however late the loop is, it comes before the table's own.
            alarm = loop.call_later(PATIENCE_SHARE * question.time_left, self._run_out, question, task)
            task.add_done_callback(lambda _: alarm.cancel())
        return task

    async def _answer(self, question: Question) -> None:
        seconds, until = THINKING_TIME, None
        if question.time_left is not None:
            # Those who wait for the same process share the time, so that each of them is answered.
            crowd = ceil(len(self._thinking) / free_cores())
            seconds = min(seconds, THINKING_SHARE * question.time_left / crowd)
            until = time.monotonic() + THINKING_SHARE * question.time_left
        try:
            move, took = await self._thinkers.choose(*question.words, seconds, until)
        except Exception as error:  # whatever is wrong with a player, its table must go on
            log.error(LogEntry("bot failed", **question.facts, error=repr(error)))
            question.answer(question.quick_move())
        else:
            self.thought(question.game, took)
            question.answer(move)

    def _run_out(self, question: Question, thinking: asyncio.Task[None]) -> None:
        thinking.cancel()
        if question.is_open:
            self.hurried(question.game)
            log.debug(LogEntry("bot plays at once", **question.facts))
            # To choose and to play are two turns of the loop, for together they hold it up for longer. Another turn
            # passes before the table's own timer does anything.
            asyncio.get_running_loop().call_soon(question.answer, question.quick_move())

    async def close(self) -> None:
        """Stops all thinking."""
        for task in tuple(self._thinking):
            task.cancel()
        await self._thinkers.close()


class Question:
    """What to play in this position, and who asks."""

    def __init__(self, live: LiveTable, seat: Seat, player: str, view: View[Any]) -> None:
        self.game = live.game.name
        self.is_open = True
        """Whether the table still waits for the move."""
        self.time_left = live.time_left
        """Seconds, when it was asked; None: as long as it takes."""
        self.words = (self.game, player, f"{live.id} {seat}", view)
        self._live = live
        self._seat = seat
        self._view = view

    @property
    def facts(self) -> dict[str, str]:
        """Who asks, for the log."""
        return {"table": self._live.id, "game": self.game, "seat": self._seat, "player": self.words[1]}

    def answer(self, move: str) -> None:
        """Plays the move, or, when the rules do not allow it, a quick one."""
        if not self.is_open:
            return
        if not self._is_legal(move):
            log.warning(LogEntry("bot plays at once", **self.facts, instead=move))
            move = self.quick_move()
        self.is_open = False
        self._live.take(Play(self._seat, move))

    def quick_move(self) -> str:
        """The move of a player who needs no time."""
        return self._live.game.write_move(instant_player(self.game, Random(self.words[2])).choose(self._view))

    def _is_legal(self, move: str) -> bool:
        try:
            return self._live.game.read_move(move) in self._view.moves()
        except NotationError:
            return False


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
            self._forget_question()
        elif isinstance(event, Asked):
            if event.seat == self._seat:
                self._think()
        elif isinstance(event, Ended):
            self._forget_question()
            if self._task is not None:
                self._task.cancel()

    def _think(self) -> None:
        """A question that is repeated while it is thought about is not another one."""
        if self._view is not None and self._asked is None:
            self._asked = Question(self._live, self._seat, self._player, self._view)
            self._task = self._bots.think(self._asked)

    def _forget_question(self) -> None:
        """The position is another, or the game is over: nobody waits for an answer to the last question."""
        if self._asked is not None:
            self._asked.is_open = False
            self._asked = None
