from __future__ import annotations

import asyncio
import io
import os

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from stolik.cli.terminal.prompt import Suggestions
from stolik.cli.terminal.terminal import LONGEST_LINE, PlainTerminal, colour_wanted, is_capable
from stolik.games.kierki.programs.paint import painted
from stolik.service.net.loop import run


class Broken(io.StringIO):
    def flush(self) -> None:
        raise BrokenPipeError


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What reads of standard input will return, in turn, until they are used up."""
    pieces: list[bytes] = []
    monkeypatch.setattr("stolik.cli.terminal.terminal._read_some", lambda: pieces.pop(0) if pieces else b"")
    return pieces


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([], [""]),
        ([b"cards\n!10C\n"], ["cards", "!10C", ""]),
        ([b"car", b"ds\n!1", b"0C"], ["cards", "!10C"]),
        ([b"\xff\n"], ["\ufffd", ""]),
        ([b"x" * 5000 + b"\ncards\n"], ["x" * LONGEST_LINE, "cards", ""]),
    ],
)
def test_lines_are_read_however_they_are_cut(typed: list[bytes], pieces: list[bytes], lines: list[str]) -> None:
    typed += pieces
    heard: list[str] = []
    run(PlainTerminal(lambda: None).listen(heard.append))
    assert heard == lines


def test_an_input_that_cannot_be_read_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, count: int) -> bytes:
        raise OSError("bad descriptor")

    monkeypatch.setattr(os, "read", refuse)
    heard: list[str] = []

    async def listen() -> None:
        async with asyncio.timeout(10):
            await PlainTerminal(lambda: None).listen(heard.append)

    asyncio.run(listen())
    assert heard == [""]


def test_nobody_to_read_the_output_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[bool] = []
    monkeypatch.setattr("sys.stdout", Broken())
    PlainTerminal(lambda: stopped.append(True)).say(["hello"])
    assert stopped == [True]


def test_a_pipe_is_not_a_capable_terminal() -> None:
    assert not is_capable()


def test_cards_are_painted_by_suit_and_words_are_not() -> None:
    assert painted("A trick: 10H, 2C.") == "A trick: \x1b[31m10H\x1b[0m, \x1b[32m2C\x1b[0m."
    assert painted("N | 2, ASH, 12C") == "N | 2, ASH, 12C"


@pytest.mark.parametrize(("value", "wanted"), [("", True), ("1", False)])
def test_no_color_counts_when_it_says_something(monkeypatch: pytest.MonkeyPatch, value: str, wanted: bool) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    assert colour_wanted() is wanted


@pytest.mark.parametrize(
    ("text", "offered"),
    [("", ["!2C", "!10H", "cards"]), ("!", ["!2C", "!10H"]), ("!1", ["!10H"]), (" C", ["cards"]), ("x", [])],
)
def test_what_is_typed_is_completed_to_what_makes_sense(text: str, offered: list[str]) -> None:
    completer = Suggestions(lambda: ["!2C", "!10H", "cards"])
    completions = completer.get_completions(Document(text), CompleteEvent())
    assert [completion.text for completion in completions] == offered
