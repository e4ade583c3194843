"""The stage of `othello-server`: games of the clients in its lobby, which the checker follows by the rules.

Three messages that every server needs have no name in the document, or two names: an invitation, a move of the
opponent, and the end of a game. Any name is accepted.
"""

from __future__ import annotations

from stolik.check.verdicts import Fault, FaultKind, NotReached, phrase
from stolik.games.othello.check.conventions import ALL, OURS, Convention
from stolik.games.othello.check.games import Match
from stolik.games.othello.check.messages import (
    GAME_OVER,
    INVITATION,
    MOVE,
    content,
    is_invitation_of,
    is_unnamed,
    word,
)
from stolik.games.othello.check.server_lobby import LobbyStage


class ServerStage(LobbyStage):
    """One server, the checker's clients in its lobby, and their games."""

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
