"""The service's tables of Kierki behind one port, for measuring more tables than there are descriptors for ports.

    python -m bench.kierki_tables.one_port [--db PATH]

Everything is the service's own (arena, house, store, drivers, doors) but the desks: a program that asks for a seat gets
it at the first table where nobody had it, or at a new one. It prints the port.
"""

from __future__ import annotations

import asyncio
from collections import deque

import click

from stolik.contract import AnyGame, Kind, Seat
from stolik.contract.registry import find_game
from stolik.service.arena import Arena
from stolik.service.doors.driver import TableDriver
from stolik.service.doors.makers import make_door
from stolik.service.net.connections import Connections
from stolik.service.net.listen import BACKLOG
from stolik.service.net.loop import run
from stolik.service.settings import Settings, ported_games
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.new_table import NewTable, SeatFor, start_position
from stolik.service.tables.rules_for import rules_for


class OnePort:
    """Seats programs at many tables."""

    def __init__(self, game: AnyGame, arena: Arena) -> None:
        self._game = game
        self._arena = arena
        programs = {seat: SeatFor(Kind.PROGRAM) for seat in game.seats}
        self._rules = rules_for(game, NewTable(game.name, programs, turn_time=3600))
        self._tables: dict[Seat, deque[LiveTable]] = {seat: deque() for seat in game.seats}
        """The tables where nobody had the seat, the oldest first."""
        protocol = game.protocol
        self._connections = Connections(None if protocol is None else protocol.greeting_time, arena.waiting_room)

    def new_door(self) -> TableDriver:
        """Makes a door for a new client, and the driver that runs it."""
        return TableDriver(make_door(self._game), self)

    def arrived(self, driver: TableDriver) -> None:
        """A client has connected."""
        self._connections.arrived(driver)

    def claimed(self, driver: TableDriver, seat: Seat) -> None:
        """A client asks for a seat."""
        self._connections.greeted(driver)
        if not self._tables[seat]:
            live = self._arena.house.open(self._game, start_position(self._game, None), self._rules)
            for tables in self._tables.values():
                tables.append(live)
        driver.sit(self._tables[seat].popleft(), seat)

    def left(self, driver: TableDriver) -> None:
        """A client's connection has ended."""
        self._connections.left(driver)


async def serve(db: str | None) -> None:
    """Runs until it is killed."""
    game = find_game("kierki")
    ports = {each.name: 0 for each in ported_games()}
    settings = Settings(game_ports=ports, table_ports=(0, 0), db=db, no_db=db is None)
    async with Arena(settings) as arena:
        listening = arena.listen(0)
        new_door = OnePort(game, arena).new_door
        await asyncio.get_running_loop().create_server(new_door, sock=listening, backlog=BACKLOG)
        click.echo(str(listening.getsockname()[1]))
        await asyncio.get_running_loop().create_future()


@click.command()
@click.option("--db", help="Store of the service; none: nothing is stored.")
def command(db: str | None) -> None:
    """Serve tables of Kierki behind one port."""
    run(serve(db))


if __name__ == "__main__":
    command()
