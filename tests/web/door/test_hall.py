"""The hall by itself: tabs that come, watch and go, without sockets and without a disk."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Callable
from random import Random
from typing import Any, cast

import pytest
from tests.support.loop import in_loop
from tests.support.web import in_memory

from stolik.contract import HouseRules
from stolik.contract.registry import all_games
from stolik.service.arena import Arena
from stolik.service.tables.live_table import LiveTable
from stolik.store.scribe import Scribe
from stolik.store.store import Store
from stolik.store.writes import Write
from stolik.table.events import Event
from stolik.table.inputs import Close
from stolik.table.table import Table
from stolik.web.door.hall import Hall
from stolik.web.door.tab import Tab


class Disk:
    """A store that has written nothing until it is told so."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[BaseException | None], None]] = []

    def put(self, _: Write, written: Callable[[BaseException | None], None]) -> None:
        self._waiting.append(written)

    def write_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for written in waiting:
            written(None)


class Silent:
    """A door behind which nobody is."""

    def hear(self, event: Event) -> None:
        pass


def slow_table(hall: Hall, disk: Disk) -> LiveTable:
    """A table of the hall's house, whose news wait for the disk."""
    game = all_games()["othello"]
    scribe = Scribe(cast(Store, disk), "t1", lambda error: pytest.fail(str(error)))
    table = Table(game, game.start(Random(1)), HouseRules(), scribe.accepted)
    live = hall.arena.house.tables["t1"] = LiveTable(table, hall.arena.clock, scribe, id_="t1")
    return live


def heard(tab: Tab) -> list[str]:
    """The types of the words of the table that wait for a tab, which has then read them."""
    said: list[dict[str, Any]] = []
    while not tab.waiting.empty():
        said.append(json.loads(tab.waiting.get_nowait() or "{}"))
    return [word["type"] for word in said if word.get("table") == "t1"]


@in_loop
async def test_one_who_has_just_begun_to_watch_goes_on_when_the_only_other_watcher_leaves() -> None:
    hall, disk, first, second = Hall(Arena(in_memory())), Disk(), Tab(), Tab()
    live = slow_table(hall, disk)
    hall.enter(first, None)
    hall.enter(second, None)
    hall.galleries.watch(first, live)
    live.sit("black", "B", Silent())
    hall.galleries.watch(second, live)  # it waits until all that has happened is on disk
    hall.galleries.unwatch(first, live.id)
    disk.write_all()
    live.sit("white", "W", Silent())
    disk.write_all()
    assert heard(second) == ["sat", "shown", "asked"]
    assert heard(first) == []


@in_loop
async def test_one_who_leaves_before_it_has_begun_to_watch_hears_nothing() -> None:
    hall, disk, tab = Hall(Arena(in_memory())), Disk(), Tab()
    live = slow_table(hall, disk)
    hall.enter(tab, None)
    live.sit("black", "B", Silent())
    hall.galleries.watch(tab, live)
    hall.galleries.unwatch(tab, live.id)
    disk.write_all()
    live.sit("white", "W", Silent())
    disk.write_all()
    assert heard(tab) == []
    hall.galleries.watch(tab, live)
    assert heard(tab) == ["shown", "asked"]


async def timers_that_are_due() -> None:
    """Waits for a timer that comes after all that are due now."""
    passed = asyncio.Event()
    asyncio.get_running_loop().call_later(0.001, passed.set)
    await passed.wait()


@in_loop
async def test_a_person_stays_when_one_of_two_tabs_closes_and_goes_with_the_last() -> None:
    hall, one, two = Hall(Arena(in_memory()), away=0.0), Tab(), Tab()
    hall.enter(one, "Ada")
    hall.enter(two, "Ada")
    hall.exit(one)
    await timers_that_are_due()
    assert "Ada" in hall.people
    assert "Ada" in hall.arena.lobby.lobby.members
    hall.exit(two)
    await timers_that_are_due()
    assert "Ada" not in hall.people
    assert "Ada" not in hall.arena.lobby.lobby.members


@in_loop
async def test_everyone_is_told_once_how_many_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stolik.web.door.galleries.CROWD_PAUSE", 0.0)
    hall, disk, reader, *crowd = Hall(Arena(in_memory())), Disk(), Tab(), Tab(), Tab(), Tab()
    live = slow_table(hall, disk)
    for tab in (reader, *crowd):
        hall.enter(tab, None)
    for tab in crowd:
        hall.galleries.watch(tab, live)
    hall.galleries.unwatch(crowd[0], live.id)
    disk.write_all()
    await timers_that_are_due()
    said = []
    while not reader.waiting.empty():
        said.append(json.loads(reader.waiting.get_nowait() or "{}"))
    assert [word["table"]["watchers"] for word in said if word["type"] == "table"] == [2]


@in_loop
async def test_a_tab_that_watched_a_game_to_its_end_is_forgotten_when_it_is_closed() -> None:
    hall, disk, ada, bob, watching = Hall(Arena(in_memory())), Disk(), Tab(), Tab(), Tab()
    live = slow_table(hall, disk)
    hall.enter(ada, "Ada")
    hall.enter(bob, "Bob")
    hall.enter(watching, None)
    hall.galleries.watch(watching, live)
    hall.sit(hall.people["Ada"], live, "black")
    hall.sit(hall.people["Bob"], live, "white")
    disk.write_all()
    hall._forget(live)
    live.take(Close())
    disk.write_all()
    assert list(hall.rematches.ask(live.id, "Ada").watched) == [watching]
    hall.exit(watching)
    closed = weakref.ref(watching)
    del watching
    gc.collect()
    assert closed() is None
