"""Which games' tables can have desks, and in what language programs are spoken to there."""

from __future__ import annotations

import asyncio
from typing import Final

from stolik.service.code_door import CodeDoor
from stolik.service.connections import Connections
from stolik.service.desks import Desks
from stolik.service.kierki_door import KierkiDoor
from stolik.service.live_table import LiveTable
from stolik.service.settings import Settings
from stolik.store.stored import Kind
from stolik.wire.codes import GAMES as CODE_GAMES

# As long as the document's server waits for IAM by default.
GREETING_TIME: Final = 5.0


def desks_of(settings: Settings) -> dict[str, Desks]:
    """The desks of each game that can have them; all of them share one range of ports."""
    host, ports = settings.host, settings.kierki_ports
    return {
        "kierki": Desks(host, ports, _kierki_door, GREETING_TIME, always=True),
        **{game: Desks(host, ports, _code_door, None, always=False) for game in CODE_GAMES},
    }


def _kierki_door(live: LiveTable, connections: Connections) -> asyncio.Protocol:
    return KierkiDoor(live, connections, None)


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
