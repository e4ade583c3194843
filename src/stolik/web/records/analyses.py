"""What the strongest player thinks of finished games. One is judged at a time, and not many may wait for it.

The addresses that ask take turns, so that nobody who asks for many games makes others wait or be refused. What it
thinks is kept in the store, if there is one: after a restart nobody waits again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from importlib.metadata import version
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from stolik.log import LogEntry
from stolik.players.analysis import Opinion
from stolik.service.bots.analyst import Finished
from stolik.service.fair_turns import FairTurns
from stolik.store.errors import StoreError
from stolik.store.store import Store
from stolik.web.messages.problems import Code, Problem, Reason

log = logging.getLogger(__name__)
_VERSION: Final = version("stolik")
_read_opinions = msgspec.json.Decoder(list[Opinion]).decode

MOST_KEPT: Final = 200
"""Games whose opinions are remembered: some tens of kilobytes each."""
MOST_WAITING: Final = 20
"""Games that may wait to be judged: one takes some seconds, a long one a minute."""
PATIENCE: Final = 30.0
"""Seconds after which a game is dropped when nobody has asked for it again; the page asks every second."""


class AnalysisShape(Struct):
    """The opinions so far, one for each move; `why` says what went wrong, where something did."""

    state: Literal["waiting", "running", "done", "unavailable"]
    moves: int
    opinions: list[Opinion] = field(default_factory=list)
    why: str | None = None


class _Judged(Struct):
    """A game, what is thought of it, who asked first, and when somebody last asked."""

    game: Finished
    shape: AnalysisShape
    address: str
    asked: float


class Analyses:
    """The games that are judged, were judged lately, or wait."""

    def __init__(
        self,
        now: Callable[[], float],
        judge: Callable[[Finished], AsyncGenerator[Opinion, None]],
        store: Store | None = None,
    ) -> None:
        self._now = now
        self._store = store
        self._judge = judge
        self._known: dict[str, _Judged] = {}
        self._turns = FairTurns(1)
        self._at_work: set[asyncio.Task[None]] = set()

    async def of(self, key: str, find: Callable[[], Awaitable[Finished]], address: str = "") -> AnalysisShape:
        """What is thought of a game so far; when nobody has asked before, it is found and judged. Raises Problem."""
        return self.known(key) or await self._kept(key) or self.ask(key, await find(), address)

    async def opinion(self, key: str, ply: int) -> Opinion | None:
        """What is thought of one move; None when that is not known, or not known yet."""
        shape = self.known(key) or await self._kept(key)
        return next((one for one in shape.opinions if one.ply == ply), None) if shape else None

    def known(self, key: str) -> AnalysisShape | None:
        """What is thought of a game so far; None when nobody has asked, or nobody asked again."""
        judged = self._known.get(key)
        if judged is None:
            return None
        judged.asked = self._now()
        return judged.shape

    def ask(self, key: str, game: Finished, address: str = "") -> AnalysisShape:
        """What is thought of a game so far; begins to judge it when it is new. Raises Problem when too many wait."""
        if key not in self._known:
            self._make_room(address)
            judged = _Judged(game, AnalysisShape("waiting", len(game.moves)), address, self._now())
            self._known[key] = judged
            self._forget()
            task = asyncio.get_running_loop().create_task(self._judge_in_turn(key, judged))
            self._at_work.add(task)
            task.add_done_callback(self._at_work.discard)
        judged = self._known[key]
        judged.asked = self._now()
        return judged.shape

    def _make_room(self, address: str) -> None:
        """When too many games wait, drops one of the address with most of them; raises Problem when it is this one."""
        waiting = self._waiting()
        if len(waiting) < MOST_WAITING:
            return
        each = Counter(self._known[key].address for key in waiting)
        greediest, most = each.most_common(1)[0]
        if each[address] + 1 >= most:
            why = f"{MOST_WAITING} games wait to be judged already: ask again in a minute"
            raise Problem(Code.TOO_MANY, why, Reason.JUDGED, MOST_WAITING)
        del self._known[next(key for key in reversed(waiting) if self._known[key].address == greediest)]

    async def _kept(self, key: str) -> AnalysisShape | None:
        text = None if self._store is None else await self._store.opinions_of(key, _VERSION)
        if text is None:
            return None
        found = _read_opinions(text)
        return AnalysisShape("done", len(found), found)

    async def _keep(self, key: str, found: list[Opinion]) -> None:
        try:
            if self._store is not None:
                await self._store.keep_opinions(key, _VERSION, msgspec.json.encode(found).decode())
        except StoreError as error:  # they are known until the service stops, and can be formed again
            log.error(LogEntry("opinions not kept", game=key, error=error))

    def _waiting(self) -> list[str]:
        """The games that wait, the oldest first. Those that nobody asks for any more are dropped."""
        for key, judged in tuple(self._known.items()):
            if judged.shape.state == "waiting" and self._is_deserted(judged):
                del self._known[key]
        return [key for key, judged in self._known.items() if judged.shape.state == "waiting"]

    def _is_deserted(self, judged: _Judged) -> bool:
        return judged.asked < self._now() - PATIENCE

    def _forget(self) -> None:
        """Drops what was asked for longest ago."""
        over = [key for key, judged in self._known.items() if judged.shape.state in ("done", "unavailable")]
        for key in sorted(over, key=lambda key: self._known[key].asked)[: max(0, len(self._known) - MOST_KEPT)]:
            del self._known[key]

    async def _judge_in_turn(self, key: str, judged: _Judged) -> None:
        async with self._turns.turn(judged.address):
            if self._known.get(key) is not judged:
                return
            if self._is_deserted(judged):
                del self._known[key]
            else:
                await self._judge_one(key, judged)

    async def _judge_one(self, key: str, judged: _Judged) -> None:
        shape = judged.shape
        shape.state = "running"
        try:
            async with aclosing(self._judge(judged.game)) as coming:
                async for opinion in coming:
                    shape.opinions.append(opinion)
                    if self._is_deserted(judged):
                        del self._known[key]
                        return
        except ValueError as error:
            shape.state, shape.why = "unavailable", str(error)
        except OSError as error:
            log.error(LogEntry("analysis failed", game=judged.game.game, error=repr(error)))
            shape.state, shape.why = "unavailable", "the process that judges games could not be started"
        else:
            done = len(shape.opinions) == shape.moves
            shape.state = "done" if done else "unavailable"
            shape.why = None if done else "the process that judges games ended before its time"
            if done:
                await self._keep(key, shape.opinions)
