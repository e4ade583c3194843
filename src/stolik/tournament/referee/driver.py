"""Runs the doors of one tournament game: the blocking driver.

It polls everything that belongs to a game: the pipes or connections of its programs, and what the `program_watch` looks
at. A thread that polls turns a line round in a sixth of the time that an event loop takes. Rules and endings are the
table's and what lines mean is the doors', as everywhere. How programs come to their seats is known to the `arrivals`.
Programs are started and ended by others.
"""

from __future__ import annotations

import math
import select
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Final

from msgspec.structs import replace

from stolik.contract import AnyGame, Seat
from stolik.table.events import WATCHERS, Asked, Event, Expelled, Played
from stolik.table.inputs import Foul, Input, Play, Sit, Tick
from stolik.table.table import Stage, Table
from stolik.tournament.plan.assignment import Assignment
from stolik.tournament.plan.causes import Cause, told
from stolik.tournament.referee.arrivals import Arrivals
from stolik.tournament.referee.clock import ChargedClock
from stolik.tournament.referee.gate import Cores, Gate, share_out
from stolik.tournament.referee.house_seat import HouseSeat
from stolik.tournament.referee.peer import Peer
from stolik.tournament.referee.program_watch import ProgramWatch
from stolik.tournament.referee.silence import Silence, look_at
from stolik.tournament.referee.start_time import StartTime
from stolik.tournament.referee.stopwatch import Stopwatch
from stolik.tournament.referee.transcript import Transcript
from stolik.tournament.sandbox.program import Program

# Seconds between looks whether a program has started: a compiled one takes milliseconds, and a look costs little.
LOOKS: Final = (0.001, 0.001, 0.001, 0.002, 0.002, 0.003, 0.004, 0.005, 0.007, 0.01, 0.015, 0.02)
# Seconds between two looks after which the referee has been busy.
BUSY: Final = 0.001
# Nobody waits for longer at a time.
A_DAY: Final = 24 * 60 * 60

Sitter = Peer | HouseSeat
"""Whoever sits at the table."""


class Driver:
    """One game, from when its programs have been started until it is over, or cannot begin."""

    def __init__(
        self,
        assignment: Assignment,
        game: AnyGame,
        make_arrivals: Callable[[Driver], Arrivals],
        started: float,
        gate: Gate,
        stack: ExitStack,
    ) -> None:
        """What has to be closed goes to the stack. The gate is entered when the game begins."""
        terms = assignment.terms
        rules = replace(
            game.house_rules,
            turn_time=terms.move_time,
            game_time=terms.game_time,
            on_silence="forfeit",
            on_absence="forfeit",
            grace=0,
        )
        self.assignment = assignment
        self.game = game
        self.table = Table(game, game.read(assignment.setup), rules, self._accepted)
        self.programs: dict[Seat, Program] = {}
        self.sitters: dict[Seat, Sitter] = {}
        """Who sits at the table, in the order in which they came."""
        self.peers: dict[Seat, list[Peer]] = {seat: [] for seat in assignment.seats}
        self.transcript = Transcript(started)
        self.clock = ChargedClock(started + terms.start_time)
        self.stopwatch = Stopwatch(self.clock, terms.pondering)
        self.moves: list[str] = []
        self.movers: list[Seat] = []
        self.times: list[float] = []
        self.elapsed: list[float] = []
        self.absent: dict[Seat, Cause] = {}
        """Who does not come to the table, and why."""
        self.died: set[Seat] = set()
        """Whose program had ended when the game was given up because somebody was absent."""
        self.sent_away: dict[Seat, Cause] = {}
        """Who was sent away, and why."""
        self.foul = "foul.move"
        """What kind of foul ended the game, if one did: this one, unless somebody has seen another."""
        self.last_foul: Foul | None = None
        """What that foul was."""
        self.silence = Silence()
        """What was seen of the one whose time ran out, if that ended the game."""
        self.how_left = "gone.left"
        """The kind of cause that tells how the one that left did so, if leaving ended the game."""
        self.at = started
        """When what is being dealt with was seen."""
        self._start_time = StartTime(started, terms.start_time)
        self._now = started
        """The time when it was last looked at."""
        self.turn: Seat = ""
        self.silent_at = math.inf
        """When somebody will have been silent for too long, whosever turn it is."""
        self._thinks: HouseSeat | None = None
        """The player of our own whose turn it is, if it is one's."""
        self._everyone: tuple[Sitter, ...] = ()
        self._asked_before: set[Seat] = set()
        self.starting: tuple[Program, ...] = ()
        """Programs that are here, and may not have started yet."""
        self._looks = iter(LOOKS)
        self._look_at = math.inf
        """When it is to be looked whether they have."""
        self._gate = gate
        self._entered = stack.enter_context(ExitStack())
        stack.callback(self._close_peers)
        self._poll = select.poll()
        self._acts: dict[int, Callable[[], object]] = {}
        self.program_watch = ProgramWatch(self, stack)
        self.arrivals = make_arrivals(self)

    # Who comes

    def sit(self, seat: Seat, sitter: Sitter) -> None:
        """Gives somebody a seat; raises SeatTaken. The last one begins the game."""
        if len(self.table.empty_seats) == 1 and seat in self.table.empty_seats:
            if not self._gate.has_place():
                # Whoever waits for a place to play uses no processor of those who play.
                self.stopwatch.stop_others(self.programs.values())
            cores = self._entered.enter_context(self._gate)
            if cores:
                self._pin(cores)
            self.at = time.monotonic()
        events = self.table.take(Sit(seat, self.assignment.seats[seat].name), self.clock.table_time(self.at))
        self.sitters[seat] = sitter
        self._everyone = tuple(self.sitters.values())
        self.tell(events)

    def _pin(self, cores: Cores) -> None:
        """Keeps the programs on the game's processors; if all may think at once, each on its own."""
        count = len(self.programs)
        shares = share_out(cores, count) if self.assignment.terms.pondering else [cores] * count
        for program, share in zip(self.programs.values(), shares, strict=True):
            program.processes.pin(share)

    def when_up(self, programs: Iterable[Program]) -> None:
        """Has `arrivals.all_up` called when programs have started, or when the time to start is over."""
        self.starting = tuple(programs)
        if self.starting:
            self.look_later()
        else:
            self.arrivals.all_up()

    def look_later(self) -> None:
        """Has it looked in a moment whether programs have started; not so soon while a sandbox is still made."""
        made = all(program.began < math.inf for program in self.starting)
        self._look_at = time.monotonic() + (next(self._looks, LOOKS[-1]) if made else LOOKS[-1])

    def _look_whether_up(self) -> None:
        self._look_at = math.inf
        self.when_up(program for program in self.starting if not program.is_up())

    def unseat(self, seat: Seat) -> None:
        """Tells nobody at that seat anything more."""
        del self.sitters[seat]
        self._everyone = tuple(self.sitters.values())

    def is_absent(self, seat: Seat, why: Cause) -> None:
        """Somebody does not come: the game cannot begin."""
        self.absent.setdefault(seat, why)

    # What is watched

    def watch(self, descriptor: int, act: Callable[[], object], events: int = select.POLLIN) -> None:
        """Acts whenever the descriptor is ready."""
        self._acts[descriptor] = act
        self._poll.register(descriptor, events)

    def unwatch(self, descriptor: int) -> None:
        """Looks at the descriptor no more."""
        if self._acts.pop(descriptor, None) is not None:
            self._poll.unregister(descriptor)

    def play(self) -> None:
        """Plays until the table says that the game is over, or until it is known that it cannot begin."""
        self._now = time.monotonic()
        while self.table.stage is Stage.GATHERING and (not self.absent or self.program_watch.coming):
            self._wait()
        most_moves = math.inf if self.assignment.most_moves is None else self.assignment.most_moves
        while self.table.outcome is None and not self.absent and len(self.moves) < most_moves:
            if self._thinks is None:
                self._wait()
            else:
                self._house_move(self._thinks)
        self._entered.close()
        if self.absent:
            self.died = {seat for seat, program in self.programs.items() if program.has_died()}
        self.program_watch.stop_listening()

    def _house_move(self, house: HouseSeat) -> None:
        self.stopwatch.stop_others(self.programs.values())
        self.clock.ask(time.monotonic(), None)
        move = house.choose()
        self.at = time.monotonic()
        self.take(Play(house.seat, self.game.write_move(move)))

    def _wait(self) -> None:
        """Deals with what happens next, or with its not happening."""
        until = self._next_due()
        left = until - self._now
        self.stopwatch.sleep()
        # What has come is taken however late it is seen: the referee's own delays are not the program's. So what came
        # while it was busy, stopping other programs for example, counts as having come when it was last looked.
        self.at = self._now
        ready = self._poll.poll(0) if time.monotonic() - self._now > BUSY else []
        if not ready:
            ready = self._poll.poll(int(left * 1000) + 1 if 0 < left < A_DAY else 0 if left <= 0 else A_DAY * 1000)
            self.at = time.monotonic()
        self._now = time.monotonic()
        for descriptor, _ in ready:
            act = self._acts.get(descriptor)
            if act is not None:  # an earlier one may have seen to it that it is watched no more
                act()
        self.at = self._now
        if left <= 0 and until == self._next_due():
            self._time_is_up(until)

    def _next_due(self) -> float:
        until = self.clock.until if self.clock.until <= self.silent_at else self.silent_at
        return min(until, self.stopwatch.due, self._look_at)

    def _time_is_up(self, until: float) -> None:
        if self.table.outcome is not None:
            return
        if self._look_at <= until:
            self._look_whether_up()
        elif self.stopwatch.due <= until:
            self.stopwatch.go_on(self.programs.values(), self.at)
            if self.stopwatch.is_late(self.at):
                self._overtime()
        elif self.silent_at <= until:
            self.arrivals.somebody_is_silent(until)
        elif self.table.stage is Stage.GATHERING:
            self.clock.until = self._start_time.end(self.programs.values(), self.at)
            if self.clock.until > self.at:
                return
            self.program_watch.coming.clear()
            if self.starting:
                self.starting, self._look_at = (), math.inf
                self.arrivals.all_up()
            elif not self.absent:
                self.absent = self.arrivals.missing()
        else:
            self._overtime()

    def _overtime(self) -> None:
        """The time of whoever was asked is over, unless it had to wait for a processor."""
        if not self.stopwatch.is_over(self.at):
            return
        sitter = self.sitters.get(self.turn)
        if isinstance(sitter, Peer):
            self.silence = look_at(sitter)
        self.arrivals.overtime(self.turn)

    # What happens

    def take(self, input_: Input) -> None:
        """Something happens at the table now."""
        if type(input_) is Play and input_.seat == self.turn:
            self.stopwatch.measure(self.at)
            if self.clock.is_used_up:
                self.arrivals.overtime(self.turn)
                return
        self.tell(self.table.take(input_, self.clock.table_time(self.at)))

    def _accepted(self, input_: Input, _: float) -> None:
        if type(input_) is Foul:
            self.last_foul = input_

    def tick(self) -> None:
        """The time of whoever was asked is over."""
        self.tell(self.table.take(Tick(), max(self.table.deadline or 0.0, self.clock.table_time(self.at))))

    def tell(self, events: Iterable[Event]) -> None:
        """Tells those at the table what has happened there, and writes down the moves."""
        sitters = self.sitters
        for event in events:
            if type(event) is Asked:  # what happens with every move comes first
                self._ask(event)
            elif type(event) is Played:
                if event.to in sitters:
                    sitter = sitters[event.to]
                    lines = sitter.tell(event)
                    if lines:
                        self.send(sitter, lines)
                elif event.to == WATCHERS:
                    self.moves.append(event.move)
                    self.movers.append(event.seat)
                    self.times.append(self.clock.spent)
                    self.elapsed.append(self.clock.elapsed)
            else:
                self._tell(event)

    def _tell(self, event: Event) -> None:
        """Tells what happens seldom; after that, a door may have said its last word."""
        if isinstance(event, Expelled):
            self.send_away(event.to, told(event.why))
        for sitter in self._everyone:
            if event.to is None or event.to == sitter.seat:
                self.send(sitter, sitter.tell(event))

    def send(self, sitter: Sitter, lines: Sequence[str]) -> None:
        """Sends a program lines, perhaps none; its door may have said its last word."""
        if type(sitter) is Peer:
            sitter.say(lines)
            if sitter.unsent or sitter.broken or sitter.door.over:
                self._see_to(sitter)

    def _ask(self, asked: Asked) -> None:
        """Puts the question; from the end of its last byte on the time is the player's."""
        self.turn = seat = asked.seat
        if self.arrivals.early_lines and not self.arrivals.may_ask(seat):
            return
        to_move = self.sitters[seat]
        if type(to_move) is Peer:
            self._let_run(to_move.program)
        for sitter in self._everyone:
            lines = sitter.tell(asked)
            if lines:
                self.send(sitter, lines)
        if self.table.outcome is not None:
            return
        sitter = self.sitters[seat]
        if type(sitter) is Peer:
            self._thinks = None
            self._now = time.monotonic()
            self.clock.ask(self._now, asked.deadline, self._time_to_warm_up(seat))
            self.stopwatch.ask(sitter.program, self._now)
        elif type(sitter) is HouseSeat:
            self._thinks = sitter
            self.stopwatch.stop()

    def _time_to_warm_up(self, seat: Seat) -> float:
        """The least time that a program has for its first move: many load and compile what they need only then."""
        if seat in self._asked_before:
            return -math.inf
        self._asked_before.add(seat)
        return min(self.assignment.terms.start_time, self.table.time_left.get(seat, math.inf))

    def _let_run(self, program: Program) -> None:
        if program.processes.frozen:
            program.processes.thaw()
            self.arrivals.thawed(program)

    def _see_to(self, peer: Peer) -> None:
        """Does what is left to be done after a program was sent something."""
        if peer.closed:
            return
        if peer.door.over:
            self.arrivals.part(peer)
        elif peer.broken:
            self.arrivals.lost(peer, "gone.input")
        elif peer.unsent and peer.writes not in self._acts:
            self.watch(peer.writes, partial(self._flush, peer), select.POLLOUT)

    def _flush(self, peer: Peer) -> None:
        """There is room for more of a long question; its time begins with its end."""
        if not peer.flush():
            self.arrivals.lost(peer, "gone.input")
        elif not peer.unsent:
            self.unwatch(peer.writes)
            if peer.seat == self.turn:
                self.clock.put_off(time.monotonic())

    def hang_up(self, peer: Peer) -> None:
        """Tells a peer nothing more; what it still sends is read and thrown away."""
        self.unwatch(peer.writes)
        peer.hang_up()

    def drop(self, peer: Peer) -> None:
        """Closes a connection at once, unless that was done before."""
        if peer in self.peers[peer.seat]:
            self.unwatch(peer.writes)
            self.unwatch(peer.reads)
            peer.close()
            self.peers[peer.seat].remove(peer)

    def _close_peers(self) -> None:
        for peers in self.peers.values():
            for peer in peers:
                peer.close()

    def send_away(self, seat: Seat, why: Cause) -> None:
        """A program must go, and its game with it."""
        self.sent_away.setdefault(seat, why)
