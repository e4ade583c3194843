"""A crowd of Othello clients that play games drawn beforehand, so that the clients cost almost nothing.

Every client keeps a log of the opponent's moves that it has received. After a crash the crowd comes back, and the
board that each client gets shows whether a received move was lost.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from random import Random
from typing import Any, cast

from stolik.games.othello import GAME
from stolik.games.othello.rules import BLACK, START, WHITE, Position
from stolik.games.othello.wire import Move, Recover

AT_ONCE = 100
"""How many clients connect together: each arrival is told to everyone."""
PING_EVERY = 5.0
"""Seconds between pings; the service drops a client that is silent for 15."""
PING_GROUPS = 100
QUIET_FOR = 1.0


class Game:
    """One game from its first move to its last, and the two who play it."""

    def __init__(self, number: int, rng: Random, tag: str) -> None:
        self.turns: list[str] = []
        self.moves: list[int] = []
        self.plies: dict[str, int] = {_words(START): 0}
        """[board and turn, as in SRECOV]: how many moves were made."""
        position: Position = START
        while position.turn is not None:
            move = rng.choice(position.moves())
            self.turns.append(position.turn)
            self.moves.append(move)
            position = position.play(move)
            self.plies[_words(position)] = len(self.moves)
        self.sent_at = 0.0
        self.host, self.guest = f"host{number}-{tag}", f"guest{number}-{tag}"


def _words(position: Position) -> str:
    return Recover(position, True).text().removeprefix("SRECOV~").rpartition("~")[0]


class Player(asyncio.Protocol):
    """One client. It sends the next move of its game as soon as it is its turn."""

    opponent: Player

    def __init__(self, crowd: Crowd, game: Game, name: str, seat: str) -> None:
        self.name, self._seat = name, seat
        self.game = game
        self._crowd = crowd
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self.ply = 0
        """How many moves of its game it knows, including its own last one."""
        self.heard = 0
        """How many moves there are up to the last one that it received: all of these were accepted."""
        self.results: list[str] = []

    async def connect(self, port: int) -> None:
        """Comes to the lobby under its name."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        self.say(f"CNAME~{self.name}")
        self.say("CPING")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The service is there."""
        self._transport = cast(asyncio.Transport, transport)
        self._rest = b""

    def connection_lost(self, exc: Exception | None) -> None:
        """The service is gone."""
        self._transport = None
        self._crowd.lost(self, exc)

    def close(self) -> None:
        """Closes the connection."""
        if self._transport is not None:
            self._transport.abort()

    def say(self, line: str) -> None:
        """Sends a line, if there is a connection."""
        if self._transport is not None:
            self._transport.write(line.encode() + b"\n")

    def data_received(self, data: bytes) -> None:
        """Reads lines from the service."""
        self._crowd.ping_in_time()
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            # Most lines are news of the lobby.
            if line[:5] in (b"SUPS~", b"SADDP", b"SDELP"):
                self._crowd.news += 1
            elif line[:4] == b"SMOV":
                self.hear_move(line)
            else:
                self._hear(line.decode())

    def _hear(self, line: str) -> None:
        word, _, rest = line.partition("~")
        if word == "SPONG":
            self._crowd.arrived(self)
        elif word == "SREQ":
            self.say(f"CRES~{rest}~ACCEPT")
        elif word == "SSTARTG":
            self._crowd.started(self)
        elif word == "SRECOV":
            self._recovered(rest)
        elif word == "SGAMEI":
            self.results.append(rest)
        elif word == "SGAMEEC":
            self._crowd.ended(self)

    def invite(self) -> None:
        """Invites its opponent."""
        self.say(f"CREQ~{self.opponent.name}")

    def play(self) -> None:
        """Makes its next move, if it is its turn: several when the other one passes."""
        game = self.game
        while self.ply < len(game.moves) and game.turns[self.ply] == self._seat and not self._crowd.holds(self):
            row, column = divmod(game.moves[self.ply], 8)
            self.ply += 1
            game.sent_at = time.perf_counter()
            self.say(Move(column, row).text())

    def hear_move(self, line: bytes) -> None:
        """The opponent has moved."""
        game = self.game
        self._crowd.relayed(time.perf_counter() - game.sent_at)
        column, row = line[5:6], line[7:8]
        assert game.turns[self.ply] != self._seat, f"{self.name} hears a move of its own"
        assert game.moves[self.ply] == int(column) + 8 * int(row), f"{self.name} hears {line!r} as move {self.ply}"
        self.ply += 1
        self.heard = self.ply
        self._crowd.let_play(self)

    def _recovered(self, rest: str) -> None:
        board, _, host = rest.rpartition("~")
        assert (host == "1") == (self._seat == BLACK)
        self.ply = self.game.plies[board]
        assert self.ply >= self.heard, f"{self.name} heard {self.heard} moves and is shown {self.ply}"
        self.heard = self.ply
        self.play()


class EchoedPlayer(Player):
    """A client of the echo: when its own line comes back, its opponent is supposed to have received it."""

    async def connect(self, port: int) -> None:
        """Connects to the echo."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        self._crowd.arrived(self)

    def data_received(self, data: bytes) -> None:
        """A move has come back."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            if line[:4] == b"CMOV":
                self.opponent.hear_move(line)


class Crowd:
    """All the clients, and their progress."""

    def __init__(self, games: int, kind: type[Player] = Player, seed: int = 0) -> None:
        rng = Random(seed)
        # A database may have unfinished games of another crowd, whose names must not be used again.
        tag = secrets.token_hex(4)
        self.games = [Game(number, rng, tag) for number in range(games)]
        self.players: list[Player] = []
        for game in self.games:
            host, guest = kind(self, game, game.host, BLACK), kind(self, game, game.guest, WHITE)
            host.opponent, guest.opponent = guest, host
            self.players += (host, guest)
        self.latencies: list[float] = []
        self.on_relay: Callable[[int], None] = lambda _relays: None
        """Called at each relayed move, with the number so far."""
        self.news = 0
        """How many news of the lobby all clients together have received."""
        self._last_ply = 10_000
        self._held: set[Game] = set()
        self.pace = 0.0
        """How many seconds a player thinks, about; 0: it answers at once."""
        self._rng = rng
        self._arrived: set[Player] = set()
        self._started = self._ended = self._lost = 0
        self._why_lost = ""
        self._begun, self._pinged = time.perf_counter(), 0
        self._news = asyncio.Event()

    def relayed(self, seconds: float) -> None:
        """A move has arrived at the opponent."""
        self.latencies.append(seconds)
        self.on_relay(len(self.latencies))

    def holds(self, player: Player) -> bool:
        """Whether the player is to wait."""
        if player.ply < self._last_ply:
            return False
        self._held.add(player.game)
        self._news.set()
        return True

    def hold(self, last_ply: int) -> None:
        """Stops every game after this many moves."""
        self._last_ply = last_ply
        self._held.clear()

    async def all_held(self) -> None:
        """Waits until every game has so many moves, or is over."""
        await self.until(lambda: len(self._held) == len(self.games))

    def arrived(self, player: Player) -> None:
        """A player has heard from the lobby."""
        self._arrived.add(player)
        self._news.set()

    def let_play(self, player: Player) -> None:
        """The player has received a move, and answers after its thinking time."""
        if self.pace:
            think = self.pace * self._rng.uniform(0.5, 1.5)
            asyncio.get_running_loop().call_later(think, player.play)
        else:
            player.play()

    def started(self, _: Player) -> None:
        """A player is in its game."""
        self._started += 1
        self._news.set()

    def ended(self, player: Player) -> None:
        """A player's game is over."""
        self._ended += 1
        self._held.add(player.game)
        self._news.set()

    def lost(self, player: Player, error: Exception | None) -> None:
        """A player's connection is lost."""
        self._lost += 1
        told = player.results[-1] if player.results else "nothing"
        self._why_lost = f"{player.name} was told {told!r} and lost it by {error!r}"
        self._news.set()

    async def connect(self, port: int) -> None:
        """All come."""
        self._arrived.clear()
        self._started = self._lost = 0
        for at in range(0, len(self.players), AT_ONCE):
            await asyncio.gather(*(player.connect(port) for player in self.players[at : at + AT_ONCE]))
        await self.until(lambda: len(self._arrived) == len(self.players))

    async def start(self) -> None:
        """All invite and are invited; then nobody has moved yet."""
        for player in self.players[::2]:
            player.invite()
        await self.until(lambda: self._started == len(self.players))

    async def finish(self) -> None:
        """Waits until every game has ended."""
        await self.until(lambda: self._ended == len(self.players))

    async def all_lost(self) -> None:
        """Waits until no connection is left."""
        while self._lost < len(self.players):
            await self._hear_news()

    async def until(self, what: Callable[[], Any]) -> None:
        """Waits for what must come; raises ConnectionError when a client loses its connection meanwhile."""
        while not what():
            if self._lost:
                lost = f"{self._lost} of {len(self.players)} clients lost their connection"
                raise ConnectionError(f"{lost}; the last, {self._why_lost}")
            await self._hear_news()

    async def _hear_news(self) -> None:
        self._news.clear()
        await self._news.wait()

    async def quiet(self) -> None:
        """Waits until the lobby has no more to tell: who reads the news of thousands does nothing else meanwhile."""
        before = -1
        while self.news != before:
            before = self.news
            await asyncio.sleep(QUIET_FOR)

    def close(self) -> None:
        """All go without a word."""
        for player in self.players:
            player.close()

    async def keep_alive(self) -> None:
        """Lets nobody be silent for too long. Clients have clocks of their own: they do not all ping at once."""
        while True:
            self.ping_in_time()
            await asyncio.sleep(PING_EVERY / PING_GROUPS)

    def ping_in_time(self) -> None:
        """Those ping whose time has come. Called at every reading too: while there is much to read, no timer comes."""
        due = int((time.perf_counter() - self._begun) / PING_EVERY * PING_GROUPS)
        pinged, self._pinged = self._pinged, due
        for some in range(max(pinged, due - PING_GROUPS), due):
            for player in self.players[some % PING_GROUPS :: PING_GROUPS]:
                player.say("CPING")

    def play(self) -> None:
        """Lets everyone whose turn it is move."""
        for player in self.players:
            self.let_play(player)


def written_moves(game: Game) -> list[str]:
    """The game's moves in its own notation."""
    return [GAME.write_move(move) for move in game.moves]
