"""Random histories of a lobby and its games: invitations, moves, splits, lost connections, newcomers.

players 3              so many of the four players log in; the first step
come 3                 player 3 logs in
leave 3                player 3 leaves the lobby
invite 0 1             player 0 invites player 1
accept 1, decline 1    player 1 answers the invitation
withdraw 0             player 0 takes the invitation back
move 0 5               in the game of player 0, whoever's turn it is makes the fifth of its legal moves
split 0 5 3            the same, in two segments, split after 3 bytes
bytes 0 5              the same, byte by byte
joined 0 5             the same, in one segment with a ping before it
wrong 0 5              a move that is not legal; a server may disconnect the player or ignore the move
early 0 5              a move of the player whose turn it is not
end 0                  player 0 ends its game
lose 0, reset 0        the connection of player 0 is closed or reset in a game
return 0               player 0 comes back to its game
ping 0                 player 0 pings
newcomer               a fifth player logs in, and is told who is here and who is busy
silent, garbage        a client that says nothing, or nonsense
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from stolik.games.othello.check.quotes import UNEXPECTED
from stolik.games.othello.check.server.steps import MOVES, PLAYERS, History
from stolik.games.othello.check.server_stage import ServerStage

LONGEST: Final = 50
MOST_MOVES: Final = 20
_WEIGHTS: Final = {
    "come": 4,
    "leave": 3,
    "invite": 20,
    "accept": 16,
    "decline": 4,
    "withdraw": 4,
    "move": 60,
    "split": 8,
    "bytes": 3,
    "joined": 5,
    "wrong": 2,
    "early": 2,
    "end": 2,
    "lose": 4,
    "reset": 3,
    "return": 12,
    "ping": 3,
    "newcomer": 3,
    "silent": 1,
    "garbage": 1,
}
_WITH_MOVES: Final = (*MOVES, "wrong", "early")
_ALONE: Final = ("newcomer", "silent", "garbage")


class OthelloHistories:
    """Draws and plays histories."""

    quote = UNEXPECTED

    def draw(self, rng: Random) -> list[str]:
        """The steps of a history."""
        names = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()), k=rng.randint(5, LONGEST))
        # Two players at least, and at first an invitation: without it most steps would do nothing.
        first = [f"players {rng.randint(2, 4)}", "invite 0 1", "accept 1"]
        return [*first, *(self._step(name, rng) for name in names)]

    def _step(self, name: str, rng: Random) -> str:
        if name in _ALONE:
            return name
        numbers = [rng.randrange(len(PLAYERS))]
        if name == "invite":
            numbers.append(rng.randrange(len(PLAYERS)))
        elif name in _WITH_MOVES:
            numbers.append(rng.randrange(MOST_MOVES))
        if name == "split":
            numbers.append(rng.randint(1, 8))
        return " ".join((name, *map(str, numbers)))

    async def play(self, stage: ServerStage, *, steps: Sequence[str]) -> None:
        """Plays the steps; then everybody comes back, and each game goes on."""
        history = History(stage)
        await stage.open()
        first = steps[0].split() if steps else []
        count = int(first[1]) if first[:1] == ["players"] and len(first) > 1 else 2
        for number in range(min(count, len(PLAYERS))):
            await history.come(number)
        for step in steps:
            name, *numbers = step.split()
            await history.take(name, *map(int, numbers))
        await history.finish()
