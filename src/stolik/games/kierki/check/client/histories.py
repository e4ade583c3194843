"""Random histories of a match as a client sees it: questions, repetitions, refusals, splits, wrong messages.

deals 1 6 2            the types of the deals; the first step
ask 3                  the others put cards, the third of their legal ones; the client is asked and answers
split 3 4              the same, and the question comes in two segments, split after 4 bytes
bytes 3                the same, byte by byte
again 3                the same, and the question comes twice
wrong 3                the same, and the answer is called WRONG and asked for again
garbage 2              a line that is no message: the client ignores it
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from stolik.check.exchange import quoted
from stolik.check.verdicts import FaultKind, phrase
from stolik.games.kierki.cards import Card, write_card
from stolik.games.kierki.check.quotes import CARD
from stolik.games.kierki.check.visitor import ClientStage

LONGEST: Final = 30
_WEIGHTS: Final = {"ask": 60, "split": 12, "bytes": 5, "again": 8, "wrong": 8, "garbage": 8}
_GARBAGE: Final = ("", "TRICK", "TRICK99", "TAKEN1", "HELLO", "DEAL9N", "SCOREN1", "WRONG", "BUSY", "trick1", "IAMN")


class KlientHistories:
    """Draws and plays histories of an automatic client."""

    quote = CARD

    def draw(self, rng: Random) -> list[str]:
        """The steps of a history."""
        kinds = " ".join(str(rng.randint(1, 7)) for _ in range(rng.randint(1, 3)))
        names = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()), k=rng.randint(3, LONGEST))
        steps = [f"{name} {rng.randrange(20)}" + (f" {rng.randrange(12)}" if name == "split" else "") for name in names]
        return [f"deals {kinds}", *steps]

    async def play(self, stage: ClientStage, *, steps: Sequence[str]) -> None:
        """Plays the steps and one question more; then the server goes, and the client ends."""
        kinds = steps[0].split()[1:] if steps and steps[0].startswith("deals") else ["1"]
        await stage.join("N", *map(int, kinds))
        await stage.deal()
        old: set[str] = set()
        for step in (*steps, "ask 0"):
            name, *numbers = step.split()
            if name == "garbage":
                await stage.client.send(_GARBAGE[int(numbers[0]) % len(_GARBAGE)])
            elif name in _WEIGHTS and stage.position.turn is not None:
                await _question(stage, old, name, *map(int, numbers))
        await stage.client.close_half()
        assert stage.program is not None  # noqa: S101 - `join` has started it
        await stage.program.expect_exit(0, 1)


async def _question(t: ClientStage, old: set[str], name: str, number: int = 0, at: int = 0) -> None:
    """The others put their cards, and the client is asked in the way that the step says."""
    lines = _others(t, number)
    if t.position.turn is None:
        await t.told(lines)
        return
    await _ask(t, name, lines, at)
    card = await _answer(t, old)
    if name == "wrong":
        await t.client.send(f"WRONG{t.number}", t.question())
        card = await _answer(t, old)
    await _told(t, t.put(card))


def _others(t: ClientStage, number: int) -> list[str]:
    """The others' cards up to the client's turn; returns what the client has to be told, with a new deal."""
    lines: list[str] = []
    while t.position.turn not in (None, t.seat):
        moves = t.position.moves()
        lines += _with_deal(t, t.put(moves[number % len(moves)]))
    return lines


def _with_deal(t: ClientStage, lines: list[str]) -> list[str]:
    """After the last trick of a deal the next cards are dealt."""
    if lines and lines[-1].startswith("TOTAL") and t.position.turn is not None:
        return [*lines, t.deal_text()]
    return lines


async def _told(t: ClientStage, lines: list[str]) -> None:
    await t.told(_with_deal(t, lines))


async def _ask(t: ClientStage, name: str, lines: list[str], at: int) -> None:
    data = b"".join(line.encode() + t.end for line in (*lines, t.question()))
    if name == "bytes":
        await t.client.send_byte_by_byte(data)
    elif name == "split":
        await t.client.send_split(data, max(1, len(data) - 1 - at))
    else:
        await t.client.send_bytes(data)
        if name == "again":
            await t.client.send(t.question())


async def _answer(t: ClientStage, old: set[str]) -> Card:
    """The client's legal card; answers to older questions, which were repeated, are passed over."""
    legal = {f"TRICK{t.number}{write_card(card)}": card for card in t.position.moves()}
    wanted = phrase("one of {lines}", lines=", ".join(legal))
    while True:
        line = await t.client.hear(wanted)
        if line in legal:
            old.update(legal)
            return legal[line]
        if line not in old:
            raise t.client.fault(FaultKind.OTHER, wanted, phrase("{line} came", line=quoted(line)))
