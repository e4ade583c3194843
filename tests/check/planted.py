"""Checks mutants: plants each fault, and plays the scenario that has to catch it."""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from pathlib import Path

from tests.check.mutants import Mutant, Mutants

from stolik.check.pace import Pace
from stolik.check.program import Subject
from stolik.check.runner import Settings, play
from stolik.check.suites import find_suite
from stolik.check.verdicts import Result, Verdict

WHAT = ("kierki-serwer", "kierki-klient", "krazki", "othello-server", "othello-client")
"""The programs of which there are mutants."""
ROOT = Path(__file__).parents[2]
# Seconds. Mutants that are silent cost this much each: enough for a program that runs, since waiting is fair.
PATIENCE = 1.0
# Most of the time they wait.
AT_ONCE = 12


def mutants_of(what: str) -> dict[str, Mutant]:
    """The mutants of a program."""
    module = import_module(f"tests.check.mutants.{what.replace('-', '_')}")
    found: Mutants = module.mutants
    return found.all


def subject(what: str, name: str, *more: str) -> Subject:
    """The program with a planted fault; `none` plants nothing."""
    command = (sys.executable, "-m", "tests.check.mutant", what, name, *more)
    return Subject(command, cwd=str(ROOT))


def played(what: str, name: str, program: Subject) -> Result:
    """What comes of one scenario, played once."""
    suite = find_suite(what)

    async def once() -> Result:
        async with Pace(PATIENCE) as pace:
            return await play(suite, suite.find(name), program, pace)

    return asyncio.run(once())


def caught(what: str, share: int = 1) -> dict[str, Result]:
    """What came of each mutant, or of one of so many, in the scenario that is meant for it."""
    names = list(mutants_of(what).items())[::share]
    return asyncio.run(_caught(what, dict(names)))


async def _caught(what: str, names: dict[str, Mutant]) -> dict[str, Result]:
    suite = find_suite(what)
    room = asyncio.Semaphore(AT_ONCE)

    async def one(mutant: Mutant, pace: Pace) -> Result:
        async with room:
            return await play(suite, suite.find(mutant.caught_by), subject(what, mutant.name), pace)

    async with Pace(PATIENCE) as pace:
        found = await asyncio.gather(*(one(mutant, pace) for mutant in names.values()))
    results = dict(zip(names, found, strict=True))
    # Once more, alone. What did not come to its point on a busy machine gets the usual patience.
    for name, mutant in names.items():
        if results[name].verdict is not mutant.verdict:
            is_early = results[name].verdict is Verdict.NOT_REACHED
            async with Pace(Settings.patience if is_early else PATIENCE) as pace:
                results[name] = await one(mutant, pace)
    return results
