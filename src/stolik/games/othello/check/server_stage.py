"""The stage of `othello-server`: clients in one lobby, and their games, which the checker follows by the rules.

The document leaves much open, and what it leaves open is accepted here, whoever wrote the server: news of the lobby in
any order and at any time, words of any kind in SGAMEI, a CR before the LF. Three messages that every server needs have
no name in the document, or two names: an invitation, a move of the opponent, and the end of a game.
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
from stolik.games.othello.check.conventions import ALL, OURS, Convention, ConventionStage
from stolik.games.othello.check.games import Match
from stolik.games.othello.check.messages import (
    GAME_OVER,
    INVITATION,
    MOVE,
    NEWS,
    content,
    is_invitation_of,
    is_unnamed,
    word,
)
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


class ServerStage(ConventionStage):
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
                if not peer.has_ended and time.monotonic() - self._spoke.get(peer, 0.0) > PING_EVERY:
                    self._spoke[peer] = time.monotonic()
                    peer.whisper(b"CPING\n")

    # Clients

    def name(self, who: str) -> str:
        """The name of a client, as the server knows it."""
        return who + self._suffix

    async def say(self, who: str, line: str) -> None:
        """A client sends a line."""
        peer = self.players[who]
        self._spoke[peer] = time.monotonic()
        await peer.send(line)

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
        """The client pings until SPONG comes: the server has read all that it sent before."""
        await self._forget_pongs(self.players[who])
        for left in reversed(range(PINGS)):
            # A server that takes one read for one message would lose a ping that is joined with what came before.
            await asyncio.sleep(BETWEEN_FEW)
            await self.say(who, "CPING")
            try:
                await self.hear_until(
                    who,
                    lambda line: line == "SPONG",
                    Phrase("SPONG"),
                    self.pace.patience / (1 if not left else PINGS),
                    past_all=True,
                )
                return
            except Fault as fault:
                if fault.kind is not FaultKind.SILENT or not left:
                    raise

    async def _forget_pongs(self, peer: Peer) -> None:
        """Forgets the answers to earlier pings, so that the next SPONG is the answer to the next ping."""
        pool = self._pools.setdefault(peer, [])
        while peer.waiting:
            pool.append(self._clean(await peer.hear(Phrase("SPONG"))))
        pool[:] = [line for line in pool if line != "SPONG"]

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

    # Invitations

    async def invite(self, host: str, guest: str) -> None:
        """The host invites the guest, who hears of it."""
        await self.say(host, f"CREQ~{self.name(guest)}")
        await self.invited(guest, host)

    async def invited(self, guest: str, host: str) -> None:
        """The guest hears of the host's invitation; the document does not name this message."""
        name = self.name(host)
        line = await self.hear_until(
            guest,
            lambda came: is_invitation_of(came, name),
            phrase("SREQ~{name}", name=name),
        )
        self._names.add(word(line))
        if word(line) != INVITATION:
            self.allowed("an invitation is {word}: the document does not name this message", word=word(line))

    async def answer(self, guest: str, host: str, word: str = "ACCEPT") -> None:
        """The guest answers the host's invitation."""
        await self.say(guest, f"CRES~{self.name(host)}~{word}")

    async def accept(self, guest: str, host: str) -> Match:
        """The guest accepts, and the game begins for both."""
        await self.answer(guest, host)
        return await self.begun(host, guest)

    async def begun(self, host: str, guest: str) -> Match:
        """Both hear that their game begins."""
        await self.hears(host, f"SSTARTG~{self.name(guest)}")
        await self.hears(guest, f"SSTARTG~{self.name(host)}")
        self.begins()
        return Match(host, guest, guest_begins=self.convention.guest_begins)

    async def game(self, host: str = "Ann", guest: str = "Bob", *others: str) -> Match:
        """A server, two players and perhaps others, and a game of the two; what goes wrong here is not the point."""
        with self.setting_up():
            if not self.players:
                await self.open()
            await self.login(*(who for who in (host, guest, *others) if who not in self.players))
            await self.invite(host, guest)
            return await self.accept(guest, host)

    async def find_convention(self) -> Convention:
        """The convention by which a first move is passed on; ours if there is none."""
        try:
            await self.open()
        except (Fault, NotReached):
            return OURS
        for number, self.convention in enumerate(ALL):
            host, guest = f"Max{number}", f"Zoe{number}"
            try:
                await self.login(host, guest)
                await self.invite(host, guest)
                await self.move(await self.accept(guest, host))
                return self.convention
            except Fault:
                if self.program is not None and self.program.exited:
                    break
        return OURS

    # Moves

    async def move(self, match: Match, square: int | None = None) -> None:
        """Whoever's turn it is puts a disc, and the opponent hears of it."""
        square = match.position.moves()[0] if square is None else square
        mover, waiting = match.mover, match.waiting
        await self.put(mover, square)
        await self.moved(waiting, square)
        match.position = match.position.play(square)

    async def put(self, who: str, square: int) -> None:
        """A client sends a move."""
        await self.say(who, self.move_line(who, square))

    def move_line(self, who: str, square: int) -> str:
        """The message of a move that the client is about to send: a server may send it back."""
        self._own_moves[self.players[who]] = self.at(square)
        return f"CMOV~{self.at(square)}"

    async def moved(self, who: str, square: int) -> None:
        """The client hears the opponent's move; the document does not name this message."""
        at = self.at(square)
        line = await self.hear_until(
            who,
            lambda came: is_unnamed(came) and content(came) == at,
            phrase("SMOV~{at}", at=at),
        )
        self.has_moved = True
        self._names.add(word(line))
        if word(line) != MOVE:
            self.allowed("a move is {word}: the document does not name this message", word=word(line))

    async def play(self, match: Match, *squares: int) -> None:
        """Plays these moves."""
        for square in squares:
            await self.move(match, square)

    # Ends

    async def game_over(self, who: str, seconds: float | None = None) -> None:
        """The client is told that its game is over."""
        line = await self.hear_until(
            who, lambda came: word(came) in GAME_OVER, phrase("SGAMEEC~GameHasBeenCanceled"), seconds
        )
        if word(line) == "SGAMEC":
            self.allowed("the end of a game is SGAMEC: the document writes SGAMEEC")

    async def perhaps_over(self, *names: str, seconds: float | None = None) -> None:
        """At the end by the rules a client may be told so; the document has no message for it, so any name will do."""
        for who in names:
            try:
                line = await self.hear_until(
                    who,
                    lambda came: word(came) in GAME_OVER or (is_unnamed(came) and word(came) not in self._names),
                    phrase("SGAMEEC~GameHasBeenCanceled"),
                    seconds,
                )
            except Fault as fault:
                if fault.kind is not FaultKind.SILENT:
                    raise
                self.allowed("no message closes a game that has come to its end: the client has to know")
                continue
            if word(line) not in GAME_OVER:
                self.allowed("the end of a game is {word}: the document does not name this message", word=word(line))
