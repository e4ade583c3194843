"""Which games' tables can have desks, and in what language programs are spoken to there."""

from __future__ import annotations

import asyncio

from stolik.contract import Kind, NetworkProtocol, load_part
from stolik.contract.registry import all_games
from stolik.service.doors.code_door import CodeDoor
from stolik.service.net.connections import Connections
from stolik.service.settings import Settings
from stolik.service.tables.desks import Desks, NewDoor
from stolik.service.tables.live_table import LiveTable


def desks_of(settings: Settings) -> dict[str, Desks]:
    """The desks of each game that can have them; all of them share one range of ports."""
    host, ports = settings.host, settings.table_ports
    desks = {}
    for game in all_games().values():
        if game.protocol is None:
            desks[game.name] = Desks(host, ports, _code_door, None, always=False)
        elif game.protocol.entrance == "seats":
            desks[game.name] = Desks(host, ports, _seat_door(game.protocol), game.protocol.greeting_time, always=True)
    return desks


def _seat_door(protocol: NetworkProtocol) -> NewDoor:
    make = load_part(protocol.door)
    return lambda live, connections: make(live, connections, None)


def _code_door(live: LiveTable, connections: Connections) -> asyncio.Protocol:
    return CodeDoor(live.table.game, _Usher(live, connections), None)


class _Usher:
    """Brings a client of the code protocol to the first seat that is for it; when there is none, it is sent away."""

    def __init__(self, live: LiveTable, connections: Connections) -> None:
        self._live = live
        self._connections = connections

    def arrived(self, door: CodeDoor) -> None:
        """A client has come."""
        self._connections.arrived(door)
        if door.closed:  # it went before it was greeted
            return
        seat = next((seat for seat in self._live.table.empty_seats if self._is_for_programs(seat)), None)
        if seat is None or self._live.is_over:
            door.close()
        else:
            door.sit(self._live, seat)

    def left(self, door: CodeDoor) -> None:
        """A client's connection has ended."""
        self._connections.left(door)

    def forget(self, door: CodeDoor) -> None:
        """Nobody waits at a desk: whoever comes sits, or goes."""

    def _is_for_programs(self, seat: str) -> bool:
        owner = self._live.owner(seat)
        return owner is None or owner.kind is Kind.PROGRAM
