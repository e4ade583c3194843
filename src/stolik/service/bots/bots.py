"""Built-in players at live tables. They think in processes of their own: a thinking bot delays no table but its own."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from math import ceil
from random import Random
from typing import Any, Final, Literal

from stolik.contract import Kind, NotationError, Seat, View
from stolik.log import LogEntry
from stolik.players.registry import check_player, instant_player
from stolik.service.bots.worker_pool import WorkerPool, Workers, free_cores
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended, Event
from stolik.table.inputs import Play
from stolik.table.seat import PlayerSeat

log = logging.getLogger(__name__)

# Nobody waits gladly for longer, and no built-in player gains much by it.
THINKING_TIME: Final = 1.0
# Where a move has a clock, most of it is for thinking, and some for the way there and back on a busy machine.
THINKING_SHARE: Final = 0.7
# When so much of it has passed without an answer, a player is asked that needs no process.
PATIENCE_SHARE: Final = 0.85


Why = Literal["late", "failed", "illegal", "coming up"]
"""Why a quick player chose a bot's move: its clock had nearly run out, it or its process failed, what it answered was
no legal move, or it needs a package that was still being loaded."""


class Bots:
    """Every bot at every table."""

    def __init__(self, source: Workers | None = None) -> None:
        self._thinkers = WorkerPool(source)
        self._thinking: set[asyncio.Task[None]] = set()
        self.thought: Callable[[str, float], None] = lambda _game, _seconds: None
        """Hears how long each answer took."""
        self.stood_in: Callable[[str, Why], None] = lambda _game, _why: None
        """Hears of each move that a quick player chose for a bot; the record has them marked."""

    def get_ready(self) -> None:
        """Has a process come up, so that the first bot answers at once."""
        self._thinkers.start()

    def seat(self, live: LiveTable, seat: Seat, player_name: str) -> None:
        """Gives a seat to the built-in player of that name; raises SeatTaken, and ValueError when it cannot play."""
        game = live.game.name
        check_player(game, player_name)
        self._thinkers.prepare(game, player_name)
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
            answer = await self._thinkers.choose(*question.words, seconds, until)
        except Exception as error:  # whatever is wrong with a player, its table must go on
            log.error(LogEntry("bot failed", **question.facts, error=repr(error)))
            self._stand_in(question, "failed")
            return
        self.thought(question.game, answer.seconds)
        if not question.is_legal(answer.move):
            log.warning(LogEntry("bot plays at once", **question.facts, instead=answer.move))
            self._stand_in(question, "illegal")
        elif answer.stand_in:
            self._stand_in(question, "coming up", answer.move)
        else:
            question.answer(answer.move)

    def _run_out(self, question: Question, thinking: asyncio.Task[None]) -> None:
        thinking.cancel()
        if question.is_open:
            log.debug(LogEntry("bot plays at once", **question.facts))
            # To choose and to play are two turns of the loop, for together they hold it up for longer. Another turn
            # passes before the table's own timer does anything.
            asyncio.get_running_loop().call_soon(self._stand_in, question, "late", question.quick_move())

    def _stand_in(self, question: Question, why: Why, move: str | None = None) -> None:
        """Plays a move that the bot did not choose: the quick player's, if no other is given."""
        if question.is_open:
            self.stood_in(question.game, why)
            question.answer(question.quick_move() if move is None else move, stand_in=True)

    async def close(self) -> None:
        """Stops all thinking."""
        for task in tuple(self._thinking):
            task.cancel()
        await self._thinkers.close()


class Question:
    """What to play, as a seat sees it, and who asks."""

    def __init__(self, live: LiveTable, seat: Seat, player: str, view: View[Any]) -> None:
        self.game = live.game.name
        self.time_left = live.time_left
        """Seconds, when it was asked; None: as long as it takes."""
        self.words = (self.game, player, f"{live.id} {seat}", view)
        self.is_open = True
        """Whether the table still waits for the move."""
        self._live = live
        self._seat = seat
        self._view = view

    @property
    def facts(self) -> dict[str, str]:
        """Who asks, for the log."""
        return {"table": self._live.id, "game": self.game, "seat": self._seat, "player": self.words[1]}

    def answer(self, move: str, stand_in: bool = False) -> None:
        """Plays a legal move, if one is still wanted; `stand_in` marks it in the record."""
        if self.is_open:
            self.is_open = False
            self._live.take(Play(self._seat, move, stand_in))

    def quick_move(self) -> str:
        """The move of a player who needs no time."""
        return self._live.game.write_move(instant_player(self.game, Random(self.words[2])).choose(self._view))

    def is_legal(self, move: str) -> bool:
        """Whether the seat may play that."""
        try:
            return self._live.game.read_move(move) in self._view.moves()
        except NotationError:
            return False


class BotDoor:
    """A bot's way to its table."""

    def __init__(self, bots: Bots, live: LiveTable, seat: Seat, player: str) -> None:
        self._bots = bots
        self._live = live
        self._player = player
        self._seat = PlayerSeat(seat)
        self._asked: tuple[Question, asyncio.Task[None]] | None = None

    def hear(self, event: Event) -> None:
        """Sees what its seat may see, and thinks when it is asked."""
        view = self._seat.hear(event)
        if view is not None:
            question = Question(self._live, self._seat.seat, self._player, view)
            self._asked = question, self._bots.think(question)
        elif isinstance(event, Ended) and self._asked is not None:
            question, thinking = self._asked
            question.is_open = False
            thinking.cancel()
