"""Scenarios, the topics that they are grouped in, and the suites that check one kind of program."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import getdoc
from pathlib import Path
from typing import Any, Final, Literal

from stolik.check.stage import Stage
from stolik.check.verdicts import FaultKind

Script = Callable[[Any], Awaitable[None]]
"""The steps: called with the suite's stage. Returns when all is well; raises Fault or NotReached."""


GENERAL_CAUSES: Final[Mapping[FaultKind, str]] = {
    FaultKind.LINE_END: (
        "messages do not end as the document says, or their end is never sent; where it wants CR LF, println(), puts() "
        "and endl write LF alone"
    ),
}
"""What is likely wrong, whichever scenario finds such a fault."""
LAST_CAUSES: Final[Mapping[FaultKind, str]] = {
    FaultKind.CRASHED: "the program crashes: build it with -g -fsanitize=address, and run it again to see where",
    FaultKind.EXIT: "the program ends where it should go on, or goes on where it should end: look at what its main "
    "loop takes for an error or an end",
    FaultKind.SILENT: "the program waits for something else, or its answer stays in a buffer: flush the output after "
    "each message",
    FaultKind.CLOSED: "the program takes what came for an error, and closes the connection",
    FaultKind.OTHER: "the program has lost track of the exchange: follow it step by step, up to the message above",
    FaultKind.EXTRA: "the program says something twice, or to somebody who should not hear it",
    FaultKind.EARLY: "a timeout is counted from another moment, or in another unit",
    FaultKind.LATE: "the program looks at its clock too seldom: poll() and select() need the time that is left",
    FaultKind.REPORT: "a text is printed in another form, or stays in a buffer: flush the output after each line",
}
"""What is likely wrong when a scenario knows nothing better."""


@dataclass(frozen=True)
class Quote:
    """The sentence of a document that a scenario checks."""

    text: str
    """In the document's language."""
    heading: str
    """Where in the document it stands."""
    translations: Mapping[str, str] = field(default_factory=dict)
    """By language; at least English, unless the document is in English."""


@dataclass(frozen=True)
class Scenario:
    """One thing that is checked."""

    name: str
    """Lower-case words with hyphens between them."""
    title: str
    """One sentence that says what a right program does."""
    script: Script
    quote: Quote
    topic: str
    cause: str = ""
    """What is likely wrong in a program that fails, in words that its author can act on."""
    causes: Mapping[FaultKind, str] = field(default_factory=dict)
    """The same for one kind of fault, where that tells more."""
    lone: bool = False
    """Whether it can be played against a server that is already running, and leaves it as it was."""
    slow: bool = False
    """Whether it waits for a timeout of the program: such scenarios are started first."""

    def likely_cause(self, kind: FaultKind) -> str:
        """What is likely wrong when the scenario fails in this way."""
        return self.causes.get(kind) or GENERAL_CAUSES.get(kind) or self.cause or LAST_CAUSES[kind]


class Topic:
    """The scenarios of one file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.scenarios: list[Scenario] = []

    def scenario(self, quote: Quote, **more: Any) -> Callable[[Script], Script]:  # noqa: ANN401 - fields of Scenario
        """Makes a scenario of a function: its name is the scenario's name, its docstring the title."""

        def register(script: Script) -> Script:
            name = getattr(script, "__name__", "").strip("_").replace("_", "-")
            self.add(name, " ".join((getdoc(script) or "").split()), script, quote, **more)
            return script

        return register

    def add(self, name: str, title: str, script: Script, quote: Quote, **more: Any) -> None:  # noqa: ANN401 - see above
        """Adds a scenario whose script is made from another function, such as one of a list of wrong inputs."""
        causes = {FaultKind(kind): cause for kind, cause in more.pop("causes", {}).items()}
        self.scenarios.append(Scenario(name, title, script, quote, self.name, causes=causes, **more))


@dataclass(frozen=True)
class Suite:
    """All scenarios for one kind of program."""

    name: str
    """What is checked, as it is typed after `stolik check`."""
    title: str
    document: str
    """The document that is quoted."""
    document_language: str
    topics: Sequence[Topic]
    stage: type[Stage]
    """What a scenario of this suite is called with."""
    role: Literal["server", "client", "stdio"]
    parameters: str
    """The parameters that the checker adds to the command, for people to read."""
    placeholders: tuple[str, ...]
    """What may stand in braces in the command."""
    own: tuple[str, ...] = ()
    """The command of our own program, which passes every scenario: on a busy machine it is the witness."""
    words: Path | None = None
    """The folder of `words.pl.json` and `words.cs.json`: titles and causes, by their English text."""
    values: Mapping[str, str] = field(default_factory=dict)
    """What stands in braces in the title."""
    page: Path | None = None
    """The game's folder for the page, where its own title stands in other languages."""
    fuzz: Any = None
    """A `stolik.check.fuzz.Histories`: how random histories of this program are made, if they can be."""

    def scenarios(self) -> Iterator[Scenario]:
        """Every scenario, topic by topic."""
        for topic in self.topics:
            yield from topic.scenarios

    def find(self, name: str) -> Scenario:
        """The scenario of that name; raises ValueError, which names those that are nearest."""
        from difflib import get_close_matches

        scenarios = {scenario.name: scenario for scenario in self.scenarios()}
        if name in scenarios:
            return scenarios[name]
        near = ", ".join(get_close_matches(name, scenarios, 3, 0.3)) or "see --list"
        raise ValueError(f"{self.name} has no scenario {name!r}: {near}")
