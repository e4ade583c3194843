"""What the document leaves open and two programs have to agree on: who has black, and where counting begins.

The document names a host and a guest, black and white, x and y, and connects none of them. A scenario takes our own
answers for granted. When one fails in which no move has come through, the checker finds out, once in a run, whether the
program has other answers: then the scenario is played again with those.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Final
from weakref import WeakKeyDictionary

from stolik.check.pace import Pace
from stolik.check.program import Subject
from stolik.check.stage import Stage
from stolik.games.othello.check.games import coordinates


@dataclass(frozen=True)
class Convention:
    """One way to settle it."""

    first: int = 0
    """The number of the first column and row."""
    guest_begins: bool = False
    """Whether the invited player has black."""

    def write(self, square: int) -> str:
        """A square, as messages have it."""
        return coordinates(square, self.first)


OURS: Final = Convention()
ALL: Final = (OURS, Convention(guest_begins=True), Convention(1), Convention(1, guest_begins=True))
"""Ours is the first: which of x and y is the column cannot be told, since the board is the same either way."""


@dataclass
class _Learned:
    """What is known of one program: nothing before somebody who has the lock has found out."""

    convention: Convention | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


_runs: WeakKeyDictionary[Pace, dict[Subject, _Learned]] = WeakKeyDictionary()


class ConventionStage(Stage):
    """A stage that plays by the program's own answers."""

    convention: Convention = OURS
    has_begun: bool = False
    """Whether a game has begun."""
    has_moved: bool = False
    """Whether a move has come through: then the convention is right."""

    def __init__(self, subject: Subject, pace: Pace, seed: int = 0) -> None:
        super().__init__(subject, pace, seed)
        self._learned = _runs.setdefault(pace.main, {}).setdefault(subject, _Learned())
        self.convention = self._learned.convention or OURS

    def begins(self) -> None:
        """A game begins; says what the document leaves open in it."""
        self.has_begun = True
        if self.convention.guest_begins:
            self.allowed("the invited player has black: the document does not say who has it")
        if self.convention.first:
            self.allowed("columns and rows are counted from 1: the document does not say from where")

    async def learns(self) -> bool:
        """Finds out what the program does; whether that is something else than what this scenario took for granted."""
        if not self.has_begun or self.has_moved:
            return False
        async with self._learned.lock:
            if self._learned.convention is None:
                other = type(self)(self.subject, self.pace.main)
                try:
                    self._learned.convention = await other.find_convention()
                finally:
                    await other.strike()
        return self._learned.convention != self.convention

    @abstractmethod
    async def find_convention(self) -> Convention:
        """Plays first moves until one comes through, with a program of its own; returns by which convention."""

    def at(self, square: int) -> str:
        """A square, as this program counts."""
        return self.convention.write(square)
