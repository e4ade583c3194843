"""Reads conversations from a text that people can review; `othello.txt` says how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
_STEP = re.compile(r"(?P<who>\w+) ((?P<way>[<>]) (?P<text>.*)|(?P<what>closes|is closed))")


@dataclass(frozen=True)
class Step:
    """`>` and `<` a line, `closes`, `is closed`, or `wait`."""

    what: str
    who: str = ""
    text: str = ""
    seconds: float = 0


@dataclass
class Conversation:
    title: str
    most: int = 12
    steps: list[Step] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        return any(step.what == "wait" for step in self.steps)


def read_conversations(name: str) -> Iterator[Conversation]:
    conversation = None
    for line in (HERE / name).read_text().splitlines():
        word, _, rest = line.partition(" ")
        if not line or word == "#" or line == "#":
            continue
        if word == "==":
            if conversation:
                yield conversation
            conversation = Conversation(rest)
            continue
        assert conversation is not None, "a conversation begins with =="
        if word == "most":
            conversation.most = int(rest)
        elif word == "wait":
            conversation.steps.append(Step("wait", seconds=float(rest)))
        else:
            conversation.steps.append(_read_step(line))
    if conversation:
        yield conversation


def _read_step(line: str) -> Step:
    match = _STEP.fullmatch(line)
    assert match, f"not a step of a conversation: {line!r}"
    text = (match["text"] or "").replace(r"\r", "\r").replace(r"\\", "\\")
    return Step(match["way"] or match["what"], match["who"], text)


def bursts(steps: list[Step]) -> Iterator[list[Step]]:
    """The steps, those together that one client sends without anything between them."""
    burst: list[Step] = []
    for step in steps:
        if burst and not (step.what == ">" and step.who == burst[0].who):
            yield burst
            burst = []
        if step.what == ">":
            burst.append(step)
        else:
            yield [step]
    if burst:
        yield burst
