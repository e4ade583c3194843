"""Plays one match of Kierki: its programs are network clients, each started with the port of its own seat.

A server of ours on this machine, with Kierki's own door; the rules of the table are those of a tournament: who is
silent for too long, or leaves, has lost. A wrong card is refused, as the course's document says, and asked for again.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack
from random import Random

from msgspec.structs import replace

from stolik.games import find_game
from stolik.games.contract import Seat
from stolik.players.registry import make_player
from stolik.service.clock import Clock
from stolik.service.connections import Connections
from stolik.service.live_table import LiveTable
from stolik.service.loop import run
from stolik.table.events import Ended
from stolik.table.inputs import Leave
from stolik.table.rules import HOUSE_RULES
from stolik.table.rules import Ending as TableEnding
from stolik.table.table import Stage, Table
from stolik.tournament.assignment import Assignment, Ending, Result
from stolik.tournament.entry import entry
from stolik.tournament.farewell import LEAVE_TIME
from stolik.tournament.network_doors import HouseDoor, Scribe, SeatDoor
from stolik.tournament.program import DEATH_TIME, HOST, MOST_STDERR, CannotStart, Program
from stolik.tournament.sandbox import find_sandbox


def play_over_network(assignment: Assignment) -> Result:
    """Plays a match to its end; whatever the programs do, this returns."""
    with ExitStack() as stack:
        return run(_Match(assignment, stack).play())


class _Match:
    """One match, its server and its programs."""

    def __init__(self, assignment: Assignment, stack: ExitStack) -> None:
        """What has to be closed or ended, however the match goes, goes to the stack."""
        self._assignment = assignment
        self._stack = stack
        self._programs: dict[Seat, Program] = {}
        self._absent: dict[Seat, str] = {}
        self._left: set[Seat] = set()
        self._decided = False

    async def play(self) -> Result:
        """Starts everyone, plays, and sees the programs out."""
        assignment, terms = self._assignment, self._assignment.terms
        game = find_game(assignment.game)
        rules = replace(HOUSE_RULES[game.name], turn_time=terms.move_time, on_silence="forfeit", on_absence="forfeit")
        self._table = Table(game, game.read(assignment.setup), rules)
        clock = Clock()
        self._live = LiveTable(self._table, clock)
        self._connections = Connections(greeting_time=terms.start_time)
        self._changed = asyncio.Event()
        self._scribe = Scribe(clock, self._changed)
        self._live.watch(self._scribe)
        servers = [await self._seat(seat) for seat in assignment.seats]
        await self._until_over(terms.start_time)
        self._decided = True
        for server in servers:
            if server is not None:
                server.close()
        await self._see_out()
        return self._result()

    async def _seat(self, seat: Seat) -> asyncio.Server | None:
        """Brings a player of ours to its seat, or starts a program and listens for it."""
        entrant = self._assignment.seats[seat]
        game = self._assignment.game
        if entrant.builtin is not None:
            player = make_player(game, entrant.builtin, Random(f"{self._assignment.seed}/{seat}"))
            HouseDoor(self._live, seat, player).sit(entrant.name)
            return None
        listening = self._stack.enter_context(socket.create_server((HOST, 0)))
        terms = self._assignment.terms
        try:
            program = Program(seat, entrant, find_sandbox(terms.memory, terms.sandbox), listening.getsockname()[1])
        except CannotStart as error:
            self._absent[seat] = str(error)
            self._changed.set()
            return None
        self._programs[seat] = program
        self._stack.callback(program.end)
        loop = asyncio.get_running_loop()
        loop.add_reader(program.errors, self._noted, program)
        loop.add_reader(program.pidfd, self._died, program)
        return await loop.create_server(
            lambda: SeatDoor(self._live, self._connections, seat, self._scribe), sock=listening
        )

    def _noted(self, program: Program) -> None:
        if not program.read_notes() or program.notes.written > MOST_STDERR:
            asyncio.get_running_loop().remove_reader(program.errors)

    def _died(self, program: Program) -> None:
        """A child of it that holds its connection does not play for it."""
        asyncio.get_running_loop().remove_reader(program.pidfd)
        program.has_died()
        self._left.add(program.seat)
        if self._table.stage is Stage.GATHERING and not self._decided:
            self._absent.setdefault(program.seat, program.exit_words())
        self._live.take(Leave(program.seat))
        self._changed.set()

    async def _until_over(self, start_time: float) -> None:
        try:
            async with asyncio.timeout(start_time):
                while self._table.stage is Stage.GATHERING and not self._absent:
                    await self._change()
        except TimeoutError:
            self._absent |= dict.fromkeys(self._table.empty_seats, "it did not take its seat in time")
        while self._table.outcome is None and not self._absent:
            await self._change()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    async def _see_out(self) -> None:
        """Gives the programs a moment to leave; their doors have told them all they will hear."""
        closing = asyncio.ensure_future(self._connections.close())
        try:
            async with asyncio.timeout(LEAVE_TIME):
                while self._left < self._programs.keys():
                    await self._change()
        except TimeoutError:
            pass
        loop = asyncio.get_running_loop()
        for program in self._programs.values():
            loop.remove_reader(program.errors)
            loop.remove_reader(program.pidfd)
            program.end()
        await closing

    def _result(self) -> Result:
        assignment = self._assignment
        if self._absent:
            present = tuple(seat for seat in assignment.seats if seat not in self._absent)
            ending, why = self._absence()
            scores = dict.fromkeys(assignment.seats, 0)
            return entry(assignment, ending, why, next(iter(self._absent)), present, scores, self._programs)
        outcome = self._table.outcome
        assert outcome is not None, "play ends with an outcome"  # noqa: S101 - an invariant
        ending, why = self._explained(outcome)
        result = entry(assignment, ending, why, outcome.by, outcome.winners, dict(outcome.scores), self._programs)
        self._scribe.write(result)
        return result

    def _absence(self) -> tuple[Ending, str]:
        seats = self._assignment.seats
        crashed = [seat for seat in self._absent if seat in self._programs and self._programs[seat].crashed]
        if crashed:
            words = self._programs[crashed[0]].exit_words()
            return Ending.CRASH, f"crash ({words}): {seats[crashed[0]].name}, before the match began"
        words = "; ".join(f"{seats[seat].name} did not start: {why}" for seat, why in self._absent.items())
        return Ending.START, words

    def _explained(self, outcome: Ended) -> tuple[Ending, str]:
        seat = outcome.by
        if seat is None:
            return Ending.RULES, outcome.reason
        name = self._assignment.seats[seat].name
        if outcome.ending is TableEnding.OVERTIME:
            move_time = self._assignment.terms.move_time
            return Ending.OVERTIME, f"timeout: {name} went silent; it had {move_time:g} s for its card"
        if seat in self._scribe.expelled:
            return Ending.FOUL, f"wrong messages: {name}: {self._scribe.expelled[seat]}"
        program = self._programs[seat]
        program.has_died(wait=DEATH_TIME)
        if program.crashed:
            return Ending.CRASH, f"crash ({program.exit_words()}): {name}"
        return Ending.GONE, f"{name} left its table ({program.exit_words()})"
