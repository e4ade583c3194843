"""The command lines with which a program joins a table that has a port of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stolik.contract import Kind, Seat
from stolik.service.tables.live_table import LiveTable

HOST: Final = "HOST"
"""Stands for the name under which whoever reads this reaches the service; only they know it."""

_CODES: Final = "stolik bot {game} --ip {host} --port {port}"


def commands_for(live: LiveTable) -> Mapping[Seat, str] | None:
    """How a program takes each empty seat that it may take; None where programs do not come to the table itself."""
    game = live.game
    if live.port is None or (game.protocol is not None and game.protocol.entrance != "seats"):
        return None
    line = _CODES if game.protocol is None else game.protocol.command
    return {
        seat: line.format(game=game.name, host=HOST, port=live.port, seat=seat)
        for seat in live.empty_seats
        if _is_for_programs(live, seat)
    }


def _is_for_programs(live: LiveTable, seat: Seat) -> bool:
    owner = live.owner(seat)
    return owner is None or owner.kind is Kind.PROGRAM
