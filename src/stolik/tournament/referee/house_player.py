"""A built-in player at a seat of a tournament's table."""

from __future__ import annotations

import asyncio
from typing import Any

from stolik.contract import Seat
from stolik.players.registry import AnyPlayer
from stolik.service.tables.live_table import LiveTable
from stolik.table.events import Asked, Event, Played, Shown
from stolik.table.inputs import Play


class HousePlayer:
    """One of our own players at a seat."""

    def __init__(self, table: LiveTable, seat: Seat, player: AnyPlayer) -> None:
        self._table = table
        self._seat = seat
        self._player = player
        self._view: Any = None

    def hear(self, event: Event) -> None:
        """Plays when asked, once the table has told everyone what it has to tell."""
        if isinstance(event, Shown | Played):
            self._view = event.view
        elif isinstance(event, Asked) and event.seat == self._seat:
            asyncio.get_running_loop().call_soon(self._move)

    def _move(self) -> None:
        move = self._player.choose(self._view)
        self._table.take(Play(self._seat, self._table.game.write_move(move)))
