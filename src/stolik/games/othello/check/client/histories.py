"""Random histories of a client: games as host and guest, splits, news, wrong lines, lost connections.

guest, host            a game begins: the client is invited, or invites; the game before it is closed
move 3                 the opponent makes the third of its legal moves, and the client answers
split 3 4              the same, and the move comes in two segments, split after 4 bytes
bytes 3                the same, byte by byte
joined 3               the same, in one segment with news of the lobby
news 2                 players come and go, and words for the person come: nothing changes
garbage 2              a line that is no message: the client ignores it
lose, reset            the connection is closed or reset; the client comes back, and the game goes on
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from stolik.check.verdicts import NotReached, Phrase
from stolik.games.othello.check.client_stage import FOE, NAME, RETURN_TIME, ClientStage
from stolik.games.othello.check.quotes import UNEXPECTED

LONGEST: Final = 25
_WEIGHTS: Final = {
    "guest": 3,
    "host": 2,
    "move": 50,
    "split": 10,
    "bytes": 4,
    "joined": 6,
    "news": 6,
    "garbage": 6,
    "lose": 1,
    "reset": 1,
}
_MOVES: Final = ("move", "split", "bytes", "joined")
_NEWS: Final = (
    ("SADDP~Ann", "SUPS~Ann~BUSY", "SUPS~Ann~READY", "SDELP~Ann"),
    ("SGAMEI~Welcome ~ to ~~ the server",),
    ("SPONG", "SPONG"),
    ("SUPS~Nobody~READY", "SDELP~Nobody"),
)
_GARBAGE: Final = ("", "~~~~", "S", "SFOO~1~2", "XADDP~Ann", "SUPS", "SMOV", "SMOV~8~8", "SMOV~a~b", "SRECOV~~~")


class ClientHistories:
    """Draws and plays histories of a client with a person, or of one that plays by itself."""

    quote = UNEXPECTED

    def draw(self, rng: Random) -> list[str]:
        """The steps of a history."""
        names = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()), k=rng.randint(3, LONGEST))
        return [rng.choice(("guest", "host")), *(self._step(name, rng) for name in names)]

    def _step(self, name: str, rng: Random) -> str:
        if name in ("guest", "host", "lose", "reset"):
            return name
        number = f"{name} {rng.randrange(20)}"
        return f"{number} {rng.randint(1, 8)}" if name == "split" else number

    async def play(self, stage: ClientStage, *, steps: Sequence[str]) -> None:
        """Plays the steps, and a move more."""
        game = _Game(stage)
        await stage.join()
        for step in (*steps, "move 0"):
            name, *numbers = step.split()
            await game.take(name, *map(int, numbers))


class _Game:
    """The client's game, if it is in one."""

    def __init__(self, stage: ClientStage) -> None:
        self.t = stage
        self._foe = ""
        self._games = 0

    async def take(self, name: str, number: int = 0, at: int = 1) -> None:
        """Takes one step; one that nobody knows does nothing."""
        if name in ("guest", "host"):
            await self._begin(name)
        elif name in _MOVES:
            await self._move(name, number, at)
        elif name == "news":
            await self.t.tell(*_NEWS[number % len(_NEWS)])
        elif name == "garbage":
            await self.t.tell(_GARBAGE[number % len(_GARBAGE)])
        elif name in ("lose", "reset") and self._foe:
            await self._lose(reset=name == "reset")

    async def _begin(self, name: str) -> None:
        """Closes the game, if there is one, and begins another with a new opponent."""
        if self._foe:
            await self.t.closed()
        self._games += 1
        self._foe = f"{FOE}{self._games}"
        await (self.t.host(self._foe) if name == "host" else self.t.guest(self._foe))

    async def _move(self, how: str, number: int, at: int) -> None:
        """The opponent moves if it is its turn, and the client answers."""
        if not self._foe or self.t.position.turn is None:
            await self._begin("guest")
        while self.t.position.turn not in (None, self.t.seat):
            moves = self.t.position.moves()
            await self._send(how, self.t.foe_move(moves[number % len(moves)]), at)
        if self.t.position.turn is not None:
            moves = self.t.position.moves()
            await self.t.moves(moves[number % len(moves)])

    async def _send(self, how: str, line: str, at: int) -> None:
        data = line.encode() + self.t.end
        if how == "split":
            await self.t.client.send_split(data, 1 + at % (len(data) - 1))
        elif how == "bytes":
            await self.t.client.send_byte_by_byte(data)
        elif how == "joined":
            await self.t.tell("SADDP~Ann", line, "SGAMEI~Good luck!", "SDELP~Ann")
        else:
            await self.t.tell(line)

    async def _lose(self, *, reset: bool) -> None:
        """The connection is lost; the client comes back, and is told of its game."""
        if self.t.position.turn is None:
            return
        await (self.t.client.reset() if reset else self.t.client.close())
        await self.t.comes_in(NAME, seconds=RETURN_TIME)
        if not await self.t.plays_on(self._foe):
            raise NotReached(Phrase("the client does not play on from our SRECOV"), program=False)
