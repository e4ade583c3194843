"""While the store is away, tables and clocks stand still; then play goes on by itself."""

from __future__ import annotations

import asyncio
import sqlite3
from random import Random

import pytest
from tests.support.simulated import Wire, run_simulated
from tests.support.simulated_histories import RULES, TURN_TIME
from tests.support.simulated_service import World

from stolik.contract import Ending, Kind
from stolik.contract.registry import find_game
from stolik.service.doors.code_server import CodeServer
from stolik.service.doors.driver import SeatHost, TableDriver
from stolik.service.doors.makers import make_door
from stolik.service.net.connections import Connections
from stolik.service.tables.live_table import LiveTable
from stolik.store.scribe import MOST_ACTS
from stolik.store.writing import queue
from stolik.table.events import Asked, Ended, Event, Left, Played
from stolik.table.inputs import Foul, Play

HALF_A_MINUTE, FIVE_MINUTES, AN_HOUR = 30.0, 300.0, 3600.0
outages = pytest.mark.parametrize("seconds", [HALF_A_MINUTE, FIVE_MINUTES, AN_HOUR])
KRAZKI = find_game("krazki")


class Door:
    def __init__(self) -> None:
        self.heard: list[Event] = []

    def hear(self, event: Event) -> None:
        self.heard.append(event)

    def last(self, kind: type[Event]) -> Event | None:
        return next((event for event in reversed(self.heard) if isinstance(event, kind)), None)


async def opened() -> tuple[World, LiveTable, dict[str, Door]]:
    """A table where both sit and the first player is asked."""
    world = World()
    assert await world.start("here")
    live = world.owner.house.open(KRAZKI, KRAZKI.start(Random(1)), RULES["krazki"])
    doors = {seat: Door() for seat in KRAZKI.seats}
    for seat, door in doors.items():
        live.sit(seat, f"player {seat}", door, Kind.PERSON)
    await asyncio.sleep(1.0)
    return world, live, doors


def a_move(live: LiveTable) -> Play:
    assert live.turn is not None
    return Play(live.turn, KRAZKI.write_move(live._table.position.moves()[0]))


@pytest.mark.fault(
    "the store is away for 30 s, 5 minutes or an hour",
    sees="clocks stand still; afterwards everybody has the time to move that was left before",
    kept="everything",
)
@outages
def test_nobody_loses_time_by_an_outage_and_is_asked_on_with_the_time_that_was_left(seconds: float) -> None:
    async def main() -> None:
        world, live, doors = await opened()
        world.database.faults.code = sqlite3.SQLITE_FULL
        await asyncio.sleep(3.5)  # the store notices it by itself: nobody writes
        before = live.time_left
        assert before is not None
        await asyncio.sleep(seconds)
        assert live.time_left == before
        world.database.faults.heal()
        await asyncio.sleep(1.5)
        assert live.time_left is not None
        assert before - 1.6 < live.time_left < before
        assert not any(isinstance(event, Ended) for event in doors["b"].heard)
        await asyncio.sleep(TURN_TIME)
        ended = doors["b"].last(Ended)
        assert isinstance(ended, Ended)
        assert ended.ending is Ending.OVERTIME

    run_simulated(main())


@outages
def test_a_move_during_an_outage_is_told_after_it_and_the_answer_has_its_whole_time(seconds: float) -> None:
    async def main() -> None:
        world, live, doors = await opened()
        world.database.faults.code = sqlite3.SQLITE_IOERR
        live.take(a_move(live))
        heard = {seat: len(door.heard) for seat, door in doors.items()}
        await asyncio.sleep(seconds)
        assert {seat: len(door.heard) for seat, door in doors.items()} == heard
        world.database.faults.heal()
        await asyncio.sleep(1.5)
        assert all(door.last(Played) for door in doors.values())
        asked = doors["b"].last(Asked)
        assert isinstance(asked, Asked)
        assert asked.deadline is not None
        left = asked.deadline - world.owner.clock.now()
        assert TURN_TIME - 2 < left <= TURN_TIME
        live.take(a_move(live))
        await asyncio.sleep(0.1)
        assert len([event for event in doors["b"].heard if isinstance(event, Played)]) == 2

    run_simulated(main())


@pytest.mark.fault(
    "a player loses the connection during an outage",
    sees="the others are told after it; the grace begins then",
    kept="everything",
)
def test_a_player_whose_connection_is_lost_during_an_outage_has_the_whole_grace_after_it() -> None:
    async def main() -> None:
        world, live, doors = await opened()
        world.database.faults.code = sqlite3.SQLITE_IOERR
        live.leave("c", doors["c"])
        await asyncio.sleep(AN_HOUR)
        world.database.faults.heal()
        await asyncio.sleep(1.5)
        left = doors["b"].last(Left)
        assert isinstance(left, Left)
        assert left.until is not None
        assert RULES["krazki"].grace - 2 < left.until - world.owner.clock.now() <= RULES["krazki"].grace
        live.sit("c", "player c", doors["c"], Kind.PERSON)
        await asyncio.sleep(1.0)
        assert doors["b"].last(Ended) is None

    run_simulated(main())


@pytest.mark.fault(
    "the database is very slow",
    sees="the page says “Saving… hold on”, clocks stand still, nothing is told; play goes on by itself",
    kept="everything; moves that were sent meanwhile are written when the store answers",
)
def test_a_store_that_only_stalls_stops_the_clocks_too() -> None:
    async def main() -> None:
        world, live, _ = await opened()
        world.database.faults.delay = 120.0
        live.take(a_move(live))
        await asyncio.sleep(2.0)
        assert world.owner.house.standstill.is_on
        check = world.owner.store.check()
        assert str(check) == "the database has not answered for 2 s"
        world.database.faults.heal()
        await asyncio.sleep(300.0)
        assert not world.owner.house.standstill.is_on
        assert world.owner.store.check() is None

    run_simulated(main())


@pytest.mark.fault(
    "a client floods the service during an outage",
    sees="nothing more is read from that client until the store answers",
    kept="memory stays bounded",
)
def test_a_client_that_floods_during_an_outage_is_not_read_any_more_and_later_it_is() -> None:
    async def main() -> None:
        world = World()
        assert await world.start("here")
        live = world.owner.house.open(KRAZKI, KRAZKI.start(Random(1)), RULES["krazki"])
        connections = Connections(None)
        host = SeatHost(live, connections)
        wires = [Wire(TableDriver(make_door(KRAZKI), host)) for _ in KRAZKI.seats]
        await asyncio.sleep(1.0)
        world.database.faults.code = sqlite3.SQLITE_IOERR
        first = next(wire for wire in wires if wire.unread)
        first.client_sends(f"210 {a_move(live).move}\n".encode())
        for _ in range(1000):
            first.client_sends(b"nonsense\n" * 10)
        await asyncio.sleep(60.0)
        assert first.paused
        assert live._scribe is not None
        assert len(live._scribe._acts) <= MOST_ACTS + 10
        assert len(first.unsent) > 900
        world.database.faults.heal()
        await asyncio.sleep(5.0)
        assert not first.unsent or first.ended

    run_simulated(main())


def test_more_tables_at_once_than_may_wait_are_slower_and_none_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "MAX_WAITING", 20)

    async def main() -> None:
        world = World()
        assert await world.start("here")
        world.database.faults.delay = 0.2
        host = CodeServer(KRAZKI, lambda: world.owner.house.open(KRAZKI, KRAZKI.start(Random(1)), RULES["krazki"]))
        wires = [Wire(host.new_door()) for _ in range(200)]
        assert world.owner.store.is_full
        await asyncio.sleep(TURN_TIME - 5)
        assert len(world.owner.house.tables) == 100
        assert sum(wire.unread.startswith(b"200") for wire in wires) == 100
        assert not any(wire.ended for wire in wires)

    run_simulated(main())


def test_the_newest_game_of_two_players_is_the_first_to_come_back() -> None:
    async def main() -> None:
        world, older, _ = await opened()
        newer = world.owner.house.open(KRAZKI, KRAZKI.start(Random(2)), RULES["krazki"])
        for seat in KRAZKI.seats:
            newer.sit(seat, f"player {seat}", Door(), Kind.PERSON)
        await asyncio.sleep(1.0)
        newer.take(a_move(newer))
        await asyncio.sleep(1.0)
        world.owner.kill()
        world.database.faults.clock_shift += 60.0
        assert await world.start("elsewhere")
        assert [live.id for live in await world.owner.house.recover()] == [newer.id, older.id]

    run_simulated(main())


def test_a_service_that_lost_its_store_tells_nobody_a_result() -> None:
    async def main() -> None:
        world, live, doors = await opened()
        first = world.owner
        world.database.faults.clock_shift += 60.0
        assert await world.start("elsewhere")
        live.take(a_move(live))
        live.take(Foul("b", "nonsense"))
        await asyncio.sleep(TURN_TIME * 3)
        assert doors["b"].last(Ended) is None
        assert doors["b"].last(Played) is None
        assert first.house.tables[live.id].is_stopped
        assert "now in use by process 2 on elsewhere" in str(first.store.failure)

    run_simulated(main())
