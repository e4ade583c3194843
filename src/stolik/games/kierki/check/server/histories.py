"""Random histories of a table of Kierki: right and wrong cards, splits, leaving, returning, newcomers.

deals 1 6 2            the types of the deals; the first step
play 3                 whoever's turn it is puts the third of its legal cards
split 3 4              the same, in two segments, split after 4 bytes
late 3                 the same, a moment later
joined 3               a wrong card and a right one, in one segment
wrong 5                the same player puts a card that it does not have
early S                S puts a card without being asked
leave S, reset S       S leaves; the connection is closed or reset
return S               S comes back
newcomer N             a fifth client wants N
silent, garbage        a client that says nothing, or nonsense
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Final

from stolik.check.verdicts import FaultKind, Phrase, phrase
from stolik.games.kierki.cards import DECK
from stolik.games.kierki.check.deals import put
from stolik.games.kierki.check.quotes import HONEST
from stolik.games.kierki.check.table import RESUMING, ServerStage
from stolik.games.kierki.rules import SEATS

LONGEST: Final = 60
# Seconds by which a card is late: far less than the timeout.
LATE: Final = 0.1
_WEIGHTS: Final = {
    "play": 60,
    "split": 8,
    "late": 3,
    "joined": 4,
    "wrong": 6,
    "early": 6,
    "leave": 5,
    "reset": 2,
    "return": 12,
    "newcomer": 3,
    "silent": 1,
    "garbage": 1,
}


class KierkiHistories:
    """Draws and plays histories."""

    quote = HONEST

    def draw(self, rng: Random) -> list[str]:
        """The steps of a history."""
        kinds = " ".join(str(rng.randint(1, 7)) for _ in range(rng.randint(1, 2)))
        names = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()), k=rng.randint(5, LONGEST))
        return [f"deals {kinds}", *(self._step(name, rng) for name in names)]

    def _step(self, name: str, rng: Random) -> str:
        if name in ("early", "leave", "reset", "return", "newcomer"):
            return f"{name} {rng.choice(SEATS)}"
        if name in ("silent", "garbage"):
            return name
        number = f"{name} {rng.randint(0, 12)}"
        return f"{number} {rng.randint(1, 9)}" if name == "split" else number

    async def play(self, stage: ServerStage, *, steps: Sequence[str]) -> None:
        """Plays the steps, lets everybody come back, and plays a few cards more."""
        first = steps[0].split()[1:] if steps and steps[0].startswith("deals") else ["1"]
        await stage.four(*map(int, first), timeout=RESUMING)
        for step in steps:
            name, *words = step.split()
            act = _ACTS.get(name)
            if act is not None and stage.position.turn is not None:
                await act(stage, *words)
        for seat in SEATS:
            await _return(stage, seat)
        for _ in range(4):
            if stage.position.turn is not None:
                await _play(stage, "0")


def _is_full(t: ServerStage) -> bool:
    return len(t.at) == len(SEATS)


async def _asked(t: ServerStage) -> None:
    await t.asked(t.timeout + t.pace.patience)


async def _play(t: ServerStage, number: str = "0") -> None:
    if _is_full(t):
        await _asked(t)
        await t.answer(t.legal()[int(number) % len(t.legal())])


async def _split(t: ServerStage, number: str = "0", at: str = "1") -> None:
    if _is_full(t):
        await _asked(t)
        card = t.legal()[int(number) % len(t.legal())]
        whole = put(t.number, card).encode() + b"\r\n"
        await t.at[t.turn].send_split(whole, 1 + int(at) % (len(whole) - 1))
        await t.played(card)


async def _late(t: ServerStage, number: str = "0") -> None:
    if _is_full(t):
        await _asked(t)
        await asyncio.sleep(LATE)
        await _play(t, number)


async def _joined(t: ServerStage, number: str = "0") -> None:
    if _is_full(t):
        await _asked(t)
        seat, card = t.turn, t.legal()[int(number) % len(t.legal())]
        wrong = next(one for one in DECK if one not in t.hand(seat))
        await t.at[seat].send(put(t.number, wrong), put(t.number, card))
        await t.expect_wrong(seat)
        await t.played(card)


async def _wrong(t: ServerStage, number: str = "0") -> None:
    if _is_full(t):
        await _asked(t)
        others = [card for card in DECK if card not in t.hand(t.turn)]
        await t.refused(t.turn, put(t.number, others[int(number) % len(others)]))


async def _early(t: ServerStage, seat: str = "N") -> None:
    if _is_full(t):
        await _asked(t)
        if seat != t.turn and t.hand(seat):
            await t.refused(seat, put(t.number, t.hand(seat)[0]))


async def _leave(t: ServerStage, seat: str = "N") -> None:
    if await _can_leave(t, seat):
        await t.leave(seat)


async def _reset(t: ServerStage, seat: str = "N") -> None:
    if await _can_leave(t, seat):
        await t.at.pop(seat).reset()


async def _can_leave(t: ServerStage, seat: str) -> bool:
    """Whether somebody sits there, and others too. Waits for the next question if there is one.

    A card that was just sent could be read after the seat is empty: then a server may refuse it.
    """
    if _is_full(t):
        await _asked(t)
    return seat in t.at and len(t.at) > 1


async def _return(t: ServerStage, seat: str = "N") -> None:
    if seat not in t.at and t.position.turn is not None:
        await t.come_back(seat)


async def _newcomer(t: ServerStage, seat: str = "N") -> None:
    if _is_full(t):
        await _asked(t)
        peer = await t.connect("newcomer", greeting=f"IAM{seat}\r\n".encode())
        line = await peer.hear(Phrase("BUSY"))
        if not line.startswith("BUSY") or sorted(line[4:]) != sorted(SEATS):
            raise peer.fault(FaultKind.OTHER, Phrase("BUSYNESW"), phrase("{line} came", line=line))
        await peer.expect_closed()


async def _silent(t: ServerStage) -> None:
    await t.connect("silent")


async def _garbage(t: ServerStage) -> None:
    peer = await t.connect("garbage")
    await peer.send("}{garbage")


_ACTS: Final[dict[str, Callable[..., Awaitable[None]]]] = {
    "play": _play,
    "split": _split,
    "late": _late,
    "joined": _joined,
    "wrong": _wrong,
    "early": _early,
    "leave": _leave,
    "reset": _reset,
    "return": _return,
    "newcomer": _newcomer,
    "silent": _silent,
    "garbage": _garbage,
}
