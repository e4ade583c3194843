"""Plays one game whose programs are network clients, each started with the port of its own seat.

A server of ours on this machine, with the game's own doors; the house rules are those of a tournament: who is silent
for too long, or leaves, has lost. What is refused and what expels stays as the game's protocol has it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Protocol

from msgspec.structs import replace

from stolik.contract import Ending as TableEnding
from stolik.contract import Seat, load_part
from stolik.contract.registry import find_game
from stolik.players.registry import AnyPlayer, make_player
from stolik.service.net.clock import Clock
from stolik.service.net.connection import LineConnection
from stolik.service.net.loop import run
from stolik.table.events import Ended
from stolik.table.table import Stage, Table
from stolik.tournament.plan.assignment import Assignment, Ending, Result
from stolik.tournament.referee.entry import entry, overtime_words
from stolik.tournament.referee.farewell import LEAVE_TIME
from stolik.tournament.referee.scribe import Scribe
from stolik.tournament.sandbox.bubblewrap import find_sandbox
from stolik.tournament.sandbox.program import DEATH_TIME, CannotStart, Program
from stolik.tournament.sandbox.stderr import MOST_STDERR


class NetworkTable(Protocol):
    """A game's way to bring its programs to one table."""

    def seat(self, seat: Seat, player: AnyPlayer) -> None:
        """Brings a player of ours."""

    def door(self, seat: Seat) -> LineConnection:
        """A door for a program that connects to its seat's port."""

    def missing(self) -> dict[Seat, str]:
        """Who has not come to play, and what it did not do."""

    async def close(self) -> None:
        """Closes all doors; those told something have a moment to read it."""


MakeTable = Callable[[Table, Clock, Scribe, float], NetworkTable]


def play_over_network(assignment: Assignment) -> Result:
    """Plays a game to its end; whatever the programs do, this returns."""
    with ExitStack() as stack:
        return run(_Game(assignment, stack).play())


class _Game:
    """One game, its server and its programs."""

    def __init__(self, assignment: Assignment, stack: ExitStack) -> None:
        """What has to be closed or ended, however the game goes, goes to the stack."""
        self._assignment = assignment
        self._stack = stack
        self._programs: dict[Seat, Program] = {}
        self._doors: dict[Seat, list[LineConnection]] = {seat: [] for seat in assignment.seats}
        self._absent: dict[Seat, str] = {}
        self._left: set[Seat] = set()

    async def play(self) -> Result:
        """Starts everyone, plays, and sees the programs out."""
        assignment, terms = self._assignment, self._assignment.terms
        game = find_game(assignment.game)
        rules = replace(
            game.house_rules,
            turn_time=terms.move_time,
            game_time=terms.game_time,
            on_silence="forfeit",
            on_absence="forfeit",
            grace=0,
        )
        clock = Clock()
        self._scribe = Scribe(clock)
        self._table = Table(game, game.read(assignment.setup), rules, self._scribe.accepted)
        assert game.protocol is not None, "games of the code protocol are played elsewhere"  # noqa: S101 - an invariant
        make: MakeTable = load_part(game.protocol.contest_table)
        self._way_in = make(self._table, clock, self._scribe, terms.start_time)
        for seat in assignment.seats:
            self._bring(seat)
        servers = [await self._let_in(program, terms.start_time) for program in self._programs.values()]
        await self._until_over(terms.start_time)
        self._scribe.done = True
        for server in servers:
            if server is not None:
                server.close()
        await self._see_out()
        return self._result()

    def _bring(self, seat: Seat) -> None:
        """Brings a player of ours to its seat, or starts a program."""
        assignment, entrant = self._assignment, self._assignment.seats[seat]
        if entrant.builtin is not None:
            player = make_player(assignment.game, entrant.builtin, Random(f"{assignment.seed}/{seat}"))
            self._way_in.seat(seat, player)
            return
        sandbox = find_sandbox(assignment.terms.memory, assignment.terms.sandbox)
        try:
            program = self._programs[seat] = Program(seat, entrant, sandbox, networked=True)
        except CannotStart as error:
            self._is_absent(seat, str(error))
            return
        self._stack.callback(program.end)
        loop = asyncio.get_running_loop()
        loop.add_reader(program.errors, self._noted, program)
        loop.add_reader(program.pidfd, self._died, program)

    async def _let_in(self, program: Program, start_time: float) -> asyncio.Server | None:
        """Listens for a program."""
        try:
            listening = self._stack.enter_context(program.listen(start_time))
        except CannotStart as error:
            self._is_absent(program.seat, str(error))
            return None
        return await asyncio.get_running_loop().create_server(lambda: self._door(program.seat), sock=listening)

    def _is_absent(self, seat: Seat, why: str) -> None:
        self._absent.setdefault(seat, why)
        self._scribe.wake()

    def _door(self, seat: Seat) -> LineConnection:
        door = self._way_in.door(seat)
        self._doors[seat].append(door)
        return door

    def _noted(self, program: Program) -> None:
        if not program.read_notes():
            asyncio.get_running_loop().remove_reader(program.errors)
        elif program.notes.written > MOST_STDERR:
            asyncio.get_running_loop().remove_reader(program.errors)
            self._scribe.send_away(program.seat, f"more than {MOST_STDERR} bytes were written on stderr")
            self._gone(program)

    def _died(self, program: Program) -> None:
        """A child of it that holds its connection does not play for it."""
        asyncio.get_running_loop().remove_reader(program.pidfd)
        program.has_died()
        self._left.add(program.seat)
        self._gone(program)

    def _gone(self, program: Program) -> None:
        """It does not play any more, or never will."""
        if self._table.stage is Stage.GATHERING and not self._scribe.done:
            self._is_absent(program.seat, program.exit_words() if program.has_died() else "it was sent away")
        for door in self._doors[program.seat]:
            if not door.closed:
                door.drop()
        self._scribe.wake()

    async def _until_over(self, start_time: float) -> None:
        try:
            async with asyncio.timeout(start_time):
                while self._table.stage is Stage.GATHERING and not self._absent:
                    await self._scribe.change()
        except TimeoutError:
            self._absent |= self._way_in.missing()
        while self._table.outcome is None and not self._absent:
            await self._scribe.change()

    async def _see_out(self) -> None:
        """Gives the programs a moment to leave; their doors have told them all they will hear."""
        closing = asyncio.ensure_future(self._way_in.close())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_TIME):
                while self._left < self._programs.keys():
                    await self._scribe.change()
        loop = asyncio.get_running_loop()
        for program in self._programs.values():
            loop.remove_reader(program.errors)
            loop.remove_reader(program.pidfd)
            program.end()
        await closing

    def _result(self) -> Result:
        assignment, outcome = self._assignment, self._table.outcome
        if self._absent:
            present = tuple(seat for seat in assignment.seats if seat not in self._absent)
            (ending, why), by = self._absence(), next(iter(self._absent))
            result = entry(assignment, ending, why, by, present, dict.fromkeys(assignment.seats, 0), self._programs)
        else:
            assert outcome is not None, "play ends with an outcome"  # noqa: S101 - an invariant
            ending, why = self._explained(outcome)
            result = entry(assignment, ending, why, outcome.by, outcome.winners, dict(outcome.scores), self._programs)
        self._scribe.write(result)
        return result

    def _absence(self) -> tuple[Ending, str]:
        """Why the game has not begun."""
        names = {seat: self._assignment.seats[seat].name for seat in self._absent}
        for seat in self._absent.keys() & self._programs.keys():
            program = self._programs[seat]
            if program.too_heavy:
                return Ending.FOUL, f"too much memory: {names[seat]}: {program.too_heavy}, before the game began"
            if seat in self._scribe.sent_away:
                return Ending.FOUL, f"sent away: {names[seat]}: {self._scribe.sent_away[seat]}, before the game began"
            if program.never_ran:
                self._absent[seat] = program.first_note()
            elif program.crashed:
                return Ending.CRASH, f"crash ({program.exit_words()}): {names[seat]}, before the game began"
        return Ending.START, "; ".join(f"{names[seat]} did not start: {why}" for seat, why in self._absent.items())

    def _explained(self, outcome: Ended) -> tuple[Ending, str]:
        seat = outcome.by
        if seat is None:
            return Ending.RULES, outcome.reason
        name = self._assignment.seats[seat].name
        if outcome.ending is TableEnding.OVERTIME:
            return Ending.OVERTIME, overtime_words(self._assignment, seat, self._table, self._scribe.late.get(seat))
        if seat in self._scribe.sent_away:
            return Ending.FOUL, f"sent away: {name}: {self._scribe.sent_away[seat]}"
        program = self._programs[seat]
        program.has_died(wait=DEATH_TIME)
        if program.too_heavy:
            return Ending.FOUL, f"too much memory: {name}: {program.too_heavy}"
        if program.crashed:
            return Ending.CRASH, f"crash ({program.exit_words()}): {name}"
        return Ending.GONE, f"{name} left its table ({program.exit_words()})"
