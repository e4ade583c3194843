"""A lobby in real time: the doors of its players, and the tables that accepted invitations lead to."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, Protocol

from stolik.contract import Kind, Player, Seat
from stolik.lobby.lobby import Lobby, NoEntry
from stolik.lobby.words import Arrived, Enter, Exit, Finish, LobbyEvent, LobbyInput, Matched, Restore
from stolik.log import LogEntry
from stolik.service.lobby.crier import Crier, Listener
from stolik.service.tables.live_table import LiveTable, TableListener
from stolik.table.events import Ended, Event

log = logging.getLogger(__name__)


class SeatAt(NamedTuple):
    """A player's seat at a table, and whom it plays."""

    table: LiveTable
    seat: Seat
    opponent: str


class LobbyListener(TableListener, Listener, Protocol):
    """Whoever is in the lobby, and from there comes to a table: the driver of a door, a person at the page."""

    def hear_lobby(self, event: LobbyEvent) -> None:
        """The lobby says something to this player alone."""

    def sit_down(self, at: SeatAt, *, again: bool) -> None:
        """The player has a seat at a table: a new game's, or the one that waited for it to come again."""


class LiveLobby:
    """One lobby, the doors of those who are here, and the tables of those who play."""

    def __init__(self, lobby: Lobby, open_table: Callable[[Matched], LiveTable]) -> None:
        """`open_table` makes the table of an accepted invitation; the host has its game's first seat."""
        self.lobby = lobby
        self._open_table = open_table
        self.watchers: list[Callable[[LobbyEvent], None]] = []
        """Called with all that is told to everyone."""
        self._doors: dict[str, LobbyListener] = {}
        self._seats: dict[str, SeatAt] = {}
        self._crier = Crier()

    def enter(
        self, player: str, door: LobbyListener, kind: Kind = Kind.PROGRAM, games: tuple[str, ...] | None = None
    ) -> None:
        """Lets a player in, and back to its game if one waits; raises NoEntry. `games` are what its door can play."""
        events = self.lobby.take(Enter(player, kind, games))
        self._doors[player] = door
        self._tell(events)
        at = self._seats.get(player)
        log.info(LogEntry("enter", player=player, returns=at is not None, players=len(self._doors)))
        # A game that has just ended, and whose end is still being written, is nobody's to come back to.
        if at is not None and not at.table.is_over and at.table.is_free_for(at.seat, Player(player, kind)):
            door.sit_down(at, again=True)
            at.table.sit(at.seat, player, door, kind)

    def exit(self, player: str, door: LobbyListener) -> None:
        """The player behind the door is gone; nothing happens when it is known already."""
        if self._doors.get(player) is not door:
            return
        del self._doors[player]
        self._crier.leave(door)
        log.info(LogEntry("exit", player=player, plays=player in self._seats, players=len(self._doors)))
        self._tell(self.lobby.take(Exit(player)))
        at = self._seats.get(player)
        if at is not None:
            at.table.leave(at.seat, door)

    def take(self, input_: LobbyInput) -> None:
        """Something happens in the lobby; raises OutOfPlace."""
        self._tell(self.lobby.take(input_))

    def adopt(self, table: LiveTable) -> bool:
        """A table from before a restart, whose two players come back by name; False when one of them is here already.

        Raises KeyError for a table that does not know both.
        """
        host, guest = (table.kept_for[seat] for seat in table.game.seats)
        game = table.game.name
        try:
            self.lobby.take(Restore(host, guest, game))
        except NoEntry as error:
            log.warning(LogEntry("orphan", table=table.id, why=error))
            return False
        self._seat(table, Matched(host.name, guest.name, game))
        log.info(LogEntry("adopt", table=table.id, game=game, host=host.name, guest=guest.name))
        return True

    def close(self, why: str) -> None:
        """Sends everybody away."""
        doors = tuple(self._doors.values())
        self._doors.clear()  # so that nobody is told of the others' going
        for door in doors:
            self._crier.leave(door)
            door.dismiss(why)

    def _tell(self, events: Iterable[LobbyEvent]) -> None:
        for event in events:
            if isinstance(event, Matched):
                self._start(event)
            elif event.to is not None:
                door = self._doors[event.to]
                self._crier.catch_up(door)
                door.hear_lobby(event)
            else:
                for watch in tuple(self.watchers):
                    watch(event)
                self._crier.say(event)
                if isinstance(event, Arrived):
                    self._crier.join(self._doors[event.player])

    def _start(self, matched: Matched) -> None:
        table = self._open_table(matched)
        players = self._seat(table, matched)
        games = len(self._seats) // 2
        log.info(LogEntry("start", game=matched.game, host=players[0], guest=players[1], games=games))
        for player in players:
            self._crier.catch_up(self._doors[player])
            self._doors[player].sit_down(self._seats[player], again=False)
        for player in players:
            table.sit(self._seats[player].seat, player, self._doors[player], self.lobby.members[player].kind)

    def _seat(self, table: LiveTable, matched: Matched) -> tuple[str, str]:
        table.on_change.append(partial(self._finish, matched))
        players = (matched.host, matched.guest)
        for player, opponent, seat in zip(players, reversed(players), table.game.seats, strict=True):
            self._seats[player] = SeatAt(table, seat, opponent)
        return players

    def _finish(self, matched: Matched, ended: Event) -> None:
        """The game of an accepted invitation is over, unless something else has happened at its table."""
        if not isinstance(ended, Ended):
            return
        del self._seats[matched.host], self._seats[matched.guest]
        scores = ",".join(f"{seat}:{score}" for seat, score in ended.scores.items())
        log.info(
            LogEntry(
                "end",
                game=matched.game,
                host=matched.host,
                guest=matched.guest,
                ending=ended.ending,
                winners=",".join(ended.winners),
                scores=scores,
                games=len(self._seats) // 2,
                reason=ended.reason,
            )
        )
        self._tell(self.lobby.take(Finish(matched.host)))
