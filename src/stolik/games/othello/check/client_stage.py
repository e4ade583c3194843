"""The stage of `othello-client`: the checker is the server, the other players, and the person at the client.

The document's client has windows; how a person uses it is its own. The checker types the words of `stolik join othello`
on the client's standard input: `invite NAME`, `cancel`, `accept`, `decline`, a square such as `f5`, `leave`, `quit`. A
client with other words needs a small script before it; one that plays by itself may ignore them.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import ClassVar, Final

from stolik.check.exchange import quoted
from stolik.check.pace import Pace
from stolik.check.peers import NOTHING_CAME, Peer
from stolik.check.program import Subject
from stolik.check.stage import V4
from stolik.check.verdicts import Fault, FaultKind, NotReached, Phrase, phrase
from stolik.games.othello.check.conventions import OURS, Convention, ConventionStage
from stolik.games.othello.check.games import coordinates
from stolik.games.othello.rules import BLACK, SQUARES, START, WHITE, Position, write_square
from stolik.games.othello.wire import END, Recover

NAME: Final = "Dan"
FOE: Final = "Eva"
# Seconds in which a client has to ping, and to come back: the document gives it 60 for that.
PING_TIME: Final = 30.0
RETURN_TIME: Final = 60.0
# Seconds that a client may take to show what it was told; one that prints nothing costs so much each time.
SHOWN: Final = 0.4
# How often a person types what had no effect: the client may not have read yet what the answer is to.
ATTEMPTS: Final = 3
# Seconds that a line is waited for at least, and seconds after the end of a wait in which lines are still read.
LEAST: Final = 0.02
LONGEST_DELAY: Final = 2.0
_BOARD_NOT_READ: Final = (FaultKind.SILENT, FaultKind.OTHER, FaultKind.EXTRA)
_KNOWN: Final = ("CNAME", "CPING", "CMOV", "CREQ", "CRES", "CREQC", "CENDGAME", "CGAMEC", "CEXIT")


class ClientStage(ConventionStage):
    """One client, and the server that it is connected to."""

    end = END
    placeholders: ClassVar[tuple[str, ...]] = ("host", "port", "name")

    client: Peer
    seat: str = WHITE
    position: Position = START
    answers_pings: bool = True
    _printed: int = 0
    """How much the client had printed when it was last told something."""
    _obeys: bool = False
    """Whether it has done what was typed: it has a person, and such words."""
    _arrivals: asyncio.Queue[Peer]

    def __init__(self, subject: Subject, pace: Pace, seed: int = 0) -> None:
        super().__init__(subject, pace, seed)
        self._repeated: Counter[str] = Counter()
        """What the client may send again, since it was typed again before the client had read it."""

    # The start

    async def join(self, name: str = NAME, *others: str) -> Peer:
        """Starts the client; it connects and logs in; others are in the lobby."""
        self._arrivals = await self.listen()
        values = {"host": V4, "port": self.port, "name": name}
        await self.start(["--host", V4, "--port", str(self.port), "--name", name], values)
        return await self.comes_in(name, *others)

    async def comes_in(self, name: str = NAME, *others: str, seconds: float | None = None) -> Peer:
        """The client connects and says its name."""
        if seconds is not None:
            await self.until(lambda: not self._arrivals.empty() or self.all_ended(), seconds)
        self.client = await self.arrival(self._arrivals, "server")
        await self.hears(f"CNAME~{name}")
        await self.tell(*(f"SADDP~{other}" for other in others), "SPONG")
        return self.client

    # What the client says

    async def hear_until(self, wanted: Callable[[str], bool], expected: Phrase, seconds: float | None = None) -> str:
        """The next line, past pings, which are answered; raises Fault if it is not wanted."""
        end = self.pace.now() + (self.pace.patience if seconds is None else seconds)
        while True:
            left = end - self.pace.now()
            line = (await self.client.hear(expected, max(LEAST, left))).removesuffix("\r")
            if wanted(line):
                return line
            if left < -LONGEST_DELAY:  # pings that come again and again must not go on for ever
                raise self.client.fault(FaultKind.SILENT, expected, Phrase(NOTHING_CAME))
            if self._repeated[line]:
                await self._dismiss(line)
            elif line != "CPING":
                raise self.client.fault(FaultKind.OTHER, expected, phrase("{line} came", line=quoted(line)))
            else:
                await self.pong()

    async def _dismiss(self, line: str) -> None:
        """The client has done again what was typed again: an invitation is declined, and nothing else follows."""
        self._repeated[line] -= 1
        if line.startswith("CREQ~"):
            await self.client.send(line.replace("CREQ", "SREQC"))

    async def pong(self) -> None:
        """Answers a ping."""
        if self.answers_pings:
            await self.client.send("SPONG")

    async def hears(self, line: str, seconds: float | None = None) -> None:
        """The client sends exactly this line."""
        await self.hear_until(lambda came: came == line, phrase("{line}", line=line), seconds)

    async def hears_nothing(self, seconds: float = 0.4) -> None:
        """The client sends nothing but pings for a moment; raises Fault."""
        expected = Phrase("nothing but pings")
        try:
            line = await self.hear_until(self._is_new, expected, seconds)
        except Fault as fault:
            if fault.kind is FaultKind.SILENT:
                return
            raise
        raise self.client.fault(FaultKind.EXTRA, expected, phrase("{line} came", line=quoted(line)))

    def _is_new(self, line: str) -> bool:
        return line != "CPING" and not self._repeated[line]

    async def goes_on(self) -> None:
        """The client is there and speaks the protocol: it can be invited, and plays."""
        await self.guest()
        await self.first_moves()

    async def first_moves(self) -> None:
        """The first moves of a game, until the client has made one."""
        if lines := self.opening():
            await self.tell(*lines)
        await self.moves()

    def opening(self) -> list[str]:
        """The opponent's first move if it begins; returns the message, or none."""
        return [self.foe_move()] if self.position.turn != self.seat else []

    async def tell(self, *lines: str) -> None:
        """Sends lines to the client in one segment."""
        self._printed = len(self.program.stdout) if self.program is not None else 0
        await self.client.send(*lines)

    # The person

    async def type(self, text: str) -> None:
        """The person types a line, a moment after the client has shown what it was told last."""
        program = self.program
        assert program is not None  # noqa: S101 - `join` has started it
        await program.until_printed(lambda: len(program.stdout) > self._printed or bool(self.client.waiting), SHOWN)
        await program.type(text + "\n")

    async def typed(self, text: str, wanted: Callable[[str], bool], expected: Phrase) -> str:
        """The person types, more than once if nothing happens, and the client sends a line that is wanted."""
        for left in reversed(range(ATTEMPTS)):
            await self.type(text)
            try:
                line = await self.hear_until(wanted, expected, self.pace.patience / (ATTEMPTS if left else 1))
                self._repeated[line] += ATTEMPTS - 1 - left
                return line
            except Fault as fault:
                if fault.kind is not FaultKind.SILENT or not left:
                    raise
        raise ValueError(text)

    async def told(self, text: str, line: str) -> None:
        """The person types, and the client sends the line; a client without such words is not judged."""
        try:
            await self.typed(text, lambda came: came == line, phrase("{line}", line=line))
        except Fault as fault:
            if fault.kind is not FaultKind.SILENT or self._obeys:
                raise
            self.raise_crash()
            why = phrase("the client does nothing when {text} is typed on its standard input", text=text)
            raise NotReached(why, program=False) from fault
        self._obeys = True

    # Invitations

    async def accepts(self, foe: str = FOE) -> None:
        """The client accepts the invitation."""
        await self.answers(foe, "accept", "ACCEPT", "YES")

    async def answers(self, foe: str, typed: str, word: str, other: str) -> None:
        """The person types an answer, and the client sends it in one of the document's two forms."""
        right, also = f"CRES~{foe}~{word}", f"CRES~{foe}~{other}"
        line = await self.typed(typed, lambda came: came in (right, also), phrase("{line}", line=right))
        if line == also:
            self.allowed("an answer is {word}: the document has both", word=other)

    async def white(self, foe: str = FOE) -> None:
        """A game in which the client has white: it is the guest, unless its guests begin."""
        await (self.host(foe) if self.convention.guest_begins else self.guest(foe))

    async def black(self, foe: str = FOE) -> None:
        """A game in which the client has black: it is the host, unless its guests begin."""
        await (self.guest(foe) if self.convention.guest_begins else self.host(foe))

    async def guest(self, foe: str = FOE) -> None:
        """A player invites the client, which accepts."""
        await self.tell(f"SADDP~{foe}", f"SREQ~{foe}")
        await self.accepts(foe)
        self.begin_as_guest()
        await self.tell(f"SSTARTG~{foe}")

    async def host(self, foe: str = FOE) -> None:
        """The client invites a player, who accepts."""
        await self.tell(f"SADDP~{foe}", f"SUPS~{foe}~READY")
        await self.told(f"invite {foe}", f"CREQ~{foe}")
        self.begin(WHITE if self.convention.guest_begins else BLACK)
        await self.tell(f"SSTARTG~{foe}")

    def begin_as_guest(self) -> None:
        """A new game, to which the client was invited."""
        self.begin(BLACK if self.convention.guest_begins else WHITE)

    def begin(self, seat: str) -> None:
        """A new game, in which the client has this seat."""
        self.seat, self.position = seat, START
        self.begins()

    # Moves

    async def foe_moves(self, square: int | None = None) -> None:
        """The opponent puts a disc."""
        await self.tell(self.foe_move(square))

    def foe_move(self, square: int | None = None) -> str:
        """The opponent puts a disc; returns the message."""
        square = self.position.moves()[0] if square is None else square
        self.position = self.position.play(square)
        return f"SMOV~{self.at(square)}"

    async def moves(self, square: int | None = None) -> int:
        """It is the client's turn: it sends a legal move, which is the one that the person types if it has a person."""
        square = self.position.moves()[0] if square is None else square
        wanted = phrase("CMOV~{at}, or another legal move", at=self.at(square))
        line = await self.typed(write_square(square), lambda came: came.startswith("CMOV"), wanted)
        played = self._square(line)
        if played not in self.position.moves():
            raise self.client.fault(FaultKind.OTHER, wanted, phrase("{line} came", line=quoted(line)))
        self.has_moved = True
        self.position = self.position.play(played)
        return played

    def _square(self, line: str) -> int:
        """The square of a CMOV, -1 if it is none."""
        by_number = {f"CMOV~{self.at(square)}": square for square in range(SQUARES)}
        return by_number.get(line, -1)

    async def find_convention(self) -> Convention:
        """The convention of the client's first move, as a host or as a guest; ours if it makes none."""
        for as_guest in (False, True):  # our own first: a client that sends whatever is typed moves either way
            with suppress(Fault, NotReached):
                if as_guest:
                    await self.closed()
                    await self.guest()
                else:
                    await self.join()
                    await self.host("Ann")
                for first in await self._first_numbers():
                    return Convention(first, guest_begins=as_guest)
        return OURS

    async def _first_numbers(self) -> list[int]:
        """From which number the client counts, if it makes a first move."""
        for square in START.moves():
            await self.type(write_square(square))
        try:
            wanted = phrase("CMOV~{at}, or another legal move", at=self.at(START.moves()[0]))
            line = await self.hear_until(lambda came: came.startswith("CMOV"), wanted, self.pace.patience / 2)
        except Fault as fault:
            if fault.kind is not FaultKind.SILENT:
                raise
            return []
        numbers = (0, 1)
        return [first for first in numbers if line in {f"CMOV~{coordinates(one, first)}" for one in START.moves()}]

    async def play(self, *squares: int) -> None:
        """Plays these moves; a client that plays by itself may move elsewhere, and then this is not reached."""
        for square in squares:
            if self.position.turn != self.seat:
                await self.foe_moves(square)
            elif await self.moves(square) != square:
                raise NotReached(Phrase("the client plays by itself, and chose another move"), program=False)

    async def play_out(self, most: int = 64) -> None:
        """Plays on with random moves, until the game is over or so many were played."""
        for _ in range(most):
            if self.position.turn is None:
                return
            square = self.rng.choice(self.position.moves())
            if self.position.turn == self.seat:
                await self.moves(square)
            else:
                await self.foe_moves(square)

    async def closed(self, line: str = "SGAMEEC~GameHasBeenCanceled") -> None:
        """The server says that the game is over."""
        await self.tell(line)

    async def plays_on(self, foe: str = FOE) -> bool:
        """Tells the client that has come back of its game; whether it goes on with a legal move.

        The document leaves the form of the board open: a client that does not understand ours is advised. Raises Fault.
        """
        is_host = (self.seat == BLACK) is not self.convention.guest_begins
        await self.tell(f"SADDP~{foe}", f"SUPS~{foe}~BUSY", f"SSTARTG~{foe}", Recover(self.position, is_host).text())
        try:
            if self.position.turn != self.seat:
                await self.hears_nothing(0.3)
                await self.foe_moves()
            await self.moves()
        except Fault as fault:
            self.raise_crash()
            if fault.kind not in _BOARD_NOT_READ:
                raise
            self.advise(
                "the client does not play on from our SRECOV: 64 digits by rows, 0 empty, 1 black, 2 white, then 1 if "
                "white is to move, and 1 for the inviter; the document leaves the form of the board open"
            )
            return False
        return True


def is_known(line: str) -> bool:
    """Whether a line is a message of a client, by its first part."""
    return re.split("~", line)[0] in _KNOWN
