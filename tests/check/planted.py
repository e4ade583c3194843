"""Checks mutants: plants each fault, and plays the scenario that has to catch it."""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from pathlib import Path

from tests.check.mutants import Mutant, Mutants

from stolik.check.pace import Pace
from stolik.check.program import Subject
from stolik.check.runner import play
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


def caught(what: str, share: int = 1) -> dict[str, Result]:
    """What came of each mutant, or of one of so many, in the scenario that is meant for it."""
    names = list(mutants_of(what).items())[::share]
    return asyncio.run(_caught(what, dict(names)))


async def _caught(what: str, names: dict[str, Mutant]) -> dict[str, Result]:
    suite = find_suite(what)
    room = asyncio.Semaphore(AT_ONCE)
    async with Pace(PATIENCE) as pace:

        async def one(mutant: Mutant) -> Result:
            async with room:
                scenario = suite.find(mutant.caught_by)
                return await play(suite, scenario, subject(what, mutant.name), pace)

        results = dict(zip(names, await asyncio.gather(*(one(mutant) for mutant in names.values())), strict=True))
        for name, result in results.items():
            if result.verdict is not Verdict.FAIL:  # a busy machine may not have started it in time: once more, alone
                results[name] = await one(names[name])
    return results
