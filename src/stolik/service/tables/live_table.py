"""A table in real time: it is told of inputs and of the clock, and what it answers goes to the doors at its seats.

What a door raises is logged, and costs that door its seat and nobody else an event.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from stolik.contract import AnyGame, Ending, HouseRules, Kind, Player, Seat, View
from stolik.log import LogEntry
from stolik.service.net.clock import Clock, after_reading
from stolik.table.events import WATCHERS, Asked, Ended, Event, Expelled, Left
from stolik.table.inputs import Input, Leave, Sit, Tick
from stolik.table.table import SeatTaken, Stage, Table

if TYPE_CHECKING:  # a server without a store does not load the database's library
    from stolik.store.scribe import Scribe

log = logging.getLogger(__name__)


class TableListener(Protocol):
    """Whoever hears what a table says: the driver of a door, a person at the page, a bot."""

    def hear(self, event: Event) -> None:
        """Something has happened at the table."""


class Snapshot(Struct, frozen=True):
    """A table as it stands, for one who comes in the middle and hears only events from then on."""

    stage: Stage
    view: View[Any]
    turn: Seat | None
    empty_seats: tuple[Seat, ...]
    deadline: float | None
    """When an answer, or an absent player's return, is too late."""


class LiveTable:
    """One table, the doors at its seats, and its timer. With a scribe, nothing is told before it is on disk."""

    def __init__(
        self, table: Table, clock: Clock, scribe: Scribe | None = None, id_: str = "", port: int | None = None
    ) -> None:
        self._table = table
        self.id = id_
        self.port = port
        """Where its own door is, if it has one."""
        self.kept_for: dict[Seat, Player] = {}
        """The seats that are somebody's: only their own player may take them."""
        self.observe: Callable[[list[Event]], None] = lambda _: None
        """Hears all that happens as soon as it happens, on disk or not: for counting, not for telling."""
        self._clock = clock
        self._scribe = scribe
        self._stopped = False
        self._last: dict[Seat, Player] = {}
        """Who sat last at each seat."""
        self._holders: dict[Seat, TableListener] = {}
        """Whose each seat is, or was last."""
        self._doors: dict[Seat, TableListener] = {}
        """Who hears what is told to each seat."""
        self._watchers: list[TableListener] = []
        self.on_change: list[Callable[[Event], None]] = []
        """Called when somebody sits or leaves, and when the game ends, after those who play have heard of it."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._told_late = 0.0
        """Seconds between the last question and its being told: it had to be on disk first."""

    def sit(self, seat: Seat, player: str, door: TableListener, kind: Kind = Kind.PROGRAM) -> None:
        """Gives a seat to a player behind a door; raises SeatTaken, also when the seat is somebody else's."""
        if self.is_over or not self.is_free_for(seat, Player(player, kind)):
            raise SeatTaken(f"seat {seat} is taken")
        now = self._clock.now()
        events = self._table.take(Sit(seat, player), now)
        self._holders[seat] = door
        self._last[seat] = Player(player, kind)
        if self._scribe is None:
            self._doors[seat] = door
        else:
            self._scribe.take_seat(seat, Player(player, kind))
            self._scribe.then(partial(self._doors.__setitem__, seat, door))
        self._settle(events, now)

    @property
    def game(self) -> AnyGame:
        """What is played here."""
        return self._table.game

    @property
    def rules(self) -> HouseRules:
        """The house rules of this table."""
        return self._table.rules

    @property
    def stage(self) -> Stage:
        """Where the game stands."""
        return Stage.OVER if self._stopped else self._table.stage

    @property
    def players(self) -> Mapping[Seat, str]:
        """Who sits at each seat where somebody does."""
        return self._table.players

    @property
    def empty_seats(self) -> tuple[Seat, ...]:
        """The seats where nobody sits."""
        return self._table.empty_seats

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, or will be when the game begins or goes on."""
        return self._table.position.turn

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who is ahead as it stands; nobody when that has no meaning yet."""
        return self._table.position.winners

    @property
    def outcome(self) -> Ended | None:
        """How the game ended, if it did."""
        return self._table.outcome

    @property
    def is_over(self) -> bool:
        """Whether nothing happens here any more, told or not."""
        return self._stopped or self._table.stage is Stage.OVER

    @property
    def told_deadline(self) -> float | None:
        """The deadline as those at the table were told it."""
        return self._table.deadline

    def snapshot(self, seat: Seat | None) -> Snapshot:
        """The table as it stands, with what that seat may know; for None, with what everyone may know."""
        table = self._table
        view = table.position.view(seat)
        return Snapshot(self.stage, view, view.turn, table.empty_seats, table.deadline)

    def try_move(self, move: str) -> None:
        """Raises NotationError or IllegalMove, in words, when whoever's turn it is could not make the move now."""
        self._table.position.play(self._table.game.read_move(move))

    @property
    def deadline(self) -> float | None:
        """When a Tick must come next. What the disk took before a question was told is not charged to who is asked."""
        deadline = self._table.deadline
        return None if deadline is None else deadline + self._told_late

    @property
    def time_left(self) -> float | None:
        """Seconds until then."""
        deadline = self.deadline
        return None if deadline is None else deadline - self._clock.now()

    def owner(self, seat: Seat) -> Player | None:
        """Whose the seat is, even while it is empty: before the game begins, one who leaves gives it up."""
        begun = self._table.stage is not Stage.GATHERING
        return self.kept_for.get(seat) or (self._last.get(seat) if begun else None)

    def sitter(self, seat: Seat) -> Player | None:
        """Who sits there, or sat there last."""
        return self._last.get(seat) or self.kept_for.get(seat)

    def is_free_for(self, seat: Seat, player: Player) -> bool:
        """Whether that player could sit there now. Programs have no names at most doors: any can follow another."""
        owner = self.owner(seat)
        is_its_own = owner is None or owner == player or owner.kind is player.kind is Kind.PROGRAM
        return seat not in self._table.players and is_its_own

    def leave(self, seat: Seat, door: TableListener) -> None:
        """The player behind the door is gone; nothing happens when somebody else has the seat by now."""
        if self._holders.get(seat) is door:
            self.take(Leave(seat))

    def give_up(self, seat: Seat, door: TableListener) -> None:
        """The player behind the door goes for good: from now on the seat is for whoever comes."""
        if self._holders.get(seat) is door and not self.is_over:
            self.take(Leave(seat))
            self.kept_for.pop(seat, None)
            self._last.pop(seat, None)

    def then(self, act: Callable[[], None]) -> None:
        """Acts when all that has happened so far has been told."""
        if self._scribe is None:
            act()
        else:
            self._scribe.then(act)

    def watch(self, door: TableListener) -> None:
        """Lets someone without a seat hear what everyone may know."""
        self._watchers.append(door)

    def unwatch(self, door: TableListener) -> None:
        """Someone without a seat has gone."""
        self._watchers.remove(door)

    def take(self, input_: Input) -> None:
        """Something happens at the table now."""
        if self._stopped:
            return
        now = self._clock.now()
        self._settle(self._table.take(input_, now), now)

    def break_off(self, why: str) -> None:
        """Ends the game for all who hear of it, without a result: it was not the rules that ended it."""
        self.stop()
        self._tell([Ended(Ending.ABANDONED, why, self._table.position.scores, ())])

    def stop(self) -> None:
        """Nothing happens here any more; the record stays as it is, for whoever takes it up."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def _settle(self, events: list[Event], now: float) -> None:
        """Tells what has happened, as soon as it may be told."""
        self.observe(events)
        if self._scribe is None:
            self._tell(events)
        else:
            if events and isinstance(events[-1], Ended):
                self._scribe.finish(events[-1])
            self._scribe.then(partial(self._tell_later, events, now))
        self._arm()

    def _tell_later(self, events: list[Event], since: float) -> None:
        if self._table.deadline is not None and any(type(event) is Asked for event in events):
            self._told_late = self._clock.now() - since
        self._tell(events)

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            to = event.to
            if to is None:
                self._tell_everyone(event)
            elif (door := self._doors.get(to)) is not None:
                try:
                    door.hear(event)
                except Exception:
                    self._lose(door)
            elif to == WATCHERS:
                self._tell_watchers(event)

    def _tell_everyone(self, event: Event) -> None:
        if type(event) is Left:
            self._doors.pop(event.seat, None)
        for door in tuple(self._doors.values()):
            try:
                door.hear(event)
            except Exception:
                self._lose(door)
        if type(event) is not Asked:
            for tell in tuple(self.on_change):
                try:
                    tell(event)
                except Exception:
                    log.exception(LogEntry("listener failed", table=self.id))
        if self._watchers:
            self._tell_watchers(event)

    def _tell_watchers(self, event: Event) -> None:
        for door in tuple(self._watchers):
            try:
                door.hear(event)
            except Exception:
                log.exception(LogEntry("watcher failed", table=self.id))

    def _lose(self, door: TableListener) -> None:
        """Tells a door that has just raised no more, and has its seat left once the others have heard the rest."""
        seats = [seat for seat, other in self._doors.items() if other is door]
        log.exception(LogEntry("door failed", table=self.id, seats=",".join(seats)))
        for seat in seats:
            del self._doors[seat]
            asyncio.get_running_loop().call_soon(self._put_out, seat, door)

    def _put_out(self, seat: Seat, door: TableListener) -> None:
        """Empties the seat of a door that raised, as if its player had gone, and has the door close if it still can."""
        self.leave(seat, door)
        try:
            door.hear(Expelled(seat, "the server has failed here: come again"))
        except Exception:
            log.exception(LogEntry("door cannot close", table=self.id, seat=seat))

    def _arm(self) -> None:
        """Makes sure that a tick comes by the deadline. A deadline that moves on leaves the timer as it is."""
        deadline = self._table.deadline
        if deadline is not None and self._timer is not None and self._timer_at <= deadline:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if deadline is not None:
            self._wake_at(deadline)

    def _wake_at(self, when: float) -> None:
        self._timer_at = when
        self._timer = self._clock.call_at(when, self._time_is_up)

    def _time_is_up(self) -> None:
        deadline = self.deadline
        if deadline is not None and self._clock.now() < deadline:
            self._wake_at(deadline)
            return
        after_reading(partial(self.then, partial(self._tick, deadline)))

    def _tick(self, passed: float | None) -> None:
        self._timer = None
        if self.deadline == passed:
            self.take(Tick())
        else:
            self._arm()
