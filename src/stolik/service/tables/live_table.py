"""A table in real time: passes inputs and clock ticks to the pure table, and its events to its audience.

A door that raises loses its seat, as if its player had gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from stolik.contract import AnyGame, Ending, HouseRules, IllegalMove, Kind, NotationError, Player, Seat, View
from stolik.log import LogEntry
from stolik.service.net.clock import Clock, after_reading
from stolik.service.tables.audience import Audience, TableListener
from stolik.service.tables.standstill import Standstill, TableClock
from stolik.table.events import Asked, Ended, Event, Left
from stolik.table.inputs import Input, Leave, Sit, Tick
from stolik.table.table import SeatTaken, Stage, Table

if TYPE_CHECKING:  # a server without a store does not load the database's library
    from stolik.store.scribe import Scribe

log = logging.getLogger(__name__)


class Snapshot(Struct, frozen=True):
    """The state of a table now, for a listener that joins during the game and receives only later events."""

    stage: Stage
    view: View[Any]
    turn: Seat | None
    empty_seats: tuple[Seat, ...]
    deadline: float | None
    """The latest time for a move."""
    return_by: Mapping[Seat, float]
    """Until when each absent player is waited for, where there is such a time."""


class LiveTable:
    """One table, the doors at its seats, and its timer. With a scribe, events are sent only once they are on disk."""

    # A service has thousands of tables, and the attributes of one are used together.
    __slots__ = (
        "_clock",
        "_holders",
        "_last",
        "_scribe",
        "_stopped",
        "_table",
        "_timer",
        "_timer_at",
        "_told_late",
        "audience",
        "id",
        "kept_for",
        "maker",
        "observe",
        "on_change",
        "port",
    )

    def __init__(
        self,
        table: Table,
        clock: Clock,
        scribe: Scribe | None = None,
        id_: str = "",
        port: int | None = None,
        standstill: Standstill | None = None,
    ) -> None:
        """The clock stands still during a standstill. Inputs are still taken, and told when they are on disk."""
        self._table = table
        self.id = id_
        self.port = port
        """The port of its desk, if it has one."""
        self.maker = ""
        """The person who made it, if somebody did: the bots of one maker's tables share their turns to think."""
        self.kept_for: dict[Seat, Player] = {}
        """The reserved seats: only the given player may take such a seat."""
        self.observe: Callable[[list[Event]], None] = lambda _: None
        """Called with the events as soon as they happen, before they are on disk: for metrics only."""
        self._clock = clock if standstill is None else TableClock(clock, standstill)
        self._scribe = scribe
        self._stopped = False
        self._last: dict[Seat, Player] = {}
        """The last player who sat at each seat."""
        self._holders: dict[Seat, TableListener] = {}
        """The door of the player who sits at each seat, or sat there last."""
        self.audience = Audience(id_, self._lost)
        self.on_change = self.audience.on_change
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._told_late = 0.0
        """Seconds between the last `Asked` and its sending: it had to be on disk first."""

    def sit(self, seat: Seat, player: str, door: TableListener, kind: Kind = Kind.PROGRAM) -> None:
        """Seats the player behind a door; raises SeatTaken when the seat is not empty or belongs to someone else."""
        if self.is_over or not self.is_free_for(seat, Player(player, kind)):
            raise SeatTaken(f"seat {seat} is taken")
        now = self._clock.now()
        events = self._table.take(Sit(seat, player), now)
        self._holders[seat] = door
        self._last[seat] = Player(player, kind)
        if self._scribe is None:
            self.audience.doors[seat] = door
        else:
            self._scribe.take_seat(seat, Player(player, kind))
            self._scribe.then(partial(self.audience.doors.__setitem__, seat, door))
        self._settle(events, now)

    @property
    def game(self) -> AnyGame:
        """The game of this table."""
        return self._table.game

    @property
    def rules(self) -> HouseRules:
        """The house rules of this table."""
        return self._table.rules

    @property
    def stage(self) -> Stage:
        """The stage of the game."""
        return Stage.OVER if self._stopped else self._table.stage

    @property
    def players(self) -> Mapping[Seat, str]:
        """The players who sit now, by seat."""
        return self._table.players

    @property
    def empty_seats(self) -> tuple[Seat, ...]:
        """The seats without a player."""
        return self._table.empty_seats

    @property
    def turn(self) -> Seat | None:
        """The seat whose turn it is, also before the game begins and while it waits for a player."""
        return self._table.position.turn

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winners in the current position; empty while the position has no winners."""
        return self._table.position.winners

    @property
    def resigned(self) -> Collection[Seat]:
        """The seats whose players have resigned while the others play on."""
        return self._table.resigned

    @property
    def taken_over(self) -> Collection[Seat]:
        """The seats for which the house plays on: of those who resigned, and of those who are away."""
        return self._table.taken_over

    @property
    def draw_offered_by(self) -> Seat | None:
        """Who offers a draw; None: no offer stands."""
        return self._table.draw.by

    @property
    def outcome(self) -> Ended | None:
        """How the game ended; None before its end."""
        return self._table.outcome

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was stopped, even if the players have not been told yet."""
        return self._stopped or self._table.stage is Stage.OVER

    @property
    def is_stopped(self) -> bool:
        """Whether the table was stopped: its game goes on after a restart, or never."""
        return self._stopped

    @property
    def told_deadline(self) -> float | None:
        """The deadline that the players were told, moved by every standstill since then."""
        return self._real(self._table.deadline)

    def _real(self, time: float | None) -> float | None:
        """A time of the table's clock, as a time of the service."""
        return None if time is None else time + self._clock.behind()

    def is_clogged(self) -> bool:
        """Whether nothing more should be read from the players now: too much waits for the disk."""
        return self._scribe is not None and self._scribe.is_clogged()

    def when_clear(self, act: Callable[[], None]) -> None:
        """Calls `act` when more may be read from the players."""
        if self._scribe is None:
            act()
        else:
            self._scribe.when_clear(act)

    def go_on(self) -> None:
        """A standstill is over: the timer is set again."""
        if not self._stopped:
            self._arm()

    def snapshot(self, seat: Seat | None) -> Snapshot:
        """The state of the table, with what this seat may know; None: with what everyone may know."""
        table = self._table
        view = table.position.view(seat)
        behind = self._clock.behind()
        absent = {empty: until + behind for empty, until in table.absences.until.items()}
        return Snapshot(self.stage, view, view.turn, table.empty_seats, self.told_deadline, absent)

    @property
    def game_clocks(self) -> Mapping[Seat, float]:
        """Seconds that each player has for the rest of the game, from its last answer on; empty: no such clock."""
        return dict(self._table.time_left)

    def try_move(self, move: str) -> None:
        """Raises NotationError or IllegalMove, in words, when the seat whose turn it is could not make this move."""
        try:
            self._table.position.play(self._table.game.read_move(move))
        except (NotationError, IllegalMove):
            raise
        except Exception as error:  # as in `take`; here another move can be tried
            self._log_failure(error)
            raise IllegalMove(self._failure) from error

    @property
    def deadline(self) -> float | None:
        """The time of the next `Tick`. The time that the disk took before a player was asked is added to it."""
        deadline = self._table.deadline
        return None if deadline is None else deadline + self._told_late

    @property
    def time_left(self) -> float | None:
        """Seconds until the deadline; None: no deadline."""
        deadline = self.deadline
        return None if deadline is None else deadline - self._clock.now()

    def owner(self, seat: Seat) -> Player | None:
        """The player that the seat belongs to, even while it is empty. A player who leaves before the game loses it."""
        begun = self._table.stage is not Stage.GATHERING
        return self.kept_for.get(seat) or (self._last.get(seat) if begun else None)

    def sitter(self, seat: Seat) -> Player | None:
        """The player who sits there, or sat there last, or for whom the seat is reserved."""
        return self._last.get(seat) or self.kept_for.get(seat)

    def is_free_for(self, seat: Seat, player: Player) -> bool:
        """Whether the player may sit there now. Most programs have no names, so any program may replace another."""
        owner = self.owner(seat)
        is_its_own = owner is None or owner == player or owner.kind is player.kind is Kind.PROGRAM
        return seat not in self._table.players and is_its_own

    @property
    def has_company(self) -> bool:
        """Whether somebody other than bots sits here. Who only watches can wait."""
        here = (self._last.get(seat) for seat in self._table.players)
        return any(who is not None and who.kind is not Kind.BOT for who in here)

    def leave(self, seat: Seat, door: TableListener) -> None:
        """The player behind the door has gone. Does nothing when another door has the seat by now."""
        if self._holders.get(seat) is door:
            self.take(Leave(seat))

    def give_up(self, seat: Seat, door: TableListener) -> None:
        """The player behind the door leaves and will not come back: from now on any player may take the seat."""
        if self._holders.get(seat) is door and not self.is_over:
            self.take(Leave(seat))
            self.kept_for.pop(seat, None)
            self._last.pop(seat, None)

    def then(self, act: Callable[[], None]) -> None:
        """Calls `act` once all events so far have been sent."""
        if self._scribe is None:
            act()
        else:
            self._scribe.then(act)

    def watch(self, door: TableListener) -> None:
        """Adds a listener without a seat; it receives what everyone may know."""
        self.audience.watchers.append(door)

    def unwatch(self, door: TableListener) -> None:
        """Removes a listener without a seat."""
        self.audience.watchers.remove(door)

    def take(self, input_: Input) -> None:
        """Gives an input to the table now, and sends the events. A game whose rules fail ends without a result."""
        if self._stopped:
            return
        now = self._clock.now()
        try:
            events = self._table.take(input_, now)
        except Exception as error:  # a game may raise anything, and nobody could move any more
            self._log_failure(error)
            self.then(partial(self.break_off, self._failure))
            return
        self._settle(events, now)

    @property
    def _failure(self) -> str:
        return f"the rules of {self.game.title} failed"

    def _log_failure(self, error: Exception) -> None:
        log.error(LogEntry("rules failed", table=self.id, game=self.game.name, error=repr(error)), exc_info=error)

    def break_off(self, why: str) -> None:
        """Ends the game without a result, for a reason outside the rules, and tells everyone why."""
        if self._stopped:
            return
        self.stop()
        self._tell([Ended(Ending.ABANDONED, why, self._table.position.scores, ())])

    def stop(self) -> None:
        """Stops the table. Its record stays unfinished, so that the game can be resumed after a restart."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    def _settle(self, events: list[Event], now: float) -> None:
        """Sends the events: with a scribe, when they are on disk; without one, immediately."""
        self.observe(events)
        if self._scribe is None:  # then its clock never stands still
            self.audience.tell(events)
        else:
            if events and isinstance(events[-1], Ended):
                # By the service's clock: the list of finished games is in this order.
                self._scribe.finish(events[-1], self._clock.now() + self._clock.behind())
            self._scribe.then(partial(self._tell_later, events, now))
        self._arm()

    def _tell_later(self, events: list[Event], since: float) -> None:
        if self._table.deadline is not None and any(type(event) is Asked for event in events):
            self._told_late = self._clock.now() - since
        self._tell(events)

    def _tell(self, events: Iterable[Event]) -> None:
        if self._clock.behind():
            events = map(self._in_real_time, events)
        self.audience.tell(events)

    def _in_real_time(self, event: Event) -> Event:
        if isinstance(event, Asked):
            return structs.replace(event, deadline=self._real(event.deadline))
        return structs.replace(event, until=self._real(event.until)) if isinstance(event, Left) else event

    def _lost(self, seat: Seat, door: TableListener) -> None:
        asyncio.get_running_loop().call_soon(self._put_out, seat, door)

    def _put_out(self, seat: Seat, door: TableListener) -> None:
        """Empties the seat of a door that raised, as if its player had gone, and tries to close the door."""
        self.leave(seat, door)
        self.audience.dismiss(seat, door)

    def _arm(self) -> None:
        """Makes sure that a tick comes at the deadline. A later deadline leaves the timer: it is moved when it runs."""
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
        if self._clock.is_still:
            self._timer = None
            return
        deadline = self.deadline
        if deadline is not None and self._clock.now() < deadline:
            self._wake_at(deadline)
            return
        after_reading(partial(self.then, partial(self._tick, deadline)))

    def _tick(self, passed: float | None) -> None:
        self._timer = None
        if self._clock.is_still:
            return
        if self.deadline == passed:
            self.take(Tick())
        else:
            self._arm()
