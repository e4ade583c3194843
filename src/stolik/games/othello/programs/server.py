"""The server of the Othello document: one lobby, and as many games as its players like."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable

from msgspec import structs

from stolik.games.othello import GAME
from stolik.games.othello.rules import START
from stolik.lobby.lobby import Lobby
from stolik.log import LogEntry
from stolik.service.doors.lobby_driver import LobbyDoors
from stolik.service.lobby.live_lobby import LiveLobby
from stolik.service.net.clock import Clock
from stolik.service.net.listen import BACKLOG, allow_many_connections
from stolik.service.net.loop import on_stop_signal
from stolik.service.tables.live_table import LiveTable
from stolik.table.table import Table

log = logging.getLogger(__name__)

PORT = GAME.port or 0
MOST_CLIENTS = 12
GRACE = GAME.house_rules.grace


class OthelloHouse:
    """A lobby of Othello alone, and its doors. What is played here is kept nowhere."""

    def __init__(self, most_clients: int = MOST_CLIENTS, grace: float = GRACE, silence: float | None = None) -> None:
        """`grace` is how long a game waits for a player, `silence` how long a client may say nothing, in seconds.

        Without `silence`, as long as the protocol says.
        """
        rules = structs.replace(GAME.house_rules, grace=grace)
        clock = Clock()
        self._lobby = LiveLobby(Lobby(most_clients), lambda _: LiveTable(Table(GAME, START, rules), clock))
        self._doors = LobbyDoors(GAME, self._lobby, clock, silence)
        self.new_door = self._doors.new_door

    async def close(self) -> None:
        """Tells everybody that the server stops, and closes all doors."""
        self._lobby.close("The server stops.")
        await self._doors.connections.close()


async def serve_othello(listening: socket.socket, make_house: Callable[[], OthelloHouse] = OthelloHouse) -> None:
    """Serves whoever comes, until a signal says stop."""
    allow_many_connections()
    house = make_house()
    stop = asyncio.Event()
    on_stop_signal(stop.set)
    server = await asyncio.get_running_loop().create_server(house.new_door, sock=listening, backlog=BACKLOG)
    log.info(LogEntry("listen", port=listening.getsockname()[1]))
    await stop.wait()
    log.info(LogEntry("stop"))
    server.close()
    await house.close()
