"""The command lines with which a program joins a table that has a port of its own, or the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stolik.contract import AnyGame, Kind, Seat
from stolik.service.tables.live_table import LiveTable

HOST: Final = "HOST"
"""Stands for the service's host name: only the reader knows under which name it is reached."""
PORT: Final = "PORT"
"""Stands for the port of the game's own door."""

_CODES: Final = "stolik bot {game} --ip {host} --port {port}"
_BY_HAND: Final = "nc {host} {port}"
"""Where information is hidden no bot of ours reads the lines; so this shows them to a person."""


def comes_to_tables(game: AnyGame) -> bool:
    """Whether a program can take a seat at a table that has a port of its own."""
    return game.protocol is None or game.protocol.entrance == "seats"


def lobby_command(game: AnyGame) -> str | None:
    """How a program comes to the lobby; None where programs come to tables."""
    if game.protocol is None or comes_to_tables(game):
        return None
    return game.protocol.command.format(game=game.name, host=HOST, port=PORT, seat="")


def commands_for(live: LiveTable) -> Mapping[Seat, str] | None:
    """How a program takes each empty seat that it may take; None where programs do not come to the table itself."""
    game = live.game
    if live.port is None or not comes_to_tables(game):
        return None
    codes = _BY_HAND if game.hidden else _CODES
    line = codes if game.protocol is None else game.protocol.command
    return {
        seat: line.format(game=game.name, host=HOST, port=live.port, seat=seat)
        for seat in live.empty_seats
        if _is_for_programs(live, seat)
    }


def _is_for_programs(live: LiveTable, seat: Seat) -> bool:
    owner = live.owner(seat)
    return owner is None or owner.kind is Kind.PROGRAM
