"""Verdicts, and what a scenario found out: plain data that every form of report reads."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct, field


class Verdict(StrEnum):
    """What came of a scenario."""

    PASS = "pass"  # noqa: S105 - a verdict
    FAIL = "fail"
    """The program does what the document forbids, or does not do what it demands."""
    ADVICE = "advice"
    """The document is silent, and users would expect something else."""
    ALLOWED = "allowed"
    """The program differs from ours, and the document permits it."""
    NOT_REACHED = "not reached"
    """The scenario could not come to its point."""
    UNSTEADY = "unsteady"
    """The verdict was not the same in every run."""


class FaultKind(StrEnum):
    """How an expectation was not met; a scenario can name a likely cause for each."""

    SILENT = "silent"
    """Nothing came."""
    CLOSED = "closed"
    """The connection, or the output, ended."""
    OTHER = "other"
    """Something else came."""
    EXTRA = "extra"
    """Something came where nothing should."""
    EARLY = "early"
    LATE = "late"
    CRASHED = "crashed"
    """The program was ended by a signal."""
    EXIT = "exit"
    """The program ended, or did not, or with the wrong code."""
    LINE_END = "line end"
    """A message did not end as the protocol says."""
    REPORT = "report"
    """What the program printed is wrong."""


class Phrase(Struct, frozen=True):
    """A text of the checker with values in it: the text is translated, the values are not."""

    text: str
    values: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values)


def phrase(text: str, /, **values: object) -> Phrase:
    """A phrase whose values are written as text."""
    return Phrase(text, {name: str(value) for name, value in values.items()})


class Entry(Struct, frozen=True):
    """One thing that happened in a scenario."""

    at: float
    """Seconds since the scenario began."""
    who: str
    way: str
    """`sent` by the checker, `came` from the program, or `note`."""
    text: str


class Fault(Exception):
    """The program does not do what was expected of it."""

    def __init__(self, kind: FaultKind, expected: Phrase, came: Phrase, who: str = "", cause: str = "") -> None:
        """`cause`: what is likely wrong, whichever scenario meets it; empty if that depends on the scenario."""
        super().__init__(f"expected {expected}, but {came}")
        self.kind = kind
        self.expected = expected
        self.came = came
        self.who = who
        self.cause = cause


class NotReached(Exception):
    """A scenario cannot come to its point."""

    def __init__(self, why: Phrase, *, program: bool = True) -> None:
        """`program`: whether the program under test is the reason, and not the machine or the way it is checked."""
        super().__init__(str(why))
        self.why = why
        self.program = program


class Result(Struct, frozen=True, kw_only=True):
    """What came of one scenario, in one run or in several."""

    scenario: str
    verdict: Verdict
    seconds: float = 0.0
    kind: FaultKind | None = None
    who: str = ""
    expected: Phrase | None = None
    came: Phrase | None = None
    cause: str = ""
    remarks: tuple[Phrase, ...] = ()
    """What is allowed or advised, or why the point was not reached."""
    blames_program: bool = True
    """For a scenario that was not reached: whether the program is the reason."""
    exchange: tuple[Entry, ...] = ()
    stderr: str = ""
    """The end of what the program wrote on its standard error."""
    busy: bool = False
    """Whether the machine was busy with other work, so that a fail is no proof."""
    spoke: bool = False
    """Whether the program has sent something, connected, or closed a connection."""
    ended: bool = False
    """Whether the program has ended."""
    runaway: bool = False
    """Whether it has started processes, or has sent lines, without an end."""
    runs: tuple[Verdict, ...] = ()
    """The verdicts of the runs, where there were several."""


_ACCEPTABLE = (Verdict.PASS, Verdict.ALLOWED, Verdict.ADVICE)


def is_machines_fault(result: Result) -> bool:
    """Whether the scenario could not be played, and the program is not the reason."""
    return result.verdict is Verdict.NOT_REACHED and not result.blames_program


def is_bad(result: Result) -> bool:
    """Whether the scenario fails, or does not come to its point."""
    return result.verdict in (Verdict.FAIL, Verdict.NOT_REACHED)


def is_acceptable(results: tuple[Result, ...]) -> bool:
    """Whether nothing fails, nothing is unsteady, and no scenario failed to reach its point because of the program."""
    return all(result.verdict in _ACCEPTABLE or is_machines_fault(result) for result in results)
