"""The rubric: which scenarios give how many points. A file in TOML, or one point for each scenario."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path

import msgspec
from msgspec import Struct

from stolik.check.scenario import Scenario, Suite
from stolik.check.verdicts import Result, Verdict, is_machines_fault

# Verdicts for which a scenario gives its points.
_EARNS = (Verdict.PASS, Verdict.ALLOWED, Verdict.ADVICE)


class RubricError(ValueError):
    """A rubric cannot be used; the message says why."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Some scenarios, and what they are worth together."""

    name: str
    points: float
    scenarios: tuple[str, ...]
    """Names, topics, or patterns such as `iam-*`."""
    all: bool = False
    """Whether the points are given only when all of the scenarios pass; otherwise each gives its share."""


class Rubric(Struct, frozen=True, forbid_unknown_fields=True):
    """How points are given, and how submissions are built."""

    part: tuple[Part, ...]
    program: str = ""
    """The file that is checked, in the folder that was built; the name of what is checked if not given."""
    build: str = ""
    """The command that builds a submission; by its files if not given: make, or cmake and make."""

    @property
    def points(self) -> float:
        """The most points that there are."""
        return sum(part.points for part in self.part)


def read_rubric(file: Path, suite: Suite) -> Rubric:
    """Reads a rubric; raises RubricError, which names the file and the fault."""
    try:
        rubric = msgspec.toml.decode(file.read_bytes(), type=Rubric)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RubricError(f"{file}: {error}") from None
    except OSError as error:
        raise RubricError(f"{file}: {error.strerror}") from None
    scenarios = list(suite.scenarios())
    for part in rubric.part:
        for pattern in part.scenarios:
            if not _matching(scenarios, [pattern]):
                raise RubricError(f"{file}: {suite.name} has no scenario or topic {pattern!r} (in part {part.name!r})")
    return rubric


def plain_rubric(suite: Suite) -> Rubric:
    """One point for each scenario, a part for each topic."""
    return Rubric(tuple(Part(topic.name, len(topic.scenarios), (topic.name,)) for topic in suite.topics))


def _matching(scenarios: Iterable[Scenario], patterns: Sequence[str]) -> list[str]:
    return [
        scenario.name
        for scenario in scenarios
        if any(scenario.topic == pattern or fnmatch(scenario.name, pattern) for pattern in patterns)
    ]


def points_of(rubric: Rubric, suite: Suite, results: Iterable[Result]) -> dict[str, float]:
    """The points of each part, by its name, for the results of one submission.

    A scenario that this machine could not play, such as one that needs IPv6, does not count.
    """
    scenarios = list(suite.scenarios())
    found = {result.scenario: result for result in results}
    missed = {name for name, result in found.items() if is_machines_fault(result)}
    points = {}
    for part in rubric.part:
        names = [name for name in _matching(scenarios, part.scenarios) if name not in missed]
        earned = sum(name in found and found[name].verdict in _EARNS for name in names)
        share = float(earned == len(names) > 0) if part.all else earned / max(1, len(names))
        points[part.name] = round(part.points * share, 2)
    return points
