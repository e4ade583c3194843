"""Built-in players at live tables. Worker processes compute their moves, so a slow bot delays only its own table."""

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
from stolik.players.registry import check_player, instant_player, player_names
from stolik.service.bots.worker_pool import Turn, WorkerPool, WorkerSource, free_cores
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended, Event
from stolik.table.inputs import Play
from stolik.table.seat import PlayerSeat
from stolik.table.table import Stage

log = logging.getLogger(__name__)

# The longest time for a move, in seconds. People do not like to wait longer, and more time hardly helps any bot.
THINKING_TIME: Final = 1.0
# The share of the time left that a bot may use. The rest is for the way to the worker and back on a busy machine.
THINKING_SHARE: Final = 0.7
# The share of the time left after which the instant player moves for a bot that has not answered.
PATIENCE_SHARE: Final = 0.85
# The share of the time left that a bot may wait, so that people can follow it.
PAUSE_SHARE: Final = 0.3


Why = Literal["late", "failed", "illegal", "coming up"]
"""Why a quick player chose a bot's move. `late`: the bot's clock had nearly run out. `failed`: the bot or its worker
failed. `illegal`: its answer was not a legal move. `coming up`: it needs a package that was still being loaded."""


class Bots:
    """The bots at all tables."""

    def __init__(self, source: WorkerSource | None = None) -> None:
        self._pool = WorkerPool(source)
        self._thinking: dict[asyncio.Task[None], bool] = {}
        """The moves that are being computed, and whether somebody waits for them."""
        self.thought: Callable[[str, float], None] = lambda _game, _seconds: None
        """Called with the game and the seconds for each answer of a bot."""
        self.stood_in: Callable[[str, Why], None] = lambda _game, _why: None
        """Called for each move that a quick player chose for a bot. Such moves are marked in the record too."""

    def get_ready(self) -> None:
        """Starts a worker process in the background, so that the first bot need not wait for it."""
        self._pool.start()

    def seat(self, live: LiveTable, seat: Seat, player_name: str) -> None:
        """Seats the built-in player of that name; raises SeatTaken, and PlayerError when the player cannot play."""
        game = live.game.name
        check_player(game, player_name)
        self._pool.prepare(game, player_name)
        live.sit(seat, player_name, BotDoor(self, live, seat, player_name), Kind.BOT)

    def stand_in(self, live: LiveTable, seat: Seat) -> None:
        """Moves for a seat that the house has taken over, or for a person who is silent.

        A program is only asked again, as its protocol says, and a bot has a stand-in already.
        """
        sitter = live.sitter(seat)
        if seat in live.taken_over or (sitter is not None and sitter.kind is Kind.PERSON):
            asyncio.get_running_loop().call_soon(_move_for, live, seat)

    async def hint(self, live: LiveTable, seat: Seat) -> str:
        """The strongest player's move for a seat whose turn it is; the instant player's when the strongest fails."""
        game, view = live.game, live.snapshot(seat).view
        try:
            best = player_names(game.name)[-1]
            answer = await self._pool.choose(game.name, best, f"{live.id} hint", view, THINKING_TIME)
        except Exception as error:  # a player may raise anything
            log.error(LogEntry("hint failed", table=live.id, game=game.name, error=repr(error)))
            return game.write_move(instant_player(game.name, Random(live.id)).choose(view))
        return answer.move

    def think(self, pending: PendingMove) -> asyncio.Task[None]:
        """Computes the move in the background and plays it before the clock runs out."""
        loop = asyncio.get_running_loop()
        task = loop.create_task(self._answer(pending))
        self._thinking[task] = pending.turn.urgent
        task.add_done_callback(self._thinking.pop)
        if pending.time_left is not None:
            # A timer callback, not a timeout around an await: even on a late loop it runs before the table's own timer.
            alarm = loop.call_later(PATIENCE_SHARE * pending.time_left, self._run_out, pending, task)
            task.add_done_callback(lambda _: alarm.cancel())
        return task

    async def _answer(self, pending: PendingMove) -> None:
        seconds, until = THINKING_TIME, None
        if pending.time_left is not None:
            # Questions that wait for the same worker share the time, so that each is answered before its clock ends.
            # A move that somebody waits for does not share it with tables where only bots are.
            crowd = ceil(self._crowd(pending.turn) / free_cores())
            seconds = min(seconds, THINKING_SHARE * pending.time_left / crowd)
            until = time.monotonic() + THINKING_SHARE * pending.time_left
        try:
            answer = await self._pool.choose(*pending.arguments, seconds, until, pending.turn)
        except Exception as error:  # a player may raise anything, and its table must go on
            log.error(LogEntry("bot failed", **pending.facts, error=repr(error)))
            self._stand_in(pending, "failed")
            return
        self.thought(pending.game, answer.seconds)
        if not pending.is_legal(answer.move):
            log.warning(LogEntry("bot move illegal", **pending.facts, move=answer.move))
            self._stand_in(pending, "illegal")
        elif answer.stand_in:
            self._stand_in(pending, "coming up", answer.move)
        else:
            pending.answer_later(answer.move)

    def _crowd(self, turn: Turn) -> int:
        """How many moves are computed before this one or with it."""
        return sum(self._thinking.values()) if turn.urgent else len(self._thinking)

    def _run_out(self, pending: PendingMove, thinking: asyncio.Task[None]) -> None:
        thinking.cancel()
        if pending.is_open:
            log.debug(LogEntry("bot late", **pending.facts))
            # The move is chosen now and played in the next callback: both in one callback would block the loop for
            # longer. It is still in time, because the table's own timer also waits for another turn of the loop.
            asyncio.get_running_loop().call_soon(self._stand_in, pending, "late", pending.quick_move())

    def _stand_in(self, pending: PendingMove, why: Why, move: str | None = None) -> None:
        """Plays a move that the bot did not choose; None: the instant player's."""
        if pending.is_open:
            self.stood_in(pending.game, why)
            pending.answer(pending.quick_move() if move is None else move, stand_in=True)

    async def close(self) -> None:
        """Cancels all pending moves and ends the workers."""
        for task in tuple(self._thinking):
            task.cancel()
        await self._pool.close()


def _move_for(live: LiveTable, seat: Seat) -> None:
    """Makes the instant player's move for a seat, if it is still its turn."""
    now = live.snapshot(seat)
    if now.stage is Stage.PLAYING and now.turn == seat:
        pending = PendingMove(live, seat, "", now.view)
        pending.answer(pending.quick_move(), stand_in=True)


class PendingMove:
    """A move that a table waits for from a bot."""

    def __init__(self, live: LiveTable, seat: Seat, player: str, view: View[Any]) -> None:
        self.game = live.game.name
        self.time_left = live.time_left
        """Seconds left when the bot was asked; None: no limit."""
        self.arguments = (self.game, player, f"{live.id} {seat}", view)
        self.turn = Turn(live.maker or live.id, urgent=live.has_company)
        self.is_open = True
        """Whether the table still waits for the move."""
        self._earliest = time.monotonic() + self._pause(live)
        self._live = live
        self._seat = seat
        self._view = view

    @property
    def facts(self) -> dict[str, str]:
        """The table, the seat and the player, for the log."""
        return {"table": self._live.id, "game": self.game, "seat": self._seat, "player": self.arguments[1]}

    def _pause(self, live: LiveTable) -> float:
        pause = live.rules.bot_pause
        return pause if self.time_left is None else min(pause, PAUSE_SHARE * self.time_left)

    def answer_later(self, move: str) -> None:
        """Plays a legal move, but not before people have seen what happened before it."""
        wait = self._earliest - time.monotonic()
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self.answer, move)
        else:
            self.answer(move)

    def answer(self, move: str, stand_in: bool = False) -> None:
        """Plays a legal move, if the table still waits for it; `stand_in` marks it in the record."""
        if self.is_open:
            self.is_open = False
            self._live.take(Play(self._seat, move, stand_in))

    def quick_move(self) -> str:
        """The move of the game's instant player, computed here and now."""
        return self._live.game.write_move(instant_player(self.game, Random(self.arguments[2])).choose(self._view))

    def is_legal(self, move: str) -> bool:
        """Whether the seat may play this move."""
        try:
            return self._live.game.read_move(move) in self._view.moves()
        except NotationError:
            return False


class BotDoor:
    """Connects one bot to its seat at a table."""

    def __init__(self, bots: Bots, live: LiveTable, seat: Seat, player: str) -> None:
        self._bots = bots
        self._live = live
        self._player = player
        self._seat = PlayerSeat(seat)
        self._asked: tuple[PendingMove, asyncio.Task[None]] | None = None

    def hear(self, event: Event) -> None:
        """Follows the game from its seat, starts to compute a move on its turn, and cancels that when the game ends."""
        view = self._seat.hear(event)
        if view is not None:
            pending = PendingMove(self._live, self._seat.seat, self._player, view)
            self._asked = pending, self._bots.think(pending)
        elif isinstance(event, Ended) and self._asked is not None:
            pending, thinking = self._asked
            pending.is_open = False
            thinking.cancel()
