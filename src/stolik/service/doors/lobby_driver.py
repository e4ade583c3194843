"""Runs a lobby's door on asyncio: connects one TCP connection to the lobby, and to the tables where the player sits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from stolik.contract import AnyGame
from stolik.lobby import words
from stolik.lobby.lobby import NoEntry, OutOfPlace
from stolik.lobby.words import LobbyEvent, News, Welcomed
from stolik.log import LogEntry
from stolik.service.doors.door import Goodbye, LobbyDoor, LobbyInput, Reply, TableInput
from stolik.service.doors.makers import make_lobby_door
from stolik.service.lobby.live_lobby import LiveLobby, SeatAt
from stolik.service.net.clock import Clock
from stolik.service.net.connection import LineConnection
from stolik.service.net.connections import Connections
from stolik.service.net.pulse import Pulse
from stolik.service.net.waiting_room import WaitingRoom
from stolik.table import inputs
from stolik.table.events import Ended, Event, Expelled
from stolik.wire.report import shown

log = logging.getLogger(__name__)

# Each player of a whole game sends about 30 lines. A client that sends many more at once would delay everyone else.
MOST_LINES_AT_ONCE: Final = 1000


class LobbyDriver(LineConnection):
    """One connection and its door, first without a name, then a player in the lobby and sometimes at a table."""

    def __init__(
        self, door: LobbyDoor, lobby: LiveLobby, connections: Connections, clock: Clock, longest_silence: float | None
    ) -> None:
        """A client that sends nothing for `longest_silence` seconds is disconnected; None: it may be silent."""
        super().__init__(door.end, door.limit)
        self.door = door
        self._silent_on = door.silent_on
        self._lobby = lobby
        self._connections = connections
        self._clock, self._longest_silence = clock, longest_silence
        self._pulse = self._new_pulse()
        self._name: str | None = None
        self._at: SeatAt | None = None
        self._asking: asyncio.Task[None] | None = None
        """Finds out whether the client may have its name."""

    def _new_pulse(self) -> Pulse | None:
        seconds = self._longest_silence
        return None if seconds is None else Pulse(self._clock, seconds, self._silent)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected; its time to greet begins."""
        super().connection_made(transport)
        self._connections.arrived(self)

    def lost(self) -> None:
        """The client has disconnected."""
        self._connections.left(self)
        self._go()

    def dismiss(self, why: str) -> None:
        """Tells the client why, and closes."""
        self.part(self.door.dismiss(why))

    def part(self, goodbye: Goodbye) -> None:
        """Sends the last lines and closes."""
        self._say(goodbye.lines)
        self._finish(goodbye.why)

    def _finish(self, why: str) -> None:
        if why:
            log.info(LogEntry("dismiss", player=self._name, peer=self.peer, why=why))
        self._go()
        self.close()

    def _go(self) -> None:
        if self._pulse is not None:
            self._pulse.stop()
        if self._name is not None:
            self._lobby.exit(self._name, self)

    def data_received(self, data: bytes) -> None:
        """Calls `line_received` with each complete line; disconnects a client that sends too many at once."""
        if not self.closed and data.count(self.door.end) > MOST_LINES_AT_ONCE:
            self.dismiss("You are disconnected: you say too much at once.")
        super().data_received(data)

    def line_received(self, line: bytes) -> None:
        """Gives the client's line to the door, and does what the door returns."""
        if log.isEnabledFor(logging.DEBUG):
            log.debug(LogEntry("received", player=self._name, peer=self.peer, line=shown(line)))
        if self._pulse is not None:
            self._pulse.beat()
        request = self.door.read(line)
        action = _ACTIONS.get(type(request))
        if action is None:
            return
        try:
            action(self, request)
        except OutOfPlace as error:
            self.dismiss(f"You are disconnected: {error}.")

    def _silent(self) -> None:
        if self.held:  # we do not read what it sends
            self._pulse = self._new_pulse()
            return
        self.dismiss("You are disconnected: you were silent for too long.")

    def _reply(self, reply: Reply) -> None:
        self._say(reply.lines)

    def _enter(self, enter: words.Enter) -> None:
        log.info(LogEntry("login", player=enter.player, peer=self.peer))
        if self._lobby.objection is None:
            self._come_in(enter)
        else:
            self.hold()
            self._asking = asyncio.get_running_loop().create_task(self._ask_for(enter))

    async def _ask_for(self, enter: words.Enter) -> None:
        """Lets the client in if nobody else has the name. Meanwhile nothing is read from it."""
        why = await self._lobby.objection_to(enter.player)
        if self.closed:
            return
        if why is None:
            self._come_in(enter)
        else:
            self.dismiss(f"You cannot come in: {why}.")
        self.go_on()

    def _come_in(self, enter: words.Enter) -> None:
        self._name = enter.player
        try:
            self._lobby.enter(enter.player, self, enter.kind, enter.games)
        except NoEntry as error:
            self._name = None
            self.dismiss(f"You cannot come in: {error}.")
        else:
            self._connections.greeted(self)

    def _to_lobby(self, input_: LobbyInput) -> None:
        self._lobby.take(input_)

    def _to_table(self, input_: TableInput) -> None:
        if self._name is not None and self._lobby.lobby.speaks_to_table(self._name) and self._at is not None:
            table = self._at.table
            table.take(input_)
            if table.is_clogged():
                self.hold()
                table.when_clear(self.go_on)

    def hear_lobby(self, event: LobbyEvent) -> None:
        """Sends the client an event of the lobby that is for it alone."""
        lines = self.door.tell_lobby(event)
        if isinstance(event, Welcomed):
            # It lists all players in the lobby, perhaps thousands.
            self.allow_unread(len(self._end.join(lines).encode()))
        self._say(lines)

    def hear_news(self, news: News) -> None:
        """Sends the client the lobby's events for everyone."""
        self._say(self.door.tell_news(news))

    def sit_down(self, at: SeatAt, *, again: bool) -> None:
        """The client gets a seat at a table; `again`: at the table that waited for it."""
        self._at = at
        lines = self.door.seated(at.seat, at.opponent, again=again, grace=at.table.rules.grace)
        if again:  # the table itself may not be on disk yet
            at.table.then(partial(self._say, lines))
        else:
            self._say(lines)

    def hear(self, event: Event) -> None:
        """Sends the client the lines for an event of its table."""
        kind = type(event)
        if kind in self._silent_on or self._at is None:
            return
        if kind is Ended:
            self._at = None
        lines = self.door.tell(event)
        if lines:
            self._say(lines)
        if self.door.over:
            self._finish(event.why if isinstance(event, Expelled) else "")

    def _say(self, lines: Sequence[str]) -> None:
        if not lines:
            return
        if log.isEnabledFor(logging.DEBUG):
            for line in lines:
                log.debug(LogEntry("sent", player=self._name, peer=self.peer, line=shown(line.encode())))
        self.send(*lines)


_ACTIONS: Final[Mapping[type[Any], Callable[[LobbyDriver, Any], None]]] = {
    inputs.Play: LobbyDriver._to_table,
    inputs.Foul: LobbyDriver._to_table,
    inputs.Cancel: LobbyDriver._to_table,
    words.Enter: LobbyDriver._enter,
    words.Invite: LobbyDriver._to_lobby,
    words.Cancel: LobbyDriver._to_lobby,
    words.Answer: LobbyDriver._to_lobby,
    Reply: LobbyDriver._reply,
    Goodbye: LobbyDriver.part,
}


class LobbyDoors:
    """Makes the doors to the lobby for one game's protocol, and keeps their connections."""

    def __init__(
        self,
        game: AnyGame,
        lobby: LiveLobby,
        clock: Clock,
        longest_silence: float | None = None,
        greeting_time: float | None = None,
        waiting_room: WaitingRoom | None = None,
    ) -> None:
        """Times are in seconds; None: what the game's protocol says."""
        protocol = game.protocol
        if protocol is not None:
            longest_silence = protocol.longest_silence if longest_silence is None else longest_silence
            greeting_time = protocol.greeting_time if greeting_time is None else greeting_time
        self._game = game
        self._lobby = lobby
        self._clock = clock
        self._longest_silence = longest_silence
        self.connections = Connections(greeting_time, waiting_room)

    def new_door(self) -> LobbyDriver:
        """Makes a door for a new client, and the driver that runs it."""
        door = make_lobby_door(self._game)
        return LobbyDriver(door, self._lobby, self.connections, self._clock, self._longest_silence)
