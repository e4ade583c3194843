"""Bad clients: they cost nobody but themselves."""

from __future__ import annotations

import asyncio
from functools import partial

from stolik.check.scenario import Topic
from stolik.check.scenarios.attacks import ATTACKS, CAUSES, Attack, add_attacks, half_a_message, send_endless_line
from stolik.check.stage import Stage
from stolik.check.verdicts import Fault
from stolik.games.othello.check.quotes import ROBUST, UNEXPECTED
from stolik.games.othello.check.server_stage import ServerStage

topic = Topic("hostile")


async def _zeros(t: Stage) -> None:
    await (await t.connect("zeros")).send_bytes(b"CNAME~\0\0\0\nC\0\n\0\n")


async def _tildes(t: Stage) -> None:
    await (await t.connect("tildes")).send("~" * 400, "C" + "~" * 400)


async def _never_reads(t: Stage) -> None:
    peer = await t.connect("no reader")
    peer.stop_reading()
    peer.exchange.note(peer.name, "the checker sends 20,000 pings, and reads no answer")
    await peer.send("CNAME~Greedy")
    peer.whisper(b"CPING\n" * 20_000)
    await asyncio.sleep(0)


async def _flood(t: Stage) -> None:
    peer = await t.connect("flood")
    peer.exchange.note(peer.name, "the checker sends 50,000 lines with an unknown prefix")
    peer.whisper(b"XYZ~1~2\n" * 50_000)
    await asyncio.sleep(0)


_ATTACKS: dict[str, tuple[str, Attack]] = {
    **ATTACKS,
    "zeros": ("Zero bytes do no harm.", _zeros),
    "tildes": ("Lines of tildes do no harm.", _tildes),
    "half-a-login": (
        "A client that sends half a CNAME and stops keeps nobody else out.",
        partial(half_a_message, data=b"CNAME~Ev"),
    ),
    "never-reading": ("A client that never reads the answers to its pings does no harm.", _never_reads),
    "flood": ("A client that floods the server does no harm.", _flood),
}
_IN_A_GAME = ("silent-crowd", "come-and-reset", "garbage", "never-reading", "flood")


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


add_attacks(topic, _ATTACKS, _in_the_lobby, ROBUST, "in the lobby", told=False)
add_attacks(topic, {name: _ATTACKS[name] for name in _IN_A_GAME}, _in_a_game, UNEXPECTED, "during a game", told=True)


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
        causes=CAUSES,
    )


@topic.scenario(ROBUST, causes=CAUSES)
async def player_who_reads_late(t: ServerStage) -> None:
    """A player who does not read for a while finds all messages later."""
    match = await t.game()
    with t.setting_up():
        await t.move(match)
    mover, waiting = match.mover, match.waiting
    t.players[waiting].stop_reading()
    square = match.position.moves()[0]
    await t.put(mover, square)
    await t.settle(mover)
    t.players[waiting].read_on()
    await t.moved(waiting, square)


@topic.scenario(ROBUST, slow=True, causes=CAUSES)
async def memory_stays_small(t: ServerStage) -> None:
    """A line without an end does not fill the server's memory."""
    program = await t.open()
    await t.login("Ann")
    if program is None or t.subject.sandbox is not None:
        return
    await send_endless_line(t, program, await t.connect("long line"))
    try:
        await t.settle("Ann")
    except Fault:
        t.raise_crash()
        raise
