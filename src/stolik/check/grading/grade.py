"""Grades one submission: builds it, checks it in the sandbox, and counts its points. Runs in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from stolik.check.grading.rubric import Rubric, plain_rubric, points_of
from stolik.check.grading.submissions import BuildError, Submission, prepare
from stolik.check.program import Subject
from stolik.check.runner import Settings, check
from stolik.check.scenario import Suite
from stolik.check.suites import find_suite
from stolik.check.verdicts import Result, Verdict, phrase
from stolik.tournament.plan.assignment import MEMORY
from stolik.tournament.sandbox.bubblewrap import find_sandbox

# Seconds for one submission, whatever it does.
LONGEST: Final = 1200.0


class Task(Struct, frozen=True):
    """A submission, and how it is graded."""

    submission: Submission
    what: str
    rubric: Rubric | None = None
    at_once: int = 0
    patience: float = 5.0


class Graded(Struct, frozen=True):
    """What a submission got."""

    name: str
    what: str
    points: dict[str, float]
    most: float
    results: tuple[Result, ...] = ()
    fault: str = ""
    """Why it could not be checked at all."""

    @property
    def total(self) -> float:
        """All points together."""
        return round(sum(self.points.values()), 2)

    @property
    def failed(self) -> frozenset[str]:
        """The scenarios that it fails."""
        return frozenset(
            result.scenario for result in self.results if result.verdict in (Verdict.FAIL, Verdict.UNSTEADY)
        )


def grade(task: Task) -> Graded:
    """Grades one submission; raises NoSandbox, and nothing because of what the submission does."""
    suite = find_suite(task.what)
    rubric = task.rubric or plain_rubric(suite)
    with tempfile.TemporaryDirectory(prefix="stolik-grade-", ignore_cleanup_errors=True) as folder:
        # Programs run as a user that owns nothing, and have to reach their files.
        Path(folder).chmod(0o755)
        try:
            program = prepare(task.submission, Path(folder), rubric.program or suite.name, rubric.build)
        except BuildError as error:
            failed = Graded(task.submission.name, task.what, {}, 0.0, fault=str(error))
            return with_points(failed, suite, rubric)
        sandbox = find_sandbox(MEMORY, True)
        subject = Subject((str(program),), sandbox=sandbox, cwd=str(program.parent), own=(str(program.parent),))
        settings = Settings(patience=task.patience, at_once=task.at_once)
        results = _checked(suite, subject, settings)
    return with_points(Graded(task.submission.name, task.what, {}, 0.0, results), suite, rubric)


def with_points(graded: Graded, suite: Suite, rubric: Rubric) -> Graded:
    """The same results with the points that this rubric gives: a teacher may change it after the grading."""
    points = {part.name: 0.0 for part in rubric.part} if graded.fault else points_of(rubric, suite, graded.results)
    return msgspec.structs.replace(graded, points=points, most=rubric.points)


def _checked(suite: Suite, subject: Subject, settings: Settings) -> tuple[Result, ...]:
    """Plays every scenario. What has no verdict when the time is over is not reached."""
    known: dict[str, Result] = {}

    def finished(result: Result) -> None:
        known[result.scenario] = result

    with contextlib.suppress(TimeoutError):
        asyncio.run(asyncio.wait_for(check(suite, suite.scenarios(), subject, settings, finished), LONGEST))
    why = phrase("the submission took more than {n} s, and this scenario was not finished by then", n=round(LONGEST))
    return tuple(
        known.get(one.name) or Result(scenario=one.name, verdict=Verdict.NOT_REACHED, remarks=(why,))
        for one in suite.scenarios()
    )
