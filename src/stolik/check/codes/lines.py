"""Lines: what comes in, and what goes out, is cut into lines and nothing else."""

from __future__ import annotations

from functools import partial

from stolik.check.codes.moves import CAUSES
from stolik.check.codes.quotes import BEGIN, LINES, MOVE
from stolik.check.codes.stage import CodeStage
from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault

_SPLIT = "the program takes what one read returns for one line: a line can come in pieces"


async def _split(t: CodeStage, *, at: int) -> None:
    await t.begin()
    t.position = t.drawn(3)
    whole = t.question(t.position).encode() + b"\n"
    await t.peer.send_split(whole, at)
    await t.answer()


async def nothing_before_200(t: CodeStage) -> None:
    """The program says nothing before it is asked."""
    await t.begin()
    await t.peer.expect_nothing(0.5)
    await t.ask(t.drawn(1))


async def one_line_for_one_question(t: CodeStage) -> None:
    """The program answers a question with one line: nothing else is printed for people."""
    await t.begin()
    await t.ask(t.drawn(2))
    await t.peer.expect_nothing(0.4)


async def byte_by_byte(t: CodeStage) -> None:
    """A line can come byte by byte."""
    await t.begin()
    t.position = t.after(4, 9)
    await t.peer.send_byte_by_byte(t.question(t.position).encode() + b"\n")
    await t.answer()


async def lines_with_cr(t: CodeStage) -> None:
    """A CR before the LF is ignored: a server on Windows may send it."""
    await t.begin()
    t.position = t.drawn(2)
    await t.peer.send(t.question(t.position) + "\r")
    try:
        await t.answer()
    except Fault:
        t.raise_crash()
        t.advise("the program does not understand lines that end with CR LF, as a server on Windows sends them")


async def question_comes_late(t: CodeStage) -> None:
    """The program waits for a question that comes late."""
    await t.begin()
    await t.ask(t.drawn(7))
    await t.peer.expect_nothing(0.6)
    if t.position.turn is not None:
        await t.reply()


def topic_for(over: str) -> Topic:
    """The scenarios, for programs on pipes or over TCP."""
    topic = Topic("lines")
    for at in (1, 3, 4, 10):
        topic.add(
            f"split-after-{at}",
            f"A line can come in two pieces, split after {at} bytes.",
            partial(_split, at=at),
            LINES,
            causes=CAUSES | {"other": _SPLIT, "silent": _SPLIT},
        )
    extra = "the program prints something else: only 210 and a move may be sent"
    if over == "pipes":
        extra = "the program prints something else on standard output: notes belong on standard error"
    for script, quote in (
        (nothing_before_200, BEGIN),
        (one_line_for_one_question, MOVE),
        (byte_by_byte, LINES),
        (lines_with_cr, LINES),
        (question_comes_late, LINES),
    ):
        topic.scenario(quote, causes=CAUSES | {"extra": extra})(script)
    return topic
