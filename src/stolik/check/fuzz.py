"""Random histories of a whole table: played until one fails, then made as short as possible.

A history is a list of steps, one line of text each. A game says how steps are drawn and played; a step that makes no
sense where it stands does nothing, so that every part of a history is a history.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from random import Random
from typing import Any, Final, Protocol

from stolik.check.pace import Pace
from stolik.check.program import Subject
from stolik.check.runner import AT_ONCE_PER_CORE, play
from stolik.check.scenario import Quote, Scenario, Suite, Topic
from stolik.check.verdicts import Result, is_acceptable
from stolik.system import usable_cores

NAME: Final = "history"
# Runs that shortening a history may take.
MOST_SHRINKS: Final = 200


class Histories(Protocol):
    """How random histories of one kind of program are made."""

    quote: Quote
    """The sentence that all histories are about."""

    def draw(self, rng: Random) -> list[str]:
        """Draws the steps of a history."""

    async def play(self, stage: Any, *, steps: Sequence[str]) -> None:  # noqa: ANN401 - the suite's own stage
        """Plays the steps; raises Fault."""


@dataclass(frozen=True)
class Fuzzed:
    """What came of it."""

    histories: int
    """How many were played."""
    steps: tuple[str, ...] = ()
    """The shortest history that fails; none when none does."""
    result: Result | None = None


def _is_bad(result: Result) -> bool:
    """Whether the program is at fault."""
    return not is_acceptable((result,))


def history_suite(suite: Suite, steps: Sequence[str]) -> Suite:
    """A suite whose only scenario is this history."""
    histories: Histories = suite.fuzz
    topic = Topic("history")
    title = f"A history of {len(steps)} random steps."
    topic.add(NAME, title, partial(histories.play, steps=steps), histories.quote)
    return replace(suite, topics=(topic,))


def _scenario(suite: Suite, steps: Sequence[str]) -> Scenario:
    return next(history_suite(suite, steps).scenarios())


async def fuzz(
    suite: Suite, subject: Subject, seconds: float, seed: int, patience: float, tell: Callable[[int], None]
) -> Fuzzed:
    """Plays random histories for so many seconds, or until one fails; `tell` hears how many were played."""
    histories: Histories = suite.fuzz
    numbers = count()
    found: list[tuple[int, list[str]]] = []
    played = 0
    async with Pace(patience) as pace:
        began = pace.now()

        async def one_after_another() -> None:
            nonlocal played
            while not found and pace.now() - began < seconds:
                number = next(numbers)
                steps = histories.draw(Random(f"{seed} {number}"))
                result = await play(suite, _scenario(suite, steps), subject, pace)
                played += 1
                tell(played)
                if _is_bad(result):
                    found.append((number, steps))

        await asyncio.gather(*(one_after_another() for _ in range(_side_by_side())))
        for _, steps in sorted(found):
            # What fails only beside others, once, is nobody's fault that can be shown.
            result = await play(suite, _scenario(suite, steps), subject, pace)
            if _is_bad(result):
                return replace(await _Shrinking(suite, subject, pace, steps, result).shortest(), histories=played)
    return Fuzzed(played)


@dataclass
class _Shrinking:
    """Makes a history shorter, as long as it fails; several shorter ones are played side by side."""

    suite: Suite
    subject: Subject
    pace: Pace
    best: list[str]
    result: Result
    runs: int = 0

    async def shortest(self) -> Fuzzed:
        """The shortest history that was found; what it did, it does alone too."""
        whole = self.best, self.result
        await self._first_that_fails([self.best[:length] for length in _beginnings(len(self.best))])
        size = max(1, len(self.best) // 2)
        while size and self.runs < MOST_SHRINKS:
            if not await self._first_that_fails(_without(self.best, size)):
                size //= 2
        if len(self.best) < len(whole[0]):
            self.result = await play(self.suite, _scenario(self.suite, self.best), self.subject, self.pace)
            if not _is_bad(self.result):
                self.best, self.result = whole
        return Fuzzed(0, tuple(self.best), self.result)

    async def _first_that_fails(self, candidates: Sequence[list[str]]) -> bool:
        """Takes the first of these histories that fails; returns whether one does."""
        at_once = _side_by_side()
        for at in range(0, len(candidates), at_once):
            batch = candidates[at : at + at_once]
            self.runs += len(batch)
            runs = (play(self.suite, _scenario(self.suite, steps), self.subject, self.pace) for steps in batch)
            for steps, result in zip(batch, await asyncio.gather(*runs), strict=True):
                if _is_bad(result):
                    self.best, self.result = steps, result
                    return True
            if self.runs >= MOST_SHRINKS:
                break
        return False


def _side_by_side() -> int:
    return max(1, AT_ONCE_PER_CORE * usable_cores() // 2)


def _beginnings(length: int) -> list[int]:
    """Lengths of beginnings to try, the shortest first: what follows the fault is not needed."""
    return [0, *(2**power for power in range(length.bit_length()) if 2**power < length)]


def _without(steps: list[str], size: int) -> list[list[str]]:
    """The steps without each run of that length, from the end: what follows the fault goes first."""
    return [steps[:at] + steps[at + size :] for at in range(len(steps) - size, -1, -size)]


def write_history(suite: Suite, steps: Sequence[str], seed: int) -> str:
    """A history as a file: `stolik check … --history FILE` plays it again."""
    return "".join(f"{line}\n" for line in (f"# stolik check {suite.name} --fuzz, seed {seed}", *steps))


def read_history(text: str) -> list[str]:
    """The steps of such a file."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
