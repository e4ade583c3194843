"""Watches what programs do beside playing: where they connect, what they write on stderr, and whether they die."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Final

from stolik.contract import Seat
from stolik.service.doors.makers import make_door
from stolik.table.inputs import Foul
from stolik.table.table import Stage
from stolik.tournament.plan.causes import Cause, cause, told
from stolik.tournament.referee.peer import Peer
from stolik.tournament.sandbox.held import Held
from stolik.tournament.sandbox.program import CannotStart, Program
from stolik.tournament.sandbox.stderr import MOST_STDERR

if TYPE_CHECKING:
    from stolik.tournament.referee.driver import Driver

# An honest program has one connection, and perhaps a few that it gave up before.
MOST_CONNECTIONS: Final = 16


class ProgramWatch:
    """The programs of one game, from when they have been started."""

    def __init__(self, driver: Driver, stack: ExitStack) -> None:
        """What has to be closed goes to the stack."""
        self._driver = driver
        self._stack = stack
        self.coming: set[Seat] = set()
        """Whose place to connect to is not there yet."""
        self._listening: dict[Seat, socket.socket] = {}

    def expect(self, program: Program) -> None:
        """A program has been started."""
        self._driver.programs[program.seat] = program
        self._driver.watch(program.errors, partial(self._noted, program))
        if program.held is not None:
            self._driver.watch(program.held.tells, partial(self._let_go, program, program.held))
        if program.arrival < 0:
            self._came(program, None)
        else:
            self.coming.add(program.seat)
            self._driver.watch(program.arrival, partial(self._listen, program))
            self.watch_death(program)

    def _let_go(self, program: Program, held: Held) -> None:
        """Its sandbox has said which process it is: it can be limited, and let go."""
        self._driver.unwatch(held.tells)
        program.let_go()
        self._driver.watch(held.lets_go, partial(self._starts, program, held), 0)

    def _starts(self, program: Program, held: Held) -> None:
        """Its sandbox is made, and the program itself starts."""
        self._driver.unwatch(held.lets_go)
        program.began = time.monotonic()
        if self._driver.starting:
            self._driver.look_later()

    def _listen(self, program: Program) -> None:
        """The place where a network client connects is there, or will never be."""
        self._driver.unwatch(program.arrival)
        self.coming.remove(program.seat)
        try:
            listening = self._stack.enter_context(program.listen())
        except CannotStart as error:
            self._driver.is_absent(program.seat, told(str(error)))
            return
        listening.setblocking(False)
        self._listening[program.seat] = listening
        self._driver.watch(listening.fileno(), partial(self._accept, program, listening))

    def _accept(self, program: Program, listening: socket.socket) -> None:
        try:
            connection, _ = listening.accept()
        except OSError:
            return  # it has already gone
        if self._driver.arrivals.one_connection:
            self._stop_listening(program.seat)
        self._came(program, connection)

    def stop_listening(self) -> None:
        """Nobody can connect any more."""
        for seat in tuple(self._listening):
            self._stop_listening(seat)

    def _stop_listening(self, seat: Seat) -> None:
        listening = self._listening.pop(seat)
        self._driver.unwatch(listening.fileno())
        listening.close()

    def _came(self, program: Program, connection: socket.socket | None) -> None:
        peer = Peer(program, make_door(self._driver.game), self._driver.transcript, connection)
        peers = self._driver.peers[program.seat]
        peers.append(peer)
        if len(peers) > MOST_CONNECTIONS:
            sitting = self._driver.sitters.get(program.seat)
            self._driver.arrivals.lost(next(other for other in peers if other is not sitting), "")
        self._driver.arrivals.came(peer)

    def _noted(self, program: Program) -> None:
        if not program.read_notes():
            self._driver.unwatch(program.errors)
        if program.notes.written > MOST_STDERR:
            self._driver.unwatch(program.errors)
            self._expel(program, cause("away.stderr", most=MOST_STDERR))

    def _expel(self, program: Program, why: Cause) -> None:
        """Ends the game for a program: as a foul where fouls lose, and otherwise by closing the way to it."""
        if self._driver.table.rules.on_foul == "forfeit" and self._driver.table.stage is Stage.PLAYING:
            self._driver.foul = "foul.stderr"
            self._driver.take(Foul(program.seat, str(why)))
            return
        self._driver.send_away(program.seat, why)
        self._gone(program, cause("start.sentAway"))

    def watch_death(self, program: Program) -> None:
        """Looks whether a program dies."""
        self._driver.watch(program.pidfd, partial(self._died, program))

    def _died(self, program: Program) -> None:
        """Its last words count; a child that holds its pipe or connection does not play for it."""
        program.has_died()
        if not self._driver.arrivals.last_words(program):
            self._driver.unwatch(program.pidfd)
            self._gone(program, self._driver.arrivals.stays_away(program))

    def _gone(self, program: Program, why: Cause) -> None:
        """It does not play any more, or never will."""
        if self._driver.table.stage is Stage.GATHERING:
            self._driver.is_absent(program.seat, why)
        for peer in tuple(self._driver.peers[program.seat]):
            self._driver.arrivals.lost(peer, "gone.left")
