"""Random histories of a game in the code protocol: start positions, replies, splits, waits, and ends.

start 7          200 with a start position, number 7; the first step
after 7 3        200 with the position after three random moves
reply 2          the opponent makes the second of its legal moves, and the program answers
split 2 5        the same, in two segments, split after 5 bytes
bytes 2          the same, byte by byte
wait             the program says nothing when it is not asked
end 231          the program is told how the game ended, and ends
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from stolik.check.codes.quotes import MOVED
from stolik.check.codes.stage import CodeStage
from stolik.wire.codes import Moved

LONGEST: Final = 40
# A game of many moves is ended by then; most games are shorter.
_WEIGHTS: Final = {"reply": 60, "split": 14, "bytes": 6, "wait": 3, "end": 2}
_ENDS: Final = ("230", "231", "240", "241", "999 not a move")
_MOMENT: Final = 0.1


class CodeHistories:
    """Draws and plays histories of any game for two that hides nothing."""

    quote = MOVED

    def draw(self, rng: Random) -> list[str]:
        """The steps of a history."""
        seed = rng.randrange(10_000)
        first = f"start {seed}" if rng.random() < 0.5 else f"after {seed} {rng.randint(1, 12)}"
        names = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()), k=rng.randint(1, LONGEST))
        return [first, *(self._step(name, rng) for name in names)]

    def _step(self, name: str, rng: Random) -> str:
        match name:
            case "split":
                return f"split {rng.randrange(30)} {rng.randrange(1, 12)}"
            case "end":
                return f"end {rng.choice(_ENDS)}"
            case "wait":
                return name
        return f"{name} {rng.randrange(30)}"

    async def play(self, stage: CodeStage, *, steps: Sequence[str]) -> None:
        """Plays the steps; whatever they were, the program is told at last how the game ended, and ends."""
        await stage.begin()
        await stage.ask(_start(stage, steps[0] if steps else ""))
        for step in steps:
            name, _, rest = step.partition(" ")
            if name == "end":
                await stage.verdict(rest)
                return
            if stage.position.turn is None:
                break
            if name == "wait":
                await stage.peer.expect_nothing(_MOMENT)
            elif name in _WEIGHTS:
                await _reply(stage, name, *map(int, rest.split()))
        await stage.verdict("230" if stage.seat in getattr(stage.position, "winners", ()) else "240")


def _start(stage: CodeStage, step: str) -> Any:  # noqa: ANN401 - a position of any game
    name, *numbers = step.split() or [""]
    if name == "after" and len(numbers) == 2:
        return stage.after(int(numbers[0]), int(numbers[1]))
    return stage.drawn(int(numbers[0]) if name == "start" and numbers else 0)


async def _reply(stage: CodeStage, name: str, number: int = 0, at: int = 1) -> None:
    """The opponent's move, sent in one piece or in several, and the program's answer."""
    moves = stage.position.moves()
    move = moves[number % len(moves)]
    stage.position = stage.position.play(move)
    if stage.position.turn is None:
        return
    line = Moved(stage.game.write_move(move)).text().encode() + stage.end
    if name == "bytes":
        await stage.peer.send_byte_by_byte(line)
    elif name == "split":
        await stage.peer.send_split(line, 1 + at % (len(line) - 1))
    else:
        await stage.peer.send_bytes(line)
    await stage.answer()
