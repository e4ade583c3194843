"""TCP is a stream: the server's messages can be split and joined anywhere."""

from __future__ import annotations

from stolik.check.scenario import Topic
from stolik.check.scenarios.segments import add_splits
from stolik.check.verdicts import Fault
from stolik.games.othello.check.client_stage import FOE, ClientStage
from stolik.games.othello.check.quotes import LINES, TCP

topic = Topic("segments")

_SPLIT = "the client takes what one read returns for one message: TCP may split a message anywhere"
_JOIN = "the client reads one message from what one read returns and throws the rest away: TCP may join messages"
_INVITATION = f"SREQ~{FOE}\n".encode()


async def _split_invitation(t: ClientStage, *, at: int) -> None:
    await t.join("Dan", FOE)
    await t.client.send_split(_INVITATION, at)
    await t.accepts()


async def _split_move(t: ClientStage, *, at: int) -> None:
    await t.join()
    with t.setting_up():
        await t.white()
    await t.client.send_split(f"{t.foe_move()}\n".encode(), at)
    await t.moves()


add_splits(topic, "invitation", "An invitation", len(_INVITATION), _split_invitation, TCP, _SPLIT)
add_splits(topic, "move", "A move", len("SMOV~3~2\n"), _split_move, TCP, _SPLIT)


@topic.scenario(TCP, cause=_SPLIT)
async def everything_byte_by_byte(t: ClientStage) -> None:
    """Everything can come byte by byte."""
    await t.join()

    async def dribble(*lines: str) -> None:
        await t.client.send_byte_by_byte("".join(f"{line}\n" for line in lines).encode())

    await dribble(f"SADDP~{FOE}", f"SREQ~{FOE}")
    await t.accepts()
    t.begin_as_guest()
    await dribble(f"SSTARTG~{FOE}", *t.opening())
    await t.moves()


@topic.scenario(TCP, cause=_JOIN)
async def start_and_move_in_one_segment(t: ClientStage) -> None:
    """SSTARTG and the opponent's first move can come in one segment."""
    await t.join("Dan", FOE)
    await t.tell(f"SREQ~{FOE}")
    await t.accepts()
    t.begin_as_guest()
    await t.tell(f"SSTARTG~{FOE}", *t.opening())
    await t.moves()


@topic.scenario(TCP, cause=_JOIN)
async def news_and_move_in_one_segment(t: ClientStage) -> None:
    """News of the lobby, a notice and a move can come in one segment."""
    await t.join()
    with t.setting_up():
        await t.white()
    await t.tell("SADDP~Ann", "SUPS~Ann~BUSY", "SPONG", "SGAMEI~Good luck!", t.foe_move(), "SDELP~Ann")
    await t.moves()


@topic.scenario(TCP, cause=_JOIN)
async def message_and_half_of_the_next(t: ClientStage) -> None:
    """A segment can have one message and the beginning of the next."""
    await t.join()
    await t.client.send_split(f"SADDP~{FOE}\nSREQ~{FOE}\n".encode(), len(f"SADDP~{FOE}\nSR"))
    await t.accepts()


@topic.scenario(TCP, cause=_JOIN)
async def end_and_next_invitation_in_one_segment(t: ClientStage) -> None:
    """The end of a game and the next invitation can come in one segment."""
    await t.join()
    with t.setting_up():
        await t.white()
        await t.foe_moves()
        await t.moves()
    await t.tell("SGAMEEC~GameHasBeenCanceled", f"SUPS~{FOE}~READY", f"SREQ~{FOE}")
    await t.accepts()


@topic.scenario(LINES, cause="the CR stays at the end of a name or a number: remove it before the line is split")
async def lines_with_cr(t: ClientStage) -> None:
    """A CR before the LF is ignored: published servers send it."""
    await t.join()
    try:
        await t.tell(f"SADDP~{FOE}\r", f"SREQ~{FOE}\r")
        await t.accepts()
        t.begin_as_guest()
        await t.tell(f"SSTARTG~{FOE}\r", *(f"{line}\r" for line in t.opening()))
        await t.moves()
    except Fault:
        t.raise_crash()
        t.advise("lines that end with CR LF, as published servers send them, are not understood")
