"""The end of the match: connections, exit codes, and what can go wrong last."""

from __future__ import annotations

import signal

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault
from stolik.games.kierki.check.quotes import EXIT, SERVER_END
from stolik.games.kierki.check.table import ServerStage
from stolik.games.kierki.rules import SEATS

topic = Topic("ending")


@topic.scenario(
    SERVER_END,
    causes={
        "silent": "the server does not close the connections when the match is over",
        "exit": "the server goes on, or ends with another code than 0, when the match is over",
        "extra": "the server sends something after the last TOTAL",
    },
)
async def match_ends_with_code_0(t: ServerStage) -> None:
    """After the last TOTAL everybody is disconnected, and the server ends with code 0."""
    with t.setting_up():
        await t.four(1)
    await t.play_out()


@topic.scenario(SERVER_END, causes={"exit": "the server waits for its clients to close before it ends"})
async def clients_that_stay_do_not_hold_the_server(t: ServerStage) -> None:
    """The server ends even when clients keep their ends of the connections open."""
    with t.setting_up():
        await t.four(6)
    while t.position.turn is not None:
        await t.play_card()
    assert t.program is not None or t.subject.at  # noqa: S101 - one of the two is checked
    if t.program is not None:
        await t.program.expect_exit(0)


@topic.scenario(
    SERVER_END, causes={"exit": "the server waits for newcomers, or ends with another code, after the match"}
)
async def silent_newcomer_does_not_hold_the_server(t: ServerStage) -> None:
    """The server ends although a client is connected that has not said IAM."""
    with t.setting_up():
        await t.four(1)
    await t.connect("silent")
    await t.play_out()


@topic.scenario(
    EXIT, causes={"exit": "the server ends with another code when players leave as soon as they have read TOTAL"}
)
async def players_leave_after_total(t: ServerStage) -> None:
    """Players who leave right after the last TOTAL do not change the exit code."""
    with t.setting_up():
        await t.four(1)
    while t.position.turn is not None:
        await t.play_card()
    for seat in SEATS:
        await t.at[seat].close()
    if t.program is not None:
        await t.program.expect_exit(0)


@topic.scenario(
    EXIT,
    cause="the handler of SIGTERM does more than it may: have it set a flag, and look at it in the main loop",
)
async def stopped_by_a_signal(t: ServerStage) -> None:
    """A server that is stopped by SIGTERM in the middle of a match ends with code 1."""
    with t.setting_up():
        await t.four(1)
        await t.play_to(2)
    assert t.program is not None  # noqa: S101 - `four` has started it
    t.program.send_signal(signal.SIGTERM)
    try:
        await t.program.expect_exit(1)
    except Fault:
        t.advise("a server that is stopped by SIGTERM does not end with code 1")
