"""A game of the lobby begins when its table is on disk."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import cast

import pytest
from tests.support.loop import in_loop

from stolik.contract import HouseRules
from stolik.contract.registry import find_game
from stolik.lobby.lobby import Lobby
from stolik.lobby.words import Answer, Invite, LobbyEvent, News
from stolik.service.lobby.live_lobby import LiveLobby, SeatAt
from stolik.service.net.clock import Clock
from stolik.service.tables.live_table import LiveTable
from stolik.store.scribe import Scribe
from stolik.store.store import Store
from stolik.store.writes import Write
from stolik.table.events import Event
from stolik.table.inputs import Tick
from stolik.table.table import Table


class Disk:
    """A store that has written nothing until it is told so."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[BaseException | None], None]] = []

    def put(self, _: Write, written: Callable[[BaseException | None], None]) -> None:
        self.waiting.append(written)

    def write_all(self) -> None:
        while self.waiting:
            self.waiting.pop(0)(None)


class Door:
    """A player's door, which remembers whether it was given a seat, and what it heard of its table."""

    keeps_up = True

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hear_news(self, news: News) -> None: ...

    def hear_lobby(self, event: LobbyEvent) -> None: ...

    def dismiss(self, why: str) -> None: ...

    def sit_down(self, at: SeatAt, *, again: bool) -> None:
        self.heard.append("seat")

    def hear(self, event: Event) -> None:
        self.heard.append("table")


def matched() -> tuple[Disk, LiveLobby, Door, Door]:
    """Two players who have agreed to play at a table that is not on disk yet."""
    disk, game = Disk(), find_game("othello")

    def open_table(_: object) -> LiveTable:
        scribe = Scribe(cast(Store, disk), "t", lambda error: pytest.fail(str(error)))
        scribe.accepted(Tick(), 0.0)  # stands for the write of the table itself
        return LiveTable(Table(game, game.start(Random(1)), HouseRules(), scribe.accepted), Clock(), scribe, "t")

    lobby = LiveLobby(Lobby(10), open_table)
    host, guest = Door(), Door()
    lobby.enter("Ada", host)
    lobby.enter("Bob", guest)
    lobby.take(Invite("Ada", "Bob", "othello"))
    lobby.take(Answer("Bob", "Ada", True))
    return disk, lobby, host, guest


@in_loop
async def test_nobody_is_told_of_a_game_before_its_table_is_on_disk() -> None:
    disk, _, host, guest = matched()
    assert (host.heard, guest.heard) == ([], [])
    disk.write_all()
    assert host.heard[:2] == guest.heard[:2] == ["seat", "table"]


@in_loop
async def test_who_goes_before_the_table_is_on_disk_is_given_no_seat() -> None:
    disk, lobby, host, guest = matched()
    lobby.exit("Ada", host)
    disk.write_all()
    assert "seat" not in host.heard
    assert guest.heard[0] == "seat"
