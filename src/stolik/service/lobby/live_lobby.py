"""A lobby in real time: the doors of its players, and the tables of accepted invitations."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import NamedTuple, Protocol

from stolik.contract import AnyGame, Kind, Player, Seat
from stolik.lobby.lobby import Lobby, NoEntry, State
from stolik.lobby.words import Arrived, Enter, Exit, Finish, LobbyEvent, LobbyInput, Matched, Restore
from stolik.log import LogEntry
from stolik.service.lobby.crier import Crier, Listener
from stolik.service.tables.audience import TableListener
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended, Event

log = logging.getLogger(__name__)


class SeatAt(NamedTuple):
    """A player's seat at a table, and its opponent."""

    table: LiveTable
    seat: Seat
    opponent: str


def seats_of(game: AnyGame, matched: Matched) -> tuple[Seat, Seat]:
    """The seats of the host and of the guest. The host has the first one, if it did not choose another."""
    first, second = game.seats
    return (second, first) if matched.terms.side == second else (first, second)


class LobbyListener(TableListener, Listener, Protocol):
    """A player in the lobby, who may sit down at a table: the driver of a door, or a person at the page."""

    def hear_lobby(self, event: LobbyEvent) -> None:
        """Receives what the lobby tells this player alone."""

    def sit_down(self, at: SeatAt, *, again: bool) -> None:
        """The player gets a seat at a table; `again`: at the one that waited for the player to come back."""


class LiveLobby:
    """One lobby, the doors of the players in it, and the tables of those who play."""

    def __init__(self, lobby: Lobby, open_table: Callable[[Matched], LiveTable]) -> None:
        """`open_table` makes the table of an accepted invitation, with the seats in the order of `seats_of`."""
        self.lobby = lobby
        self._open_table = open_table
        self.objection: Callable[[str], Awaitable[str | None]] | None = None
        """Says why no program may have a name; None when one may. Without it, programs may have all names."""
        self.watchers: list[Callable[[LobbyEvent], None]] = []
        """Called with every event that is broadcast to everyone."""
        self._doors: dict[str, LobbyListener] = {}
        self._seats: dict[str, SeatAt] = {}
        self._crier = Crier()

    def enter(
        self, player: str, door: LobbyListener, kind: Kind = Kind.PROGRAM, games: tuple[str, ...] | None = None
    ) -> None:
        """Lets a player in, and seats it again if a game waits for it. `games` are those that its door can play.

        A program must have asked `objection_to` before. Raises NoEntry.
        """
        if kind is Kind.PERSON:
            self._make_room(player)
        events = self.lobby.take(Enter(player, kind, games))
        self._doors[player] = door
        self._tell(events)
        at = self._seats.get(player)
        log.info(LogEntry("enter", player=player, returns=at is not None, players=len(self._doors)))
        # A game may have ended already while its end is still being written to disk: then there is no way back.
        if at is not None and not at.table.is_over and at.table.is_free_for(at.seat, Player(player, kind)):
            door.sit_down(at, again=True)
            at.table.sit(at.seat, player, door, kind)

    async def objection_to(self, player: str) -> str | None:
        """Why a program may not come in under this name; None when it may. One whose game waits for it always may."""
        return None if self.objection is None or player in self.lobby.members else await self.objection(player)

    def _make_room(self, player: str) -> None:
        """Disconnects a program that has the name of a person who has proven whose it is, unless it is in a game."""
        member = self.lobby.members.get(player)
        if member is not None and member.here and member.kind is not Kind.PERSON and member.state is not State.PLAYING:
            self._doors[player].dismiss(f"You are disconnected: the name {player} belongs to somebody else.")

    def exit(self, player: str, door: LobbyListener) -> None:
        """The player behind the door has gone. Does nothing if this was called before."""
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
        """Gives an input to the lobby and sends the events; raises OutOfPlace."""
        self._tell(self.lobby.take(input_))

    def adopt(self, table: LiveTable) -> bool:
        """Takes over a table from before a restart, so that its two players can come back by name.

        Returns False when one of them is in the lobby already. Raises KeyError when the table does not know both.
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
        """Disconnects everybody, and tells them why."""
        doors = tuple(self._doors.values())
        self._doors.clear()  # so that nobody is told that the others leave
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
            # Nobody is told of a table before it is on disk.
            table.then(partial(self._sit_down, player, self._doors[player], self._seats[player]))
        for player in players:
            table.sit(self._seats[player].seat, player, self._doors[player], self.lobby.members[player].kind)

    def _sit_down(self, player: str, door: LobbyListener, at: SeatAt) -> None:
        """Tells a player of the seat, unless the player has gone meanwhile."""
        if self._doors.get(player) is door:
            self._crier.catch_up(door)
            door.sit_down(at, again=False)

    def _seat(self, table: LiveTable, matched: Matched) -> tuple[str, str]:
        table.on_change.append(partial(self._finish, matched))
        players = (matched.host, matched.guest)
        for player, opponent, seat in zip(players, reversed(players), seats_of(table.game, matched), strict=True):
            self._seats[player] = SeatAt(table, seat, opponent)
        return players

    def _finish(self, matched: Matched, ended: Event) -> None:
        """Called with each change at the table of an invitation; when the game has ended, its players are free."""
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
