"""How the client ends, and with which code."""

from __future__ import annotations

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault
from stolik.games.kierki.check.client.playing import CAUSES as _PLAYING
from stolik.games.kierki.check.quotes import BUSY, CLIENT_END, EXIT
from stolik.games.kierki.check.visitor import ClientStage

topic = Topic("ending")

_CAUSES = {"exit": "the exit code does not say whether the match was played to its end"}


@topic.scenario(EXIT, causes=_CAUSES)
async def match_is_played(t: ClientStage) -> None:
    """After a whole match the client ends with code 0."""
    await t.join("N", 1)
    await t.play_out()


@topic.scenario(CLIENT_END, causes={"exit": "the client goes on after the server has disconnected"})
async def server_leaves_before_the_deal(t: ClientStage) -> None:
    """When the server disconnects before the match, the client ends with code 1."""
    await t.join("N")
    await t.over(1)


@topic.scenario(EXIT, causes=_CAUSES)
async def server_leaves_in_a_deal(t: ClientStage) -> None:
    """When the server disconnects in the middle of a deal, the client ends with code 1."""
    await t.join("N")
    await t.deal()
    await t.ask()
    await t.over(1)


@topic.scenario(EXIT, causes=_CAUSES)
async def server_leaves_in_the_second_deal(t: ClientStage) -> None:
    """When the server disconnects in the middle of the second deal, the client ends with code 1."""
    await t.join("N", 1, 1)
    await t.deal()
    await t.play_deal()
    await t.deal()
    await t.ask()
    await t.over(1)


@topic.scenario(EXIT, causes=_CAUSES)
async def connection_is_reset(t: ClientStage) -> None:
    """When the connection is reset in the middle of a deal, the client ends with code 1."""
    await t.join("N")
    await t.deal()
    await t.ask()
    await t.client.reset()
    assert t.program is not None  # noqa: S101 - it was started
    await t.program.expect_exit(1)


@topic.scenario(BUSY, causes=_CAUSES)
async def seat_is_busy(t: ClientStage) -> None:
    """After BUSY and the end of the connection the client ends with code 1."""
    await t.join("N")
    await t.client.send("BUSYNE")
    await t.over(1)


@topic.scenario(BUSY, causes=_CAUSES)
async def all_seats_are_busy(t: ClientStage) -> None:
    """BUSY can list the seats in any order."""
    await t.join("E")
    await t.client.send("BUSYWSNE")
    await t.over(1)


@topic.scenario(
    CLIENT_END,
    causes=_PLAYING | {"exit": "the client ends at TOTAL: only the end of the connection says that no deal follows"},
)
async def client_stays_until_the_server_leaves(t: ClientStage) -> None:
    """After TOTAL the client waits: the next deal may come."""
    await t.join("N", 6, 1)
    await t.deal()
    await t.play_deal()
    assert t.program is not None  # noqa: S101 - it was started
    await t.program.expect_running(0.4)
    await t.deal()
    await t.play_deal()
    await t.over()


@topic.scenario(
    EXIT, causes=_PLAYING | {"crashed": "the client crashes when the connection ends in the middle of a deal"}
)
async def server_leaves_after_score(t: ClientStage) -> None:
    """When the server disconnects after SCORE and before TOTAL, the match is not complete."""
    await t.join("N", 1)
    await t.deal()
    while not t.position.open.sheet:
        lines = await t.others()
        if t.position.open.sheet:
            break
        await t.client.send(*lines, t.question())
        lines = t.put(await t.answer())
        if not t.position.open.sheet:
            await t.told(lines)
    await t.client.send(*lines[:-1])
    try:
        await t.over(1)
    except Fault:
        t.raise_crash()
        t.advise("the client ends with code 0 although TOTAL has not come")


@topic.scenario(
    EXIT,
    causes=_CAUSES
    | {"exit": "the client does not read what came before the end of the connection: read until recv() is 0"},
)
async def server_leaves_with_its_last_messages(t: ClientStage) -> None:
    """TAKEN, SCORE, TOTAL and the end of the connection come at the same time: the match was played to its end."""
    await t.join("N", 6)
    await t.deal()
    lines: list[str] = []
    while not t.position.open.sheet:
        lines += await t.others()
        if t.position.open.sheet:
            break
        await t.client.send(*lines, t.question())
        lines = t.put(await t.answer())
    assert t.program is not None  # noqa: S101 - it was started
    async with t.program.stopped():
        await t.client.send(*lines)
        await t.client.close()
    await t.program.expect_exit(0)


@topic.scenario(EXIT, causes=_CAUSES | {"crashed": "write to a closed socket raises SIGPIPE unless it is ignored"})
async def server_is_gone_when_the_client_answers(t: ClientStage) -> None:
    """TRICK and a reset come at the same time: the answer goes nowhere, and the client ends with code 1."""
    await t.join("N")
    await t.deal()
    await t.to_turn()
    assert t.program is not None  # noqa: S101 - it was started
    async with t.program.stopped():
        await t.client.send(t.question())
        await t.client.close_half()
        await t.client.reset()
    await t.program.expect_exit(1)
