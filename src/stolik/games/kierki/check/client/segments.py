"""TCP is a stream: the server's messages can be split and joined anywhere."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.games.kierki.check.quotes import TCP
from stolik.games.kierki.check.visitor import ClientStage

topic = Topic("segments")

_SPLIT = "the client takes what one recv() returns for one message: TCP may split and join messages anywhere"
_CAUSES = {"silent": _SPLIT, "other": _SPLIT, "closed": _SPLIT, "crashed": _SPLIT}


async def _split(t: ClientStage, *, at: int) -> None:
    await t.join("N")
    whole = t.deal_text().encode() + b"\r\n"
    await t.client.send_split(whole, at)
    await t.to_turn()
    question = t.question().encode() + b"\r\n"
    await t.client.send_split(question, at % (len(question) - 1) + 1)
    await t.played(await t.answer())
    await t.ask()


for _at in (1, 4, 5, 6, 7, 20, 33):
    topic.add(
        f"split-after-{_at}",
        f"DEAL and TRICK can come in two segments; DEAL is split after {_at} bytes.",
        partial(_split, at=_at),
        TCP,
        causes=_CAUSES,
    )


@topic.scenario(TCP, causes=_CAUSES)
async def byte_by_byte(t: ClientStage) -> None:
    """Messages can come byte by byte."""
    await t.join("N")
    await t.client.send_byte_by_byte(t.deal_text().encode() + b"\r\n")
    await t.to_turn()
    await t.client.send_byte_by_byte(t.question().encode() + b"\r\n")
    await t.played(await t.answer())
    await t.ask()


@topic.scenario(TCP, causes=_CAUSES)
async def deal_and_trick_in_one_segment(t: ClientStage) -> None:
    """DEAL, TAKEN and TRICK can come in one segment."""
    await t.join("N")
    await t.client.send(t.deal_text(), *await t.others(), t.question())
    card = await t.answer()
    lines = t.put(card) + await t.others()
    await t.client.send(*lines, t.question())
    await t.played(await t.answer())


@topic.scenario(TCP, causes=_CAUSES)
async def end_of_a_deal_in_one_segment(t: ClientStage) -> None:
    """TAKEN, SCORE, TOTAL, the next DEAL and TRICK can come in one segment."""
    await t.join("N", 6, 1)
    await t.deal()
    lines: list[str] = []
    while not t.position.open.sheet:
        lines += await t.others()
        if t.position.open.sheet:
            break
        await t.client.send(*lines, t.question())
        lines = t.put(await t.answer())
    await t.client.send(*lines, t.deal_text(), *await t.others(), t.question())
    await t.played(await t.answer())
    await t.play_deal()
    await t.over()


@topic.scenario(TCP, causes=_CAUSES)
async def split_between_cr_and_lf(t: ClientStage) -> None:
    """A segment can begin with the LF of the last message."""
    await t.join("N")
    whole = t.deal_text().encode() + b"\r"
    await t.client.send_pieces([whole, b"\n"])
    await t.to_turn()
    await t.client.send_pieces([t.question().encode() + b"\r", b"\n"])
    await t.played(await t.answer())
    await t.ask()
