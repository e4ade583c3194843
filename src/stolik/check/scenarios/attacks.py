"""Bad clients of any server: they harm nobody but themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from stolik.check.peers import Peer
from stolik.check.program import Program
from stolik.check.scenario import Quote, Topic
from stolik.check.stage import Stage

CROWD: Final = 40
MEGABYTE: Final = 1024 * 1024
# Megabytes of a line without an end that are sent at most, and that a server may keep of it.
ENDLESS: Final = 64
KEPT: Final = 32
# A letter that a message can begin with.
LETTER: Final = b"C"

CAUSES: Final = {
    "silent": "one client blocks the server: it waits for that client in recv(), accept() or send() and serves nobody "
    "else",
    "crashed": "the server crashes: it writes beyond a buffer, or to a closed socket (ignore SIGPIPE)",
    "exit": "the server ends because of one bad client",
    "closed": "the server disconnects good clients because of a bad one",
}

Attack = Callable[[Stage], Awaitable[None]]


async def _silent_newcomer(t: Stage) -> None:
    await t.connect("silent")


async def _silent_crowd(t: Stage) -> None:
    for number in range(CROWD):
        await t.connect(f"silent {number}")


async def _come_and_go(t: Stage) -> None:
    for number in range(CROWD):
        await (await t.connect(f"guest {number}")).close()


async def _come_and_reset(t: Stage) -> None:
    for number in range(CROWD):
        await (await t.connect(f"guest {number}")).reset()


async def _half_closed(t: Stage) -> None:
    for number in range(5):
        await (await t.connect(f"half {number}")).close_half()


async def _long_line(t: Stage) -> None:
    peer = await t.connect("long line")
    peer.exchange.note(peer.name, "the checker sends a megabyte without an end of line")
    peer.whisper(LETTER * MEGABYTE)
    await asyncio.sleep(0)


async def _garbage(t: Stage) -> None:
    """Random bytes without an end of line, and with one."""
    await (await t.connect("garbage")).send_bytes(garbage(t, 2000))
    await (await t.connect("garbage line")).send_bytes(LETTER + garbage(t, 200) + t.end)


def garbage(t: Stage, size: int) -> bytes:
    """Random bytes without an end of line."""
    return t.rng.randbytes(size).replace(b"\n", b"n")


async def half_a_message(t: Stage, *, data: bytes) -> None:
    """A client sends the beginning of a message, and stops."""
    await (await t.connect("half")).send_bytes(data)


ATTACKS: Final[Mapping[str, tuple[str, Attack]]] = {
    "silent-newcomer": ("A client that says nothing keeps nobody else out.", _silent_newcomer),
    "silent-crowd": ("Forty clients that say nothing keep nobody else out.", _silent_crowd),
    "come-and-go": ("Forty clients that connect and leave at once do no harm.", _come_and_go),
    "come-and-reset": ("Forty connections that are reset at once do no harm.", _come_and_reset),
    "half-closed-newcomers": ("Clients that close their sending half at once do no harm.", _half_closed),
    "long-line": ("A megabyte without an end of line does no harm.", _long_line),
    "garbage": ("Random bytes do no harm.", _garbage),
}
"""The attacks on any server: a title and what the bad clients do."""


def add_attacks(
    topic: Topic,
    attacks: Mapping[str, tuple[str, Attack]],
    script: Callable[..., Awaitable[None]],
    quote: Quote,
    when: str,
    *,
    told: bool,
) -> None:
    """Adds a scenario for each attack: `script` is called with `attack`, and `when` says what it interrupts.

    `told`: whether the title says when; of two lists of the same attacks, one has to.
    """
    for name, (title, attack) in attacks.items():
        words = f"{title.removesuffix('.')}, {when}." if told else title
        topic.add(f"{name}-{when.replace(' ', '-')}", words, partial(script, attack=attack), quote, causes=CAUSES)


async def send_endless_line(t: Stage, program: Program, peer: Peer) -> None:
    """Sends a line without an end, as far as the server reads it; advises if the server keeps the whole."""
    before = program.memory()
    for _ in range(ENDLESS):
        peer.whisper(LETTER * MEGABYTE)
        if not await t.until(lambda: peer.unsent() < MEGABYTE or peer.has_ended):
            break
    if program.memory() - before > KEPT * MEGABYTE:
        t.advise("a line without an end is kept as a whole: one client can fill the server's memory")
