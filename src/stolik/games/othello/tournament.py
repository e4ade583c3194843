"""A tournament's table of Othello: a lobby of two, who log in under their seats' names.

Black invites white, white accepts, and they play; that is how clients of Othello's protocol come to a table.
"""

from __future__ import annotations

import asyncio

import stolik.games.othello.wire as wire
from stolik.contract import NotationError, Seat
from stolik.games.othello import GAME
from stolik.games.othello.door import OthelloDoor
from stolik.games.othello.rules import BLACK, SEATS, WHITE
from stolik.lobby.lobby import Lobby
from stolik.lobby.words import Answer, Arrived, Invite, Invited, LobbyEvent, News, Welcomed
from stolik.players.registry import AnyPlayer
from stolik.service.doors.door import Goodbye
from stolik.service.doors.lobby_driver import LobbyDriver
from stolik.service.lobby.live_lobby import LiveLobby, SeatAt
from stolik.service.net.clock import Clock
from stolik.service.net.connection import LineConnection
from stolik.service.net.connections import Connections
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Event, Expelled
from stolik.table.table import Table
from stolik.tournament.referee.house_player import HousePlayer
from stolik.tournament.referee.noted_door import NotedDoor
from stolik.tournament.referee.scribe import Scribe


class OthelloTable:
    """One lobby and one table, each of whose programs has a port of its own."""

    def __init__(self, table: Table, clock: Clock, scribe: Scribe, start_time: float) -> None:
        self._clock = clock
        self._scribe = scribe
        self._lobby = LiveLobby(Lobby(len(SEATS)), lambda _: LiveTable(table, clock))
        self._connections = Connections(greeting_time=start_time)
        self._here: set[Seat] = set()
        self._invited = False

    def seat(self, seat: Seat, player: AnyPlayer) -> None:
        """Brings a player of ours to the lobby; it invites, or accepts, by itself."""
        self._lobby.enter(seat, HouseGuest(self, self._lobby, seat, player))

    def door(self, seat: Seat) -> LineConnection:
        """A door for a program that connects."""
        return NotedDriver(self, self._lobby, self._connections, self._clock, seat, self._scribe)

    def noticed(self, seat: Seat, event: LobbyEvent) -> None:
        """One of the two has heard something."""
        if isinstance(event, Welcomed):
            self._here.add(seat)
        elif isinstance(event, Invited):
            self._invited = True

    def missing(self) -> dict[Seat, str]:
        """Who has not come to play, and what it did not do."""
        absent = [seat for seat in SEATS if seat not in self._here]
        if absent:
            return dict.fromkeys(absent, "it did not log in under its seat's name in time")
        if self._invited:
            return {WHITE: "it did not accept black's invitation in time"}
        return {BLACK: "it did not invite white in time"}

    async def close(self) -> None:
        """Tells both that there is nothing more to play, and closes their doors."""
        self._lobby.close("The tournament's game is over.")
        await self._connections.close()


class NotedDriver(NotedDoor, LobbyDriver):
    """Runs the door of one program."""

    def __init__(
        self,
        table: OthelloTable,
        lobby: LiveLobby,
        connections: Connections,
        clock: Clock,
        seat: Seat,
        scribe: Scribe,
    ) -> None:
        silence = GAME.protocol.longest_silence if GAME.protocol else None
        super().__init__(OthelloDoor(GAME), lobby, connections, clock, silence)
        self.belongs_to(seat, scribe)
        self._othello = table

    def objection(self, line: bytes) -> str | None:
        """It logs in under its seat's name, white is invited, and nobody gives a game up."""
        try:
            message = wire.read_client_message(line)
        except (NotationError, wire.UnknownPrefix):
            return None  # the door itself has words for it
        match message:
            case wire.Login(name=name) if name != self._own:
                return f"log in as {self._own}"
            case wire.Invite() if self._own == WHITE:
                return "white waits to be invited"
            case wire.EndGame():
                return "the game was given up"
        return None

    def refuse(self, why: str) -> None:
        """Sends the program away with a word."""
        self.dismiss(why)

    def hear_lobby(self, event: LobbyEvent) -> None:
        """Tells the program what the lobby says."""
        self._othello.noticed(self._own, event)
        super().hear_lobby(event)

    def hear(self, event: Event) -> None:
        """Tells the program; that it is sent away, and why, is written down."""
        if isinstance(event, Expelled):
            self._scribe.send_away(self._own, event.why)
        super().hear(event)

    def part(self, goodbye: Goodbye) -> None:
        """Lets the program go, or sends it away; why is written down."""
        if goodbye.why:
            self._scribe.send_away(self._own, goodbye.why)
        super().part(goodbye)


class HouseGuest:
    """One of our own players, in the lobby and at its seat."""

    def __init__(self, table: OthelloTable, lobby: LiveLobby, seat: Seat, player: AnyPlayer) -> None:
        self._othello = table
        self._lobby = lobby
        self._seat = seat
        self._player = player
        self._at_table: HousePlayer | None = None

    keeps_up = True

    def hear_lobby(self, event: LobbyEvent) -> None:
        """Invites whoever is here already, or accepts, once the lobby has told everyone what it has to tell."""
        self._othello.noticed(self._seat, event)
        if isinstance(event, Welcomed) and event.others:
            self._invite()
        elif isinstance(event, Invited):
            self._say(Answer(self._seat, event.by, accepted=True))

    def hear_news(self, news: News) -> None:
        """Invites whoever comes."""
        if any(isinstance(event, Arrived) for event in news.events):
            self._invite()

    def _invite(self) -> None:
        if self._seat == BLACK:
            self._say(Invite(BLACK, WHITE, GAME.name))

    def _say(self, words: Invite | Answer) -> None:
        asyncio.get_running_loop().call_soon(self._lobby.take, words)

    def sit_down(self, at: SeatAt, *, again: bool) -> None:
        """Takes its seat."""
        self._at_table = HousePlayer(at.table, at.seat, self._player)

    def hear(self, event: Event) -> None:
        """Plays when asked."""
        if self._at_table is not None:
            self._at_table.hear(event)

    def dismiss(self, why: str) -> None:
        """There is nothing more to play."""
