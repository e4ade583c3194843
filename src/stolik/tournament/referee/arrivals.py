"""How programs come to the seats of a tournament's table, and what they may not do on the way or there.

A program has the seat that the schedule gives it. How it gets there is the business of the game's protocol:
- in the code protocol it is given its seat as it comes, on its pipes or by its one connection (`GivenSeats`);
- in a protocol whose door `claims`, it asks for its seat itself (`ClaimedSeats`);
- in a protocol with a lobby, it logs in there, and one invites the other (`InvitedSeats`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from stolik.contract import Seat
from stolik.service.doors.door import Goodbye, Request
from stolik.table.inputs import Foul, Leave, Play
from stolik.tournament.plan.causes import Cause, cause, told
from stolik.tournament.referee.house_seat import HouseSeat
from stolik.tournament.referee.peer import Peer
from stolik.tournament.sandbox.program import Program

if TYPE_CHECKING:
    from stolik.tournament.referee.driver import Driver

OVER: Final = "The tournament's game is over."
GIVEN_UP: Final = cause("away.givenUp")
# So many lines may a program say, and so many more for each move of the game. An honest one says a line for each of its
# moves, and a few more. Each line is written down, and makes the other programs wait.
MOST_LINES: Final = 1000
LINES_OF_A_MOVE: Final = 100


class Arrivals(ABC):
    """What the driver of one game does for the programs that come."""

    one_connection: bool = False
    """Whether a network client has one connection, and its first is it."""
    early_lines: bool = False
    """Whether lines have come that must be dealt with before anyone is asked."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    @abstractmethod
    def bring(self, player: HouseSeat) -> None:
        """Brings one of our own players."""

    @abstractmethod
    def came(self, peer: Peer) -> None:
        """A program is here, on its pipes or by a connection."""

    @abstractmethod
    def lost(self, peer: Peer, how: str) -> None:
        """A program can no longer be reached, or heard, this way; `how` is the kind of cause, if that is seen."""

    @abstractmethod
    def last_words(self, program: Program) -> bool:
        """A program has died: deals with a line that it left behind; False when there was none."""

    def stays_away(self, program: Program) -> Cause:
        """Why a program that has died before the game did not come to it."""
        return program.how_ended()

    @abstractmethod
    def missing(self) -> dict[Seat, Cause]:
        """Who has not come to play, and what it did not do."""

    def may_ask(self, seat: Seat) -> bool:
        """Deals with `early_lines`; whether a question can then be put to a seat."""
        return True

    def overtime(self, seat: Seat) -> None:
        """Whoever was asked has not answered in time."""
        self.driver.tick()

    def somebody_is_silent(self, until: float) -> None:  # noqa: B027 - most protocols allow silence
        """The time that the driver's `silent_at` says has come."""

    def all_up(self) -> None:  # noqa: B027 - in most protocols a program says itself that it is there
        """The programs that `when_up` was called with have started, or have had their time to."""

    def thawed(self, program: Program) -> None:  # noqa: B027 - most protocols have no limit for silence
        """A program that was stopped, and could say nothing, runs again."""

    def part(self, peer: Peer) -> None:
        """The door has said its last word."""
        self.driver.hang_up(peer)

    def ended(self) -> None:
        """The game is over, or cannot begin: whoever can still be told something is told, and hears nothing more."""
        for peers in self.driver.peers.values():
            for peer in tuple(peers):
                if not peer.closed:
                    peer.say(self.farewell(peer))
                    self.driver.hang_up(peer)

    def farewell(self, peer: Peer) -> Sequence[str]:
        """The last lines for a peer that has not had any."""
        return peer.door.dismiss(OVER).lines

    def to_table(self, request: Play | Foul) -> None:
        """A program moves, or says something that is no move."""
        if type(request) is Foul:
            self.driver.foul = "foul.message"
        self.driver.take(request)


class OwnProtocol(Arrivals):
    """What protocols of the games' own have in common: any number of connections, and every line read as it comes."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self._lines: Counter[Seat] = Counter()
        """How many lines each program has said."""

    def came(self, peer: Peer) -> None:
        """A program has connected."""
        self.driver.watch(peer.reads, partial(self._heard, peer))

    def _heard(self, peer: Peer) -> None:
        self._read(peer)
        if peer.ended and peer in self.driver.peers[peer.seat]:
            self.lost(peer, "")

    def _read(self, peer: Peer) -> None:
        lines = peer.receive()
        if not peer.closed:
            self.hear(peer, lines)

    def hear(self, peer: Peer, lines: Sequence[bytes]) -> None:
        """A program has said something, unless there is no end of it."""
        self._lines[peer.seat] += len(lines)
        if self._lines[peer.seat] > MOST_LINES + LINES_OF_A_MOVE * len(self.driver.moves):
            self.dismiss(peer, cause("away.lines"))
        for line in lines:
            if peer.closed or self.driver.table.outcome is not None:
                return
            peer.said(line, self.driver.at)
            self.obey(peer, peer.door.read(line))

    @abstractmethod
    def obey(self, peer: Peer, request: Request) -> None:
        """Does what a program wants, if it may have it."""

    @abstractmethod
    def left(self, peer: Peer) -> None:
        """A connection has ended, ours or theirs: whoever played by it plays no more."""

    def last_words(self, program: Program) -> bool:
        """What a program has sent before it died counts, and then its connections are closed."""
        for peer in tuple(self.driver.peers[program.seat]):
            self._read(peer)
        return False

    def lost(self, peer: Peer, how: str) -> None:
        """A connection has ended."""
        was_open = not peer.closed
        self.driver.drop(peer)
        if was_open:
            self.left(peer)

    def part(self, peer: Peer) -> None:
        """The door has said its last word."""
        super().part(peer)
        self.left(peer)

    def leave_table(self, peer: Peer) -> None:
        """The seat of one that has left is empty."""
        driver = self.driver
        if driver.sitters.get(peer.seat) is peer:
            driver.unseat(peer.seat)
            driver.how_left = "gone.table"
            driver.take(Leave(peer.seat))

    def dismiss(self, peer: Peer, why: Cause) -> None:
        """Sends a program away, for a reason that is written down."""
        self.say_goodbye(peer, peer.door.dismiss(str(why)), why)

    def say_goodbye(self, peer: Peer, goodbye: Goodbye, why: Cause | None = None) -> None:
        """Says the last words to a program. That it is sent away, and why, is written down."""
        if goodbye.why:
            self.driver.send_away(peer.seat, why or told(goodbye.why))
        peer.say(goodbye.lines)
        self.part(peer)
