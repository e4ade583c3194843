"""The doors of all games that have a port of their own, where programs come to the lobby or to the next opponent."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from functools import partial
from ssl import SSLContext

from stolik.contract import AnyGame
from stolik.contract.registry import all_games, code_games
from stolik.log import LogEntry
from stolik.service.doors.code_server import CodeServer
from stolik.service.doors.lobby_driver import LobbyDoors
from stolik.service.lobby.live_lobby import LiveLobby
from stolik.service.net.clock import Clock
from stolik.service.net.listen import BACKLOG
from stolik.service.net.waiting_room import WaitingRoom
from stolik.service.tables.live_table import LiveTable

log = logging.getLogger(__name__)


class GameDoors:
    """The ports of the games and their connections. The ports are taken first, and opened later."""

    def __init__(
        self,
        lobby: LiveLobby,
        clock: Clock,
        waiting_room: WaitingRoom,
        open_paired: Callable[[AnyGame], LiveTable],
    ) -> None:
        """`open_paired` opens a table for the programs that wait at a game's port."""
        self._doors: dict[str, LobbyDoors | CodeServer] = {
            game.name: LobbyDoors(game, lobby, clock, waiting_room=waiting_room)
            for game in all_games().values()
            if game.protocol is not None and game.protocol.entrance == "lobby"
        }
        for name, game in code_games().items():
            self._doors[name] = CodeServer(game, partial(open_paired, game))
        self.ports: dict[str, int] = {}
        """The port of each game, once it is taken."""
        self._listening: dict[str, socket.socket] = {}
        self._servers: list[asyncio.Server] = []

    @property
    def connections(self) -> dict[str, int]:
        """How many clients are connected to the port of each game."""
        return {name: len(doors.connections) for name, doors in self._doors.items()}

    def take_ports(self, listen: Callable[[str], socket.socket]) -> None:
        """Takes every port; `listen` opens the listening socket of a game, and what it raises is raised."""
        for name in self._doors:
            self._listening[name] = listen(name)
            self.ports[name] = self._listening[name].getsockname()[1]

    async def open(self, tls: SSLContext | None) -> None:
        """Lets clients in."""
        loop = asyncio.get_running_loop()
        for name, listening in self._listening.items():
            new_door = self._doors[name].new_door
            self._servers.append(await loop.create_server(new_door, sock=listening, backlog=BACKLOG, ssl=tls))
            log.info(LogEntry("listen", door=name, port=self.ports[name]))

    def stop(self) -> None:
        """Lets nobody in any more."""
        for server in self._servers:
            server.close()
        for listening in self._listening.values():
            listening.close()

    async def close(self) -> None:
        """Closes all connections at once, and waits until they have ended."""
        await asyncio.gather(*(doors.connections.close() for doors in self._doors.values()))
