"""Bad peers: they cost nobody but themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault
from stolik.games.kierki.check.quotes import BUSY_GAME, HONEST, IAM, TRICK
from stolik.games.kierki.check.table import RESUMING, SEATS, ServerStage

topic = Topic("hostile")

CROWD = 40
MEGABYTE = 1024 * 1024
_BLOCKED = "one client blocks the server: it waits for that client in recv(), accept() or send() and serves nobody else"
_CAUSES = {
    "silent": _BLOCKED,
    "crashed": "the server crashes: it writes beyond a buffer, or to a closed socket (ignore SIGPIPE)",
    "exit": "the server ends because of one bad client",
}

Attack = Callable[[ServerStage], Awaitable[None]]


async def _silent_crowd(t: ServerStage) -> None:
    for number in range(CROWD):
        await t.connect(f"silent {number}")


async def _come_and_go(t: ServerStage) -> None:
    for number in range(CROWD):
        await (await t.connect(f"guest {number}")).close()


async def _come_and_reset(t: ServerStage) -> None:
    for number in range(CROWD):
        await (await t.connect(f"guest {number}")).reset()


async def _half_closed(t: ServerStage) -> None:
    for number in range(5):
        await (await t.connect(f"half {number}")).close_half()


async def _long_line(t: ServerStage) -> None:
    peer = await t.connect("long line")
    peer.exchange.note(peer.name, "the checker sends a megabyte without an end of line")
    peer.whisper(b"A" * MEGABYTE)
    await asyncio.sleep(0)


async def _garbage(t: ServerStage) -> None:
    peer = await t.connect("garbage")
    await peer.send_bytes(t.rng.randbytes(2000).replace(b"\n", b"n"))


async def _half_iam(t: ServerStage) -> None:
    await (await t.connect("half")).send_bytes(b"IA")


async def _no_reader(t: ServerStage) -> None:
    peer = await t.connect("no reader")
    peer.stop_reading()
    await peer.send("IAMX")


_ATTACKS: dict[str, tuple[str, Attack]] = {
    "silent-crowd": ("Forty clients that say nothing keep nobody else out.", _silent_crowd),
    "come-and-go": ("Forty clients that connect and leave at once do no harm.", _come_and_go),
    "come-and-reset": ("Forty connections that are reset at once do no harm.", _come_and_reset),
    "half-closed-newcomers": ("Clients that close their sending half at once do no harm.", _half_closed),
    "long-line": ("A megabyte without an end of line does no harm.", _long_line),
    "garbage": ("Random bytes do no harm.", _garbage),
    "half-an-iam": ("A client that sends half an IAM and stops keeps nobody else out.", _half_iam),
    "newcomer-who-does-not-read": ("A client that reads nothing does no harm.", _no_reader),
}


async def _before(t: ServerStage, *, attack: Attack) -> None:
    await t.open(1)
    await attack(t)
    for seat in SEATS:
        await t.sit(seat)
    await t.expect_deals()
    await t.play_to(2)


async def _during(t: ServerStage, *, attack: Attack) -> None:
    with t.setting_up():
        await t.four(1)
        await t.asked()
    await attack(t)
    await t.play_deal()


for _name, (_title, _attack) in _ATTACKS.items():
    topic.add(f"{_name}-before-the-match", _title, partial(_before, attack=_attack), IAM, causes=_CAUSES)
for _name in ("silent-crowd", "come-and-reset", "long-line", "half-an-iam"):
    _title, _attack = _ATTACKS[_name]
    topic.add(
        f"{_name}-during-the-match",
        _title.removesuffix(".") + ", during the match.",
        partial(_during, attack=_attack),
        BUSY_GAME,
        causes=_CAUSES,
    )


@topic.scenario(HONEST, slow=True, causes=_CAUSES)
async def seated_player_sends_garbage(t: ServerStage) -> None:
    """Random bytes from a player who has a seat do no harm to the others."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        seat = await t.play_to(1)
    bad = SEATS[(SEATS.index(seat) + 2) % 4]
    await t.at[bad].send_bytes(t.rng.randbytes(500).replace(b"\n", b"n") + b"\r\n")
    await _leaves_and_plays(t, bad)


@topic.scenario(HONEST, slow=True, causes=_CAUSES)
async def seated_player_sends_a_long_line(t: ServerStage) -> None:
    """A very long line from a player who has a seat does no harm to the others."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        seat = await t.play_to(1)
    bad = SEATS[(SEATS.index(seat) + 2) % 4]
    t.at[bad].whisper(b"TRICK" * 20_000 + b"\r\n")
    t.exchange.note(bad, "the checker sends a line of 100,000 bytes")
    await _leaves_and_plays(t, bad)


@topic.scenario(HONEST, slow=True, causes=_CAUSES)
async def seated_player_floods(t: ServerStage) -> None:
    """Two thousand wrong messages from a player who has a seat do no harm to the others."""
    with t.setting_up():
        await t.four(1, timeout=RESUMING)
        seat = await t.play_to(1)
    bad = SEATS[(SEATS.index(seat) + 2) % 4]
    t.at[bad].whisper(b"TRICK1\r\n" * 2000)
    t.exchange.note(bad, "the checker sends 2000 wrong messages")
    await _leaves_and_plays(t, bad)


async def _leaves_and_plays(t: ServerStage, bad: str) -> None:
    """Whatever the server did with the bad player: it comes back with a new connection, and the match goes on."""
    await t.leave(bad)
    await t.come_back(bad)
    await t.asked(t.timeout + t.pace.patience)
    await t.play_deal()


@topic.scenario(TRICK, causes=_CAUSES)
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


@topic.scenario(HONEST, slow=True)
async def memory_stays_small(t: ServerStage) -> None:
    """A line without an end does not fill the server's memory."""
    program = await t.open(1, timeout=RESUMING)
    for seat in "NES":
        await t.sit(seat)
    if program is None or t.subject.sandbox is not None:
        return
    before = program.memory()
    peer = t.at["N"]
    for _ in range(64):
        peer.whisper(b"A" * MEGABYTE)
        if not await t.until(lambda: peer.unsent() < MEGABYTE or peer.has_ended, 0.5):
            break
    if program.memory() - before > 32 * MEGABYTE:
        t.advise("a line without an end is kept as a whole: one client can fill the server's memory")
    try:
        await program.expect_running(0.05)
    except Fault:
        t.raise_crash()
        raise
