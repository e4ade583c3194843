"""Programs that are given their seats as they come: those of the code protocol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from stolik.contract import Ending, Seat
from stolik.service.doors.door import Goodbye, Reply
from stolik.table.events import Ended
from stolik.table.inputs import Foul, Leave, Play
from stolik.tournament.plan.causes import Cause, cause
from stolik.tournament.referee.arrivals import Arrivals
from stolik.tournament.referee.house_seat import HouseSeat
from stolik.tournament.referee.peer import Peer
from stolik.tournament.sandbox.program import DEATH_TIME, Program
from stolik.wire.report import shown

if TYPE_CHECKING:
    from stolik.tournament.referee.driver import Driver, Sitter

# How much of a wrong line is quoted in a reason; the transcript has it all.
QUOTED: Final = 40


class GivenSeats(Arrivals):
    """The code protocol. Nobody is looked at before all are here, and a line that nobody asked for is a foul."""

    one_connection = True

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self._here: dict[Seat, Sitter] = {}

    def bring(self, player: HouseSeat) -> None:
        """Brings one of our own players."""
        self._arrived(player)

    def came(self, peer: Peer) -> None:
        """Gives a program its seat."""
        peer.door.sit(peer.seat)
        self.driver.unwatch(peer.program.pidfd)
        self._arrived(peer)

    def _arrived(self, sitter: Sitter) -> None:
        self._here[sitter.seat] = sitter
        seats = self.driver.assignment.seats
        if len(self._here) == len(seats):
            self.driver.when_up(peer.program for peer in self._here.values() if isinstance(peer, Peer))

    def all_up(self) -> None:
        """Everybody is here, and waits for a question."""
        seats = self.driver.assignment.seats
        for seat in seats:
            peer = self._here[seat]
            if isinstance(peer, Peer):
                self.driver.watch(peer.reads, partial(self._read, peer))
                self.driver.program_watch.watch_death(peer.program)
        for seat in seats:
            self.driver.sit(seat, self._here[seat])

    def _read(self, peer: Peer) -> bool:
        """Deals with the first line that has come, or with the end; the other lines wait until somebody is to be asked.

        Says whether there was anything.
        """
        lines = peer.receive()
        if peer.pending or len(lines) != 1:
            lines = self._in_order(peer, lines)
            if not lines:
                if peer.ended:
                    self.lost(peer, "gone.output")
                return peer.ended
        line = lines[0]
        driver = self.driver
        peer.said(line, driver.at)
        if driver.turn != peer.seat:
            self._out_of_turn(peer, line)
            return True
        request = peer.door.read(line)
        if type(request) is Play:
            driver.take(request)
        elif isinstance(request, Foul):
            driver.foul = "foul.message"
            driver.take(request)
        elif isinstance(request, Reply | Goodbye):
            driver.send(peer, request.lines)
        return True

    def _in_order(self, peer: Peer, lines: list[bytes]) -> list[bytes]:
        """The line that comes first, if there is one; those behind it are kept."""
        lines = peer.pending + lines
        peer.pending = lines[1:]
        self.early_lines = self.early_lines or bool(peer.pending)
        if not lines:
            overlong = peer.cut_overlong()  # its end is not waited for
            return [] if overlong is None else [overlong]
        return lines[:1]

    def _out_of_turn(self, peer: Peer, line: bytes) -> None:
        words = shown(line[:QUOTED])
        self.driver.foul = "foul.turn"
        self.driver.take(Foul(peer.seat, f"it was not asked, and wrote {words!r}", line=words))

    def may_ask(self, seat: Seat) -> bool:
        """Before a program is asked, lines that nobody asked for are dealt with."""
        if isinstance(self._here[seat], Peer):
            self.early_lines = False
            for peer in self._here.values():
                while isinstance(peer, Peer) and peer.pending and self.driver.table.outcome is None:
                    line = peer.pending.pop(0)
                    peer.said(line, self.driver.at)
                    self._out_of_turn(peer, line)
        return self.driver.table.outcome is None

    def last_words(self, program: Program) -> bool:
        """What a program has written before it died counts."""
        return any(self._read(peer) for peer in self.driver.peers[program.seat])

    def lost(self, peer: Peer, how: str) -> None:
        """The program has left the game; it is still told how that ended."""
        self.driver.unwatch(peer.reads)
        self.driver.how_left = "gone.left" if peer.program.has_died(wait=DEATH_TIME) else how
        self.driver.take(Leave(peer.seat))

    def overtime(self, seat: Seat) -> None:
        """In a sandbox, only the processes there tell one that has closed its pipes from one that is silent."""
        peer = self._here[seat]
        closed = peer.program.closed() if isinstance(peer, Peer) else None
        if closed is not None and isinstance(peer, Peer):
            self.lost(peer, f"gone.{closed}")
        else:
            self.driver.tick()

    def stays_away(self, program: Program) -> Cause:
        """Why a program that has ended did not come."""
        return cause("start.ended", program.how_ended())

    def missing(self) -> dict[Seat, Cause]:
        """Who has not connected."""
        late = [program for seat, program in self.driver.programs.items() if seat not in self._here]
        for program in late:
            program.end()
        limit = self.driver.assignment.terms.start_time
        return {program.seat: cause("start.late", limit=limit) for program in late}

    def farewell(self, peer: Peer) -> Sequence[str]:
        """When somebody has not come, those who have are told that they have won."""
        driver = self.driver
        present = tuple(seat for seat in driver.assignment.seats if seat not in driver.absent)
        scores = {seat: int(seat in present) for seat in driver.assignment.seats}
        return peer.door.tell(Ended(Ending.GONE, "the game has not begun", scores, present))
