"""The command lines with which a program joins a table that has a port of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stolik.games.contract import Seat
from stolik.service.live_table import LiveTable
from stolik.store.stored import Kind

HOST: Final = "HOST"
"""Stands for the name under which whoever reads this reaches the service; only they know it."""

_LINES: Final[Mapping[str, Callable[[int, Seat], str]]] = {
    "kierki": lambda port, seat: f"kierki-klient -h {HOST} -p {port} -{seat} -a",
    "krazki": lambda port, _: f"stolik bot krazki --ip {HOST} --port {port}",
    "graph": lambda port, _: f"stolik bot graph --ip {HOST} --port {port}",
}


def commands_for(live: LiveTable) -> Mapping[Seat, str] | None:
    """How a program takes each empty seat that it may take; None where programs do not come to the table itself."""
    line = _LINES.get(live.table.game.name)
    if line is None or live.port is None:
        return None
    return {seat: line(live.port, seat) for seat in live.table.empty_seats if _is_for_programs(live, seat)}


def _is_for_programs(live: LiveTable, seat: Seat) -> bool:
    owner = live.owner(seat)
    return owner is None or owner.kind is Kind.PROGRAM
