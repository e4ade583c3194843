"""Bad clients: they cost nobody but themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from stolik.check.peers import Peer
from stolik.check.scenario import Topic
from stolik.check.verdicts import Fault
from stolik.games.othello.check.quotes import ROBUST, UNEXPECTED
from stolik.games.othello.check.server_stage import ServerStage

topic = Topic("hostile")

CROWD = 30
MEGABYTE = 1024 * 1024
_CAUSES = {
    "silent": "one client blocks the server: it waits for that client in recv(), accept() or send() and serves nobody "
    "else",
    "crashed": "the server crashes: it writes beyond a buffer, or to a closed socket (ignore SIGPIPE)",
    "exit": "the server ends because of one bad client",
    "closed": "the server disconnects good clients because of a bad one",
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
    peer.whisper(b"C" * MEGABYTE)
    await asyncio.sleep(0)


async def _garbage(t: ServerStage) -> None:
    peer = await t.connect("garbage")
    await peer.send_bytes(t.rng.randbytes(2000).replace(b"\n", b"n"))
    await peer.send_bytes(b"C" + t.rng.randbytes(200).replace(b"\n", b"n") + b"\n")


async def _zeros(t: ServerStage) -> None:
    await (await t.connect("zeros")).send_bytes(b"CNAME~\0\0\0\nC\0\n\0\n")


async def _tildes(t: ServerStage) -> None:
    await (await t.connect("tildes")).send("~" * 400, "C" + "~" * 400)


async def _half_login(t: ServerStage) -> None:
    await (await t.connect("half")).send_bytes(b"CNAME~Ev")


async def _never_reads(t: ServerStage) -> None:
    peer: Peer = await t.connect("no reader")
    peer.stop_reading()
    peer.exchange.note(peer.name, "the checker sends 20,000 pings, and reads no answer")
    await peer.send("CNAME~Greedy")
    peer.whisper(b"CPING\n" * 20_000)
    await asyncio.sleep(0)


async def _flood(t: ServerStage) -> None:
    peer = await t.connect("flood")
    peer.exchange.note(peer.name, "the checker sends 50,000 lines with an unknown prefix")
    peer.whisper(b"XYZ~1~2\n" * 50_000)
    await asyncio.sleep(0)


_ATTACKS: dict[str, tuple[str, Attack]] = {
    "silent-crowd": (f"{CROWD} clients that say nothing keep nobody else out.", _silent_crowd),
    "come-and-go": (f"{CROWD} clients that connect and leave at once do no harm.", _come_and_go),
    "come-and-reset": (f"{CROWD} connections that are reset at once do no harm.", _come_and_reset),
    "half-closed-newcomers": ("Clients that close their sending half at once do no harm.", _half_closed),
    "long-line": ("A megabyte without an end of line does no harm.", _long_line),
    "garbage": ("Random bytes do no harm.", _garbage),
    "zeros": ("Zero bytes do no harm.", _zeros),
    "tildes": ("Lines of tildes do no harm.", _tildes),
    "half-a-login": ("A client that sends half a CNAME and stops keeps nobody else out.", _half_login),
    "never-reading": ("A client that never reads the answers to its pings does no harm.", _never_reads),
    "flood": ("A client that floods the server does no harm.", _flood),
}


async def _in_the_lobby(t: ServerStage, *, attack: Attack) -> None:
    with t.setting_up():
        await t.open()
        await t.login("Ann")
    await attack(t)
    await t.login("Bob")
    await t.invite("Ann", "Bob")
    match = await t.accept("Bob", "Ann")
    await t.move(match)


async def _in_a_game(t: ServerStage, *, attack: Attack) -> None:
    match = await t.game()
    await attack(t)
    for _ in range(6):
        await t.move(match)


for _name, (_title, _attack) in _ATTACKS.items():
    topic.add(f"{_name}-in-the-lobby", _title, partial(_in_the_lobby, attack=_attack), ROBUST, causes=_CAUSES)
for _name in ("silent-crowd", "come-and-reset", "garbage", "never-reading", "flood"):
    _title, _attack = _ATTACKS[_name]
    topic.add(
        f"{_name}-during-a-game",
        _title.removesuffix(".") + ", during a game.",
        partial(_in_a_game, attack=_attack),
        UNEXPECTED,
        causes=_CAUSES,
    )


async def _bad_player(t: ServerStage, *, data: bytes) -> None:
    """A player in another game behaves badly."""
    await t.game("Eva", "Dan")
    match = await t.game("Ann", "Bob")
    t.exchange.note("Eva", f"the checker sends {len(data)} bad bytes")
    t.players.pop("Eva").whisper(data)
    for _ in range(6):
        await t.move(match)


for _name, _data, _words in (
    ("garbage", bytes(range(256)) * 20 + b"\n", "sends garbage"),
    ("long-line", b"CMOV~" + b"1" * 100_000 + b"\n", "sends a very long line"),
    ("moves", b"CMOV~0~0\n" * 3000, "sends 3000 moves at once"),
):
    topic.add(
        f"player-sends-{_name}",
        f"A player who {_words} does no harm to the game of others.",
        partial(_bad_player, data=_data),
        UNEXPECTED,
        causes=_CAUSES,
    )


@topic.scenario(ROBUST, causes=_CAUSES)
async def player_who_reads_late(t: ServerStage) -> None:
    """A player who does not read for a while finds all messages later."""
    match = await t.game()
    with t.setting_up():
        await t.move(match)
    ann = t.players["Ann"]
    ann.stop_reading()
    square = match.position.moves()[0]
    await t.put("Bob", square)
    await t.settle("Bob")
    ann.read_on()
    await t.moved("Ann", square)


@topic.scenario(ROBUST, slow=True)
async def memory_stays_small(t: ServerStage) -> None:
    """A line without an end does not fill the server's memory."""
    program = await t.open()
    await t.login("Ann")
    if program is None or t.subject.sandbox is not None:
        return
    before = program.memory()
    peer = await t.connect("long line")
    for _ in range(64):
        peer.whisper(b"C" * MEGABYTE)
        if not await t.until(lambda: peer.unsent() < MEGABYTE or peer.has_ended, 0.5):
            break
    if program.memory() - before > 32 * MEGABYTE:
        t.advise("a line without an end is kept as a whole: one client can fill the server's memory")
    try:
        await t.settle("Ann")
    except Fault:
        t.raise_crash()
        raise
