"""Finds the games whose tables can have desks."""

from __future__ import annotations

from stolik.contract.registry import all_games
from stolik.service.settings import Settings
from stolik.service.tables.desks import Desks


def desks_of(settings: Settings) -> dict[str, Desks]:
    """The desks of each game that can have them. All games share one range of ports."""
    host, ports = settings.host, settings.table_ports
    desks = {}
    for game in all_games().values():
        if game.protocol is None:
            desks[game.name] = Desks(host, ports)
        elif game.protocol.entrance == "seats":
            desks[game.name] = Desks(host, ports, game.protocol.greeting_time, always=True)
    return desks
