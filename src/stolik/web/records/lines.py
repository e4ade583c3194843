"""Better lines: from a move of a finished game that was not the best, the better one and what would have followed."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from stolik.contract import Position, Seat
from stolik.contract.registry import find_game
from stolik.log import LogEntry
from stolik.service.bots.analyst import Finished, last_position
from stolik.web.messages.problems import Code, Problem, Reason
from stolik.web.messages.views import show
from stolik.web.records.analyses import Analyses

log = logging.getLogger(__name__)

MOST_MOVES: Final = 24
"""Moves of a line after the better one: six tricks of a game of four, and further than people follow elsewhere."""
MOST_AT_ONCE: Final = 2
"""Processes that think of lines at the same time."""
MOST_WAITING: Final = 20
"""Lines that are thought of or wait: one takes a few seconds."""
MOST_KEPT: Final = 200
"""Lines that are remembered: some kilobytes each."""

PlayOn = Callable[[Finished], AsyncGenerator[str, None]]


class LineStepShape(Struct, frozen=True):
    """The position after a move of a line, as everyone may see it or as a seat would have seen it."""

    seat: Seat
    move: str
    view: Any


class LineShape(Struct, frozen=True):
    """A better line so far: its first move is the better one, in the place of move `ply`."""

    state: Literal["running", "done", "unavailable"]
    ply: int
    steps: list[LineStepShape]
    why: str | None = None


class _Line(Struct):
    """A line as it grows: the position before it and after each move."""

    game: Finished
    positions: list[Position[Any]]
    moves: list[str] = field(default_factory=list)
    state: Literal["running", "done", "unavailable"] = "running"
    why: str | None = None

    def add(self, move: str) -> None:
        """Makes the next move."""
        after = self.positions[-1].play(find_game(self.game.game).read_move(move))
        self.positions.append(after)
        self.moves.append(move)


class Lines:
    """The lines that were asked for lately. A few are thought of at a time."""

    def __init__(self, analyses: Analyses, play_on: PlayOn) -> None:
        self._analyses = analyses
        self._play_on = play_on
        self._known: OrderedDict[tuple[str, int], _Line] = OrderedDict()
        self._at_work: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    async def of(self, key: str, ply: int, seat: Seat | None, find: Callable[[], Awaitable[Finished]]) -> LineShape:
        """The better line for a move, as far as it is known, seen by that seat. Raises Problem."""
        line = self._known.get((key, ply)) or await self._begin(key, ply, find)
        game = find_game(line.game.game)
        if seat is not None and seat not in game.seats:
            raise Problem(Code.IMPOSSIBLE, f"there is no seat {seat!r} there")
        steps = [
            LineStepShape(str(before.turn), move, show(game, after.view(seat), seat))
            for before, move, after in zip(line.positions, line.moves, line.positions[1:], strict=False)
        ]
        return LineShape(line.state, ply, steps, line.why)

    async def _begin(self, key: str, ply: int, find: Callable[[], Awaitable[Finished]]) -> _Line:
        opinion = await self._analyses.opinion(key, ply)
        if opinion is None:
            raise Problem(Code.NOT_FOUND, f"move {ply} has not been judged: ask for the analysis first")
        if opinion.move in opinion.best:
            raise Problem(Code.IMPOSSIBLE, f"no move was better than move {ply}")
        game = await find()
        start = await asyncio.to_thread(last_position, replace(game, moves=game.moves[: ply - 1]))
        if (key, ply) in self._known:  # somebody else asked meanwhile
            return self._known[key, ply]
        if len(self._at_work) >= MOST_WAITING:
            why = f"{MOST_WAITING} better lines are thought of already: ask again in a minute"
            raise Problem(Code.TOO_MANY, why, Reason.JUDGED, MOST_WAITING)
        return self._start(key, ply, game, start, opinion.best[0])

    def _start(self, key: str, ply: int, game: Finished, start: Position[Any], better: str) -> _Line:
        moves = (*game.moves[: ply - 1], better)
        line = self._known[key, ply] = _Line(replace(game, moves=moves, play_on=MOST_MOVES), [start])
        line.add(better)
        if len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)
        task = asyncio.get_running_loop().create_task(self._think(line))
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return line

    async def _think(self, line: _Line) -> None:
        try:
            async with self._turns, aclosing(self._play_on(line.game)) as coming:
                async for move in coming:
                    line.add(move)
        except ValueError as error:
            line.state, line.why = "unavailable", str(error)
        except OSError as error:
            log.error(LogEntry("better line failed", game=line.game.game, error=repr(error)))
            line.state, line.why = "unavailable", "the process that judges games could not be started"
        else:
            line.state = "done"
