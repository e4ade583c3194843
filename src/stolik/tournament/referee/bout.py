"""Plays one game of two programs that speak the code protocol, on pipes or over TCP, with blocking calls and poll.

A thread that polls pipes turns a line round in a sixth of the time that an event loop takes. Rules and endings are the
table's, as everywhere. The table's clock is the sum of what was charged to the players: it stands still while the
referee works, and while a program starts.
"""

from __future__ import annotations

import math
import select
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from stolik.contract import NotationError, Seat
from stolik.contract.registry import find_game
from stolik.players.registry import make_player
from stolik.table.events import Asked, Event
from stolik.table.inputs import Foul, Input, Leave, Play, Sit, Tick
from stolik.table.table import Table
from stolik.tournament.plan.assignment import Assignment, Said, Way
from stolik.tournament.sandbox.program import DEATH_TIME, Program
from stolik.tournament.sandbox.stderr import MOST_STDERR
from stolik.wire.codes import ServerSide
from stolik.wire.report import shown

# How much of a wrong line is quoted in a reason; the transcript has it all.
QUOTED: Final = 40


class Bout:
    """The game itself, from the first question to the last answer. Programs are started and ended by others."""

    def __init__(self, assignment: Assignment, programs: dict[Seat, Program], started: float) -> None:
        """`started` is when the programs were, by the monotonic clock."""
        self.terms = assignment.terms
        game = find_game(assignment.game)
        rules = replace(game.house_rules, turn_time=self.terms.move_time, game_time=self.terms.game_time)
        self.table = Table(game, game.read(assignment.setup), rules)
        self.programs = programs
        self.moves: list[str] = []
        self.movers: list[Seat] = []
        self.times: list[float] = []
        self._lines: list[tuple[float, Seat, Way, str | bytes]] = []
        self.asked_at = 0.0
        """When the question that stands was written; with the grace added, when its clock began."""
        self._sides = {seat: ServerSide(game) for seat in game.seats}
        self._house = {
            seat: make_player(game.name, entrant.builtin, Random(f"{assignment.seed}/{seat}"))
            for seat, entrant in assignment.seats.items()
            if entrant.builtin is not None
        }
        self._names = {seat: entrant.name for seat, entrant in assignment.seats.items()}
        self._started = started
        self._now = self._spent = self._heard_at = 0.0
        self._turn: Seat = ""
        self._poll = select.poll()
        self._ways: dict[int, tuple[Program, Callable[[Program], Input | None]]] = {}
        self.why = ""
        """What the offender did, in words, where someone offended."""

    def play(self) -> None:
        """Plays until the table says that the game is over."""
        for program in self.programs.values():
            self._watch(program)
        for seat, name in self._names.items():
            events = self.table.take(Sit(seat, name), self._now)
        # Of every input that changes the game, the last that the table says is whom it asks, or that it has ended.
        while isinstance(asked := events[-1], Asked):
            self._turn = turn = asked.seat
            limit = math.inf if asked.deadline is None else asked.deadline - self._now
            events = self._take(self._house_move(turn) if turn in self._house else self._program_move(turn, limit))

    def _watch(self, program: Program) -> None:
        for descriptor, way in (
            (program.reads, self._heard),
            (program.errors, self._noted),
            (program.pidfd, self._died),
        ):
            self._ways[descriptor] = program, way
            self._poll.register(descriptor, select.POLLIN)

    def _take(self, input_: Input) -> list[Event]:
        if isinstance(input_, Tick):
            return self.table.take(input_, self.table.deadline or 0.0)
        self._now += self._spent
        events = self.table.take(input_, self._now)
        if isinstance(input_, Play):
            if len(events) > 1:
                self._played(input_)
            else:
                self.why = "illegal move"
        return events

    def _played(self, play: Play) -> None:
        self.moves.append(play.move)
        self.movers.append(play.seat)
        self.times.append(self._spent)

    def _house_move(self, seat: Seat) -> Input:
        began = time.monotonic()
        move = self._house[seat].choose(self.table.position.view(seat))
        self._spent = time.monotonic() - began
        return Play(seat, self.table.game.write_move(move))

    def _program_move(self, seat: Seat, limit: float) -> Input:
        """Asks a program for its move, and waits for it, or for something that ends the game."""
        for other in self.programs.values():
            early = self._line_of(other) if other.buffer else None
            if early is not None:
                return self._out_of_turn(other, early)
        program = self.programs[seat]
        text = self._sides[seat].ask(self.table.position, self.moves[-1] if self.moves else "").text()
        open_ = program.send(text)
        # From here on the time is the program's. Until it has spoken once it may still be starting, which has its own.
        now = time.monotonic()
        self._lines.append((now, seat, "<", text))
        if not open_:
            return self._gone(program, "closed its input")
        self.asked_at = now if program.spoke else max(now, self._started + self.terms.start_time)
        if program.unsent:
            self._ways[program.writes] = program, self._flushed
            self._poll.register(program.writes, select.POLLOUT)
        return self._answer(limit, now)

    def _answer(self, limit: float, now: float) -> Input:
        while True:
            left = self.asked_at + limit - now
            ready = self._poll.poll(math.ceil(left * 1000) if left > 0 else 0)
            self._heard_at = now = time.monotonic()
            # What has come is taken however late it is seen: the referee's own delays are not the program's.
            if not ready and left <= 0:
                return self._silent()
            for descriptor, _ in ready:
                program, way = self._ways[descriptor]
                input_ = way(program)
                if input_ is not None:
                    self._spent = max(0.0, now - self.asked_at)
                    return input_

    def _silent(self) -> Input:
        program = self.programs[self._turn]
        closed = program.closed()
        return Tick() if closed is None else self._gone(program, f"closed its {closed}")

    def _flushed(self, program: Program) -> Input | None:
        """A question that was longer than the pipe's room is now a little shorter; its clock begins with its end."""
        if not program.flush():
            return self._gone(program, "closed its input")
        if not program.unsent:
            self._poll.unregister(program.writes)
            self.asked_at = max(self.asked_at, time.monotonic())
        return None

    def _heard(self, program: Program) -> Input | None:
        program.read()
        line = self._line_of(program)
        if line is not None:
            return self._read(program, line)
        return self._gone(program, "closed its output") if program.ended_output else None

    def _noted(self, program: Program) -> Input | None:
        if not program.read_notes():
            self._poll.unregister(program.errors)
        if program.notes.written > MOST_STDERR:
            self.why = "wrote too much on stderr"
            return Foul(program.seat, f"more than {MOST_STDERR} bytes were written on stderr")
        return None

    def _died(self, program: Program) -> Input | None:
        """Its last words count; a child that holds its pipe does not."""
        program.has_died()
        return self._heard(program) or self._gone(program, "left")

    def _gone(self, program: Program, how: str) -> Input:
        self.why = "left" if program.has_died(wait=DEATH_TIME) else how
        return Leave(program.seat)

    def _line_of(self, program: Program) -> bytes | None:
        line = program.line()
        if line is not None:
            program.spoke = True
            self._lines.append((self._heard_at, program.seat, ">", line))
        return line

    def _read(self, program: Program, line: bytes) -> Input:
        seat = program.seat
        if self._turn != seat:
            return self._out_of_turn(program, line)
        try:
            return Play(seat, self._sides[seat].read(line))
        except NotationError as error:
            self.why = "wrong message"
            return Foul(seat, str(error))

    def _out_of_turn(self, program: Program, line: bytes) -> Input:
        self.why = "spoke out of turn"
        return Foul(program.seat, f"it was not asked, and wrote {shown(line[:QUOTED])!r}")

    def transcript(self, last_words: Mapping[Seat, str]) -> list[Said]:
        """Every line of the game, and what each program is told at the end."""
        now = time.monotonic()
        ends: list[tuple[float, Seat, Way, str | bytes]] = [(now, seat, "<", text) for seat, text in last_words.items()]
        return [
            Said(round(at - self._started, 6), seat, way, text if isinstance(text, str) else shown(text))
            for at, seat, way, text in self._lines + ends
        ]
