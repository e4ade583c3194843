"""Bad peers: they cost nobody but themselves."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from functools import partial

from stolik.check.scenario import Topic
from stolik.check.scenarios.attacks import (
    ATTACKS,
    CAUSES,
    CROWD,
    Attack,
    add_attacks,
    garbage,
    half_a_message,
    send_endless_line,
)
from stolik.check.stage import END_TIME, Stage
from stolik.check.verdicts import Fault, FaultKind
from stolik.games.kierki.check.quotes import BUSY_GAME, HONEST, IAM, TRICK
from stolik.games.kierki.check.table import RESUMING, ServerStage
from stolik.games.kierki.rules import SEATS

topic = Topic("hostile")


async def _no_reader(t: Stage) -> None:
    peer = await t.connect("no reader")
    peer.stop_reading()
    await peer.send("IAMX")


_ATTACKS: dict[str, tuple[str, Attack]] = {
    **ATTACKS,
    "half-an-iam": (
        "A client that sends half an IAM and stops keeps nobody else out.",
        partial(half_a_message, data=b"IA"),
    ),
    "newcomer-who-does-not-read": ("A client that reads nothing does no harm.", _no_reader),
}
_CROWD_ATTACK = ATTACKS["silent-crowd"][1]
_DURING = ("silent-crowd", "come-and-reset", "long-line", "half-an-iam")


@contextlib.asynccontextmanager
async def _room_for(t: ServerStage, attack: Attack) -> AsyncIterator[None]:
    """A crowd may fill the server, which goes on: the document does not say for how many clients it must have room."""
    try:
        yield
    except Fault as fault:
        is_full = attack is _CROWD_ATTACK and fault.kind in (FaultKind.SILENT, FaultKind.CLOSED)
        if not is_full or await t.until(t.all_ended, END_TIME):
            raise
        t.advise("while {n} clients say nothing, the server has no room for others", n=CROWD)


async def _before(t: ServerStage, *, attack: Attack) -> None:
    await t.open(1)
    async with _room_for(t, attack):
        await attack(t)
        for seat in SEATS:
            await t.sit(seat)
        await t.expect_deals()
        await t.play_to(2)


async def _during(t: ServerStage, *, attack: Attack) -> None:
    with t.setting_up():
        await t.four(1)
        await t.asked()
    async with _room_for(t, attack):
        await attack(t)
        await t.play_deal()


add_attacks(topic, _ATTACKS, _before, IAM, "before the match", told=False)
add_attacks(topic, {name: _ATTACKS[name] for name in _DURING}, _during, BUSY_GAME, "during the match", told=True)


async def _bad_player(t: ServerStage) -> str:
    """A match in its first trick; returns the seat of a player who is not to move, and will behave badly."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        seat = await t.play_to(1)
    return SEATS[(SEATS.index(seat) + 2) % 4]


@topic.scenario(HONEST, slow=True, causes=CAUSES)
async def seated_player_sends_garbage(t: ServerStage) -> None:
    """Random bytes from a player who has a seat do no harm to the others."""
    bad = await _bad_player(t)
    await t.at[bad].send_bytes(garbage(t, 500) + b"\r\n")
    await _leaves_and_plays(t, bad)


@topic.scenario(HONEST, slow=True, causes=CAUSES)
async def seated_player_sends_a_long_line(t: ServerStage) -> None:
    """A very long line from a player who has a seat does no harm to the others."""
    bad = await _bad_player(t)
    t.at[bad].whisper(b"TRICK" * 20_000 + b"\r\n")
    t.exchange.note(bad, "the checker sends a line of 100,000 bytes")
    await _leaves_and_plays(t, bad)


@topic.scenario(HONEST, slow=True, causes=CAUSES)
async def seated_player_floods(t: ServerStage) -> None:
    """Two thousand wrong messages from a player who has a seat do no harm to the others."""
    bad = await _bad_player(t)
    t.at[bad].whisper(b"TRICK1\r\n" * 2000)
    t.exchange.note(bad, "the checker sends 2000 wrong messages")
    await _leaves_and_plays(t, bad)


async def _leaves_and_plays(t: ServerStage, bad: str) -> None:
    """Whatever the server did with the bad player: it comes back with a new connection, and the match goes on."""
    await t.leave(bad)
    await t.come_back(bad)
    await t.asked(t.timeout + t.pace.patience)
    await t.play_deal()


@topic.scenario(TRICK, causes=CAUSES)
async def player_who_reads_late(t: ServerStage) -> None:
    """A player who does not read for a while finds all messages later."""
    with t.setting_up():
        await t.four(1)
        seat = await t.play_to(1)
    quiet = SEATS[(SEATS.index(seat) + 3) % 4]
    t.at[quiet].stop_reading()
    for _ in range(3):
        await t.play_card()
    t.at[quiet].read_on()
    await t.play_to(2)


@topic.scenario(HONEST, slow=True, causes=CAUSES)
async def memory_stays_small(t: ServerStage) -> None:
    """A line without an end does not fill the server's memory."""
    program = await t.open(1, timeout=RESUMING)
    for seat in "NES":
        await t.sit(seat)
    if program is None or t.subject.sandbox is not None:
        return
    await send_endless_line(t, program, t.at["N"])
    try:
        await program.expect_running(0.05)
    except Fault:
        t.raise_crash()
        raise
