"""A server and the checker's clients in its lobby: what they say, and what they wait for.

The document leaves much open, and what it leaves open is accepted here, whoever wrote the server: news of the lobby in
any order and at any time, words of any kind in SGAMEI, a CR before the LF.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import ClassVar, Final

from stolik.check.exchange import quoted
from stolik.check.pace import Pace
from stolik.check.peers import BETWEEN_FEW, NOTHING_CAME, Peer
from stolik.check.program import Program, Subject
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase, phrase
from stolik.games.othello.check.conventions import ConventionStage
from stolik.games.othello.check.messages import GAME_OVER, INVITATION, MOVE, NEWS, content, is_unnamed, word
from stolik.games.othello.check.pings import PING, PONG, Pings
from stolik.games.othello.wire import END

# Players that the server is told to let in: more than any scenario needs.
CLIENTS: Final = 60
# Seconds that a game waits for a player: what the document says, and what a command with {grace} is given.
DOCUMENT_GRACE: Final = 60
SHORT_GRACE: Final = 2
# Seconds in which a server has to notice that a client is gone: it may wait for pings that do not come.
GONE: Final = 20.0
# Seconds between two attempts to log in under a name that the server has not given up yet.
TRY_AGAIN: Final = 0.3
# A client that has said nothing for so many seconds pings.
PING_EVERY: Final = 2.0
PINGS: Final = 3
# Seconds that a line is waited for at least, and seconds after the end of a wait in which lines are still read.
LEAST: Final = 0.02
LONGEST_DELAY: Final = 2.0


class LobbyStage(ConventionStage):
    """One server, and the checker's clients in its lobby, by their first names."""

    end = END
    placeholders: ClassVar[tuple[str, ...]] = ("port", "clients", "grace")

    def __init__(self, subject: Subject, pace: Pace, seed: int = 0) -> None:
        super().__init__(subject, pace, seed)
        self.players: dict[str, Peer] = {}
        self.grace: int = DOCUMENT_GRACE
        self._pools: dict[Peer, list[str]] = {}
        """News that came while something else was waited for."""
        self._spoke: dict[Peer, float] = {}
        self._pings = Pings()
        self._own_moves: dict[Peer, str] = {}
        self._names = {INVITATION, MOVE}
        """What this server calls an invitation and a move, which have no name in the document."""
        self._pinging: asyncio.Task[None] | None = None
        # On a server that others use, the names have to be new.
        self._suffix = f"{id(self) % 1_000_000:06d}" if subject.at is not None else ""

    # The start

    async def open(self, clients: int = CLIENTS) -> Program | None:
        """Starts the server: it is told its port and the number of clients by placeholders, or as the document says."""
        self._pinging = asyncio.create_task(self._keep_alive())
        if self.subject.at is not None:
            return None
        self.port = self.free_port()
        program = await self.start([], {"port": self.port, "clients": clients, "grace": self.grace})
        given = self.subject.placeholders(self.placeholders)
        if not given:
            await program.type(f"{self.port}\n{clients}\n")
        elif "clients" not in given and clients != CLIENTS:
            raise NotReached(Phrase("the command has no {{clients}}"), program=False)
        return program

    def wait_shortly(self) -> None:
        """Has the server wait for lost players as shortly as it can be told."""
        if self.subject.placeholders(("grace",)):
            self.grace = SHORT_GRACE

    async def strike(self) -> None:
        """Ends all that the scenario started."""
        if self._pinging is not None:
            self._pinging.cancel()
        await super().strike()

    async def _keep_alive(self) -> None:
        """Pings for clients that have nothing to say: a server may give up those that are silent."""
        while True:
            await asyncio.sleep(PING_EVERY / 4)
            for peer in self.players.values():
                # The server's clock goes on when this process has to wait: its time is not the pace's.
                is_silent = time.monotonic() - self._spoke.get(peer, 0.0) > PING_EVERY
                if is_silent and not peer.is_within_line and not peer.has_ended:
                    self._note_ping(peer)
                    peer.whisper(b"CPING\n")

    # Clients

    def name(self, who: str) -> str:
        """The name of a client, as the server knows it."""
        return who + self._suffix

    async def say(self, who: str, line: str) -> None:
        """A client sends a line."""
        peer = self.players[who]
        self._spoke[peer] = time.monotonic()
        if line == PING:
            self._note_ping(peer)
        await peer.send(line)

    def pings(self, who: str) -> None:
        """The client is about to send a ping together with something else."""
        self._note_ping(self.players[who])

    def _note_ping(self, peer: Peer) -> int:
        self._spoke[peer] = time.monotonic()
        return self._pings.note_sent(peer)

    async def come(self, who: str) -> Peer:
        """A client connects, and says nothing."""
        peer = self.players[who] = await self.connect(who)
        self._spoke[peer] = time.monotonic()
        return peer

    async def login(self, *names: str) -> None:
        """Clients log in, one after another; the server has read each name when the next one comes."""
        for who in names:
            await self.come(who)
            await self.say(who, f"CNAME~{self.name(who)}")
            await self.settle(who)

    async def settle(self, who: str) -> None:
        """The client pings until the answer comes: the server has read all that it sent before."""
        peer = self.players[who]
        before = self._pings.answered(peer)
        for left in reversed(range(PINGS)):
            # A server that takes one read for one message would lose a ping that is joined with what came before.
            await asyncio.sleep(BETWEEN_FEW)
            number = self._note_ping(peer)
            await peer.send(PING)
            try:
                await self._hear_pongs(who, number, self.pace.patience / (PINGS if left else 1))
                return
            except Fault as fault:
                if fault.kind is not FaultKind.SILENT:
                    raise
                if self._pings.answered(peer) > before:
                    # An earlier ping was lost, and the last answer was the one to this ping.
                    self._pings.note_lost(peer, number)
                    return
                if not left:
                    raise

    async def _hear_pongs(self, who: str, number: int, seconds: float) -> None:
        """Hears the answers up to that to the ping of this number, and forgets them."""
        peer = self.players[who]
        pool = self._pools.setdefault(peer, [])
        while self._pings.answered(peer) < number:
            await self.hear_until(who, lambda line: line == PONG, Phrase(PONG), seconds, past_all=True)
        pool[:] = [line for line in pool if line != PONG]

    async def come_back(self, who: str) -> None:
        """Logs in again under the same name, as soon as the server has noticed that the old connection is gone."""
        began = self.pace.now()
        while True:
            try:
                await self.login(who)
                return
            except Fault as fault:
                if fault.kind is not FaultKind.CLOSED or self.pace.now() - began > GONE:
                    raise
            await asyncio.sleep(TRY_AGAIN)

    async def leave(self, who: str, *, reset: bool = False) -> None:
        """The client's connection ends, without a word or with a reset."""
        peer = self.players.pop(who)
        await (peer.reset() if reset else peer.close())

    # What the server says

    async def hear_until(
        self,
        who: str,
        wanted: Callable[[str], bool],
        expected: Phrase,
        seconds: float | None = None,
        *,
        past_all: bool = False,
    ) -> str:
        """The first line that is wanted, past news of the lobby and words for people; raises Fault.

        `past_all`: past any other line too. What is passed is kept, and found when it is wanted.
        """
        peer = self.players[who]
        pool = self._pools.setdefault(peer, [])
        for line in pool:
            if wanted(line):
                pool.remove(line)
                return line
        end = self.pace.now() + (self.pace.patience if seconds is None else seconds)
        while True:
            left = end - self.pace.now()
            line = self._clean(await peer.hear(expected, max(LEAST, left)))
            self._pings.note_came(peer, line)
            if wanted(line):
                return line
            if left < -LONGEST_DELAY:  # news that come again and again must not go on for ever
                raise peer.fault(FaultKind.SILENT, expected, Phrase(NOTHING_CAME))
            if not past_all and not self._can_be_passed(peer, line):
                raise peer.fault(FaultKind.OTHER, expected, phrase("{line} came", line=quoted(line)))
            pool.append(line)

    def _clean(self, line: str) -> str:
        if line.endswith("\r"):
            self.allowed("messages end with CR LF: the document has LF alone")
        return line.removesuffix("\r")

    def _can_be_passed(self, peer: Peer, line: str) -> bool:
        """Whether a line can come at any time: news, or a message of which the document knows nothing."""
        if word(line) in NEWS or not line.startswith("S"):
            return True
        if content(line) == self._own_moves.get(peer):
            self.allowed("a client is sent its own move too")
            return True
        is_extra = is_unnamed(line) and word(line) not in self._names
        if is_extra:
            self.allowed("the server sends {word}, which the document does not have", word=word(line))
        return is_extra

    async def hears(self, who: str, line: str, seconds: float | None = None) -> None:
        """The client hears exactly this line, perhaps among news."""
        await self.hear_until(who, lambda came: came == line, phrase("{line}", line=line), seconds)

    def news(self, who: str) -> tuple[str, ...]:
        """The lines that the client was sent and that nothing has waited for."""
        return tuple(self._pools.get(self.players[who], ()))

    def forget(self, *names: str) -> None:
        """Forgets the news that came so far."""
        for who in names:
            self._pools.pop(self.players[who], None)

    async def hears_nothing_of(self, who: str, is_bad: Callable[[str], bool], expected: Phrase) -> None:
        """After an answer to a ping, nothing of this kind has come; raises Fault."""
        await self.settle(who)
        peer = self.players[who]
        for line in (*self._pools.get(peer, ()), *map(self._clean, peer.waiting)):
            if is_bad(line):
                raise peer.fault(FaultKind.EXTRA, expected, phrase("{line} came", line=quoted(line)))

    async def dismissed(self, who: str) -> None:
        """The server disconnects the client, perhaps with a message before; raises Fault."""
        peer = self.players[who]
        expected = Phrase("the client is disconnected")
        end = self.pace.now() + self.pace.patience
        while True:
            try:
                line = await peer.hear(expected, max(LEAST, end - self.pace.now()))
            except Fault as fault:
                if fault.kind is FaultKind.CLOSED:
                    del self.players[who]
                    return
                raise peer.fault(FaultKind.SILENT, expected, Phrase("the connection stays open")) from None
            if word(line) not in GAME_OVER and not self._can_be_passed(peer, self._clean(line)):
                raise peer.fault(FaultKind.OTHER, expected, phrase("{line} came", line=quoted(line)))

    async def is_dismissed(self, who: str, seconds: float | None = None) -> bool:
        """Whether the server disconnects the client; a ping tells that it does not."""
        peer = self.players[who]
        await asyncio.sleep(BETWEEN_FEW)
        with contextlib.suppress(Fault):
            await self.settle(who)
            return False
        return await self.until(lambda: peer.has_ended, seconds)
