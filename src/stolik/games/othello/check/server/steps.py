"""The steps of random histories: a lobby and its games, and what each step changes there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from stolik.check.peers import NOTHING_CAME
from stolik.check.verdicts import FaultKind, Phrase, phrase
from stolik.games.othello.check.games import Match
from stolik.games.othello.check.messages import is_move
from stolik.games.othello.check.server.leaving import opponent_is_told, recovered
from stolik.games.othello.check.server_lobby import GONE
from stolik.games.othello.check.server_stage import ServerStage
from stolik.games.othello.rules import SQUARES

PLAYERS: Final = ("Ann", "Bob", "Cyd", "Dan")
MOVES: Final = ("move", "split", "bytes", "joined")


class History:
    """Who is where, as far as the steps say: a step that makes no sense here does nothing."""

    def __init__(self, stage: ServerStage) -> None:
        self.t = stage
        self.names = list(PLAYERS)
        self.invitations: dict[str, str] = {}
        """The host, by the name of the guest."""
        self.matches: list[Match] = []
        self._changes = 0

    async def take(self, name: str, *numbers: int) -> None:
        """Takes one step; one that nobody knows does nothing."""
        if name in MOVES:
            await self.move(name, *numbers)
        elif name in _ACTS:
            await _ACTS[name](self, *numbers)

    # Who is where

    def is_here(self, name: str) -> bool:
        """Whether the player is connected."""
        return name in self.t.players

    def match_of(self, name: str) -> Match | None:
        """The game of a player, also while one of the two is away."""
        return next((match for match in self.matches if name in (match.host, match.guest)), None)

    def is_free(self, name: str) -> bool:
        """Whether the player is in the lobby, without an invitation."""
        invited = (*self.invitations, *self.invitations.values())
        return self.is_here(name) and name not in invited and self.match_of(name) is None

    def played_by(self, number: int) -> Match | None:
        """The game of a player; none while one of the two is away."""
        match = self.match_of(self.names[number])
        return match if match and self.is_here(match.host) and self.is_here(match.guest) else None

    def replace(self, name: str) -> None:
        """The player is gone for good, and will come under another name: the old one may stay taken for a while."""
        number = self.names.index(name)
        self._changes += 1
        self.names[number] = f"{PLAYERS[number]}{self._changes}"

    # The lobby

    async def come(self, number: int = 0) -> None:
        """The player logs in."""
        name = self.names[number]
        if not self.is_here(name) and self.match_of(name) is None:
            await self.t.come_back(name)

    async def leave(self, number: int = 0) -> None:
        """The player leaves the lobby, and the others there hear of it."""
        name = self.names[number]
        if self.is_free(name):
            await self.t.leave(name)
            for other in filter(self.is_free, list(self.t.players)):
                await self.t.hears(other, f"SDELP~{name}", GONE)

    async def invite(self, host: int = 0, guest: int = 1) -> None:
        """One player invites another."""
        one, other = self.names[host], self.names[guest]
        if host != guest and self.is_free(one) and self.is_free(other):
            await self.t.settle(one)
            await self.t.invite(one, other)
            await self.t.settle(one)
            self.invitations[other] = one

    async def accept(self, guest: int = 1) -> None:
        """The game begins."""
        name = self.names[guest]
        if name in self.invitations:
            self.matches.append(await self.t.accept(name, self.invitations.pop(name)))
            # A server with a thread for each client may tell the others only after both players have heard.
            await self.t.settle(name)

    async def decline(self, guest: int = 1) -> None:
        """The invited player declines; the inviting one may be told by SREQC."""
        name = self.names[guest]
        if name in self.invitations:
            host = self.invitations.pop(name)
            await self.t.answer(name, host, "DECLINE")
            await self.t.settle(name)
            await self.t.settle(host)
            self.t.forget(host)

    async def withdraw(self, host: int = 0) -> None:
        """The invitation is taken back."""
        name = self.names[host]
        guest = next((guest for guest, one in self.invitations.items() if one == name), None)
        if guest is not None:
            del self.invitations[guest]
            await self.t.say(name, f"CREQC~{guest}")
            await self.t.hears(guest, f"SREQC~{name}")
            await self.t.settle(name)

    async def ping(self, number: int = 0) -> None:
        """The player pings."""
        if self.is_here(self.names[number]):
            await self.t.settle(self.names[number])

    # Moves

    async def move(self, how: str = "move", number: int = 0, which: int = 0, at: int = 1) -> None:
        """Whoever's turn it is moves, in the way that the step says."""
        match = self.played_by(number)
        if match is None:
            return
        moves = match.position.moves()
        square = moves[which % len(moves)]
        mover, waiting = match.mover, match.waiting
        peer, line = self.t.players[mover], self.t.move_line(mover, square).encode() + self.t.end
        if how == "split":
            await peer.send_split(line, 1 + at % (len(line) - 1))
        elif how == "bytes":
            await peer.send_byte_by_byte(line)
        elif how == "joined":
            self.t.pings(mover)
            await peer.send_bytes(b"CPING\n" + line)
            await self.t.hears(mover, "SPONG")
        else:
            await peer.send_bytes(line)
        await self.t.moved(waiting, square)
        match.position = match.position.play(square)
        if match.position.turn is None:
            await self._over(match)

    async def _over(self, match: Match, *told: str) -> None:
        """The game is over: both are in the lobby, those who were not told yet are told perhaps."""
        self.matches.remove(match)
        both = [name for name in (match.host, match.guest) if name not in told]
        await self.t.perhaps_over(*both)
        for name in (match.host, match.guest):
            await self.t.settle(name)
        self.t.forget(match.host, match.guest)

    async def wrong(self, number: int = 0, which: int = 0) -> None:
        """A move that is not legal."""
        match = self.played_by(number)
        if match is not None:
            legal = match.position.moves()
            squares = [square for square in range(SQUARES) if square not in legal]
            await self._foul(match, match.mover, squares[which % len(squares)])

    async def early(self, number: int = 0, which: int = 0) -> None:
        """A move of the player whose turn it is not."""
        match = self.played_by(number)
        if match is not None:
            moves = match.position.moves()
            await self._foul(match, match.waiting, moves[which % len(moves)])

    async def _foul(self, match: Match, who: str, square: int) -> None:
        """A move that may not be made is not passed on. A server that disconnects the player has its own ends."""
        other = match.other(who)
        await self.t.settle(other)
        self.t.forget(other)
        await self.t.put(who, square)
        is_dismissed = await self.t.is_dismissed(who)
        await self.t.hears_nothing_of(other, is_move, Phrase("no move"))
        if is_dismissed:
            self.t.players.pop(who, None)
            await self.t.leave(other)
            self.matches.remove(match)
            self.replace(who)
            self.replace(other)

    async def end(self, number: int = 0) -> None:
        """The player ends its game."""
        match = self.played_by(number)
        if match is not None:
            name = self.names[number]
            await self.t.say(name, "CENDGAME")
            await self.t.game_over(match.other(name))
            await self._over(match, match.other(name))

    # Lost connections

    async def lose(self, number: int = 0) -> None:
        """The connection of a player in a game is closed."""
        await self._lose(number, reset=False)

    async def reset(self, number: int = 0) -> None:
        """The connection of a player in a game is reset."""
        await self._lose(number, reset=True)

    async def _lose(self, number: int, *, reset: bool) -> None:
        match = self.played_by(number)
        if match is not None:
            name = self.names[number]
            await self.t.settle(match.other(name))
            self.t.forget(match.other(name))
            await self.t.leave(name, reset=reset)
            await opponent_is_told(self.t, match.other(name))

    async def come_again(self, number: int = 0) -> None:
        """The player comes back to its game."""
        name = self.names[number]
        match = self.match_of(name)
        if match is not None and not self.is_here(name):
            await self.t.come_back(name)
            await recovered(self.t, match, name)
            self.t.forget(match.other(name))

    # Others

    async def newcomer(self) -> None:
        """A player who logs in is told who is here and who is busy; then it leaves."""
        self._changes += 1
        name = f"Zoe{self._changes}"
        here = list(self.t.players)
        await self.t.login(name)
        peer, news = self.t.players[name], self.t.news(name)
        for other in here:
            if f"SADDP~{other}" not in news:
                raise peer.fault(FaultKind.SILENT, phrase("{line}", line=f"SADDP~{other}"), Phrase(NOTHING_CAME))
            is_busy = [line for line in news if line.startswith(f"SUPS~{other}~")][-1:] == [f"SUPS~{other}~BUSY"]
            if not is_busy and (self.match_of(other) or other in self.invitations):
                raise peer.fault(FaultKind.SILENT, phrase("{line}", line=f"SUPS~{other}~BUSY"), Phrase(NOTHING_CAME))
            if is_busy and self.is_free(other):
                expected, came = f"SUPS~{other}~READY", f"SUPS~{other}~BUSY"
                raise peer.fault(FaultKind.OTHER, phrase("{line}", line=expected), phrase("{line} came", line=came))
        await self.t.leave(name)

    async def silent(self) -> None:
        """A client that says nothing."""
        await self.t.connect("silent")

    async def garbage(self) -> None:
        """A client that sends nonsense."""
        await (await self.t.connect("garbage")).send("}{garbage", "C~~~", "\0")

    async def finish(self) -> None:
        """Those who are away come back, each game goes on, and those in the lobby have heard of no game."""
        for number in range(len(PLAYERS)):
            await self.come_again(number)
        for match in list(self.matches):
            for _ in range(2):
                if match in self.matches:
                    await self.move("move", self.names.index(match.host))
        for name in list(self.t.players):
            if self.match_of(name) is None:
                await self.t.hears_nothing_of(
                    name, lambda line: is_move(line) or line.startswith("SSTARTG"), Phrase("no move")
                )


_ACTS: Final[dict[str, Callable[..., Awaitable[None]]]] = {
    "come": History.come,
    "leave": History.leave,
    "invite": History.invite,
    "accept": History.accept,
    "decline": History.decline,
    "withdraw": History.withdraw,
    "wrong": History.wrong,
    "early": History.early,
    "end": History.end,
    "lose": History.lose,
    "reset": History.reset,
    "return": History.come_again,
    "ping": History.ping,
    "newcomer": History.newcomer,
    "silent": History.silent,
    "garbage": History.garbage,
}
