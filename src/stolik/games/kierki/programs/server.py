"""The server of the course's document: one table of Kierki, one match, then the end."""

from __future__ import annotations

import asyncio
import socket
from typing import BinaryIO

from stolik.contract import HouseRules
from stolik.games.kierki import EARLY_END, GAME
from stolik.games.kierki.door import KierkiDoor
from stolik.games.kierki.programs.strict import STOP_SIGNALS
from stolik.games.kierki.rules import Position
from stolik.service.doors.driver import SeatHost, TableDriver
from stolik.service.net.clock import Clock
from stolik.service.net.connections import Connections
from stolik.service.net.listen import BACKLOG, allow_many_connections
from stolik.service.net.loop import on_stop_signal
from stolik.service.net.report import Report
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Ended
from stolik.table.table import Table


async def serve_match(listening: socket.socket, match: Position, timeout: float, report_to: BinaryIO) -> bool:
    """Plays one match with whoever comes; says whether it was played to its end, or stopped by a signal."""
    allow_many_connections()
    report = Report(report_to)
    game = EARLY_END if match.early_end else GAME
    live = LiveTable(Table(game, match, HouseRules(turn_time=timeout)), Clock())
    connections = Connections(greeting_time=timeout)
    host = SeatHost(live, connections)
    over = asyncio.Event()
    live.on_change.append(lambda event: over.set() if isinstance(event, Ended) else None)
    on_stop_signal(over.set, *STOP_SIGNALS)

    def new_door() -> TableDriver:
        return TableDriver(KierkiDoor(game), host, report)

    server = await asyncio.get_running_loop().create_server(new_door, sock=listening, backlog=BACKLOG)
    await over.wait()
    server.close()
    await connections.close()
    await report.close()
    return live.outcome is not None
