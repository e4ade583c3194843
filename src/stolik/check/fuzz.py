"""Random histories of a whole table: played until one fails, then made as short as possible.

A history is a list of steps, one line of text each. A game says how steps are drawn and played; a step that makes no
sense where it stands does nothing, so that every part of a history is a history.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
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

        workers = max(1, AT_ONCE_PER_CORE * usable_cores() // 2)
        await asyncio.gather(*(one_after_another() for _ in range(workers)))
        for _, steps in sorted(found):
            # What fails only beside others, once, is nobody's fault that can be shown.
            result = await play(suite, _scenario(suite, steps), subject, pace)
            if _is_bad(result):
                return await _shortest(suite, subject, pace, steps, result, played)
    return Fuzzed(played)


async def _shortest(
    suite: Suite, subject: Subject, pace: Pace, steps: Sequence[str], result: Result, played: int
) -> Fuzzed:
    """Leaves out steps as long as the history still fails: first long runs of them, then single ones."""
    best, runs = list(steps), 0
    size = len(best) // 2
    while size and runs < MOST_SHRINKS:
        for candidate in _without(best, size):
            runs += 1
            tried = await play(suite, _scenario(suite, candidate), subject, pace)
            if _is_bad(tried):
                best, result = candidate, tried
                break
            if runs >= MOST_SHRINKS:
                break
        else:
            size //= 2
    return Fuzzed(played, tuple(best), result)


def _without(steps: list[str], size: int) -> Iterable[list[str]]:
    """The steps without each run of that length, from the end: what follows the fault goes first."""
    for at in range(len(steps) - size, -1, -max(1, size)):
        yield steps[:at] + steps[at + size :]


def write_history(suite: Suite, steps: Sequence[str], seed: int) -> str:
    """A history as a file: `stolik check … --history FILE` plays it again."""
    return "".join(f"{line}\n" for line in (f"# stolik check {suite.name} --fuzz, seed {seed}", *steps))


def read_history(text: str) -> list[str]:
    """The steps of such a file."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
