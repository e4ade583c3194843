"""Tables that nobody comes to: they end after a set time, and hold no port that somebody else needs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import structs
from tests.service.tables.test_desks import two_free_ports
from tests.support.loop import in_loop
from tests.support.simulated import run_simulated
from tests.support.workers import Made

from stolik.contract import Ending, Kind
from stolik.contract.registry import all_games
from stolik.service.arena import Arena
from stolik.service.bots.bots import Bots
from stolik.service.settings import Settings
from stolik.service.tables.live_table import LiveTable
from stolik.service.tables.new_table import NewTable, SeatFor
from stolik.service.tables.sweep import FORGOTTEN, Sweep
from stolik.table.events import Event
from stolik.table.table import Stage

ALONE = Settings(no_db=True, game_ports=dict.fromkeys(all_games(), 0), table_ports=(0, 0), host="127.0.0.1")
WITH_BOTS = NewTable("kierki", {seat: SeatFor(Kind.BOT, "duck") for seat in "NES"})
LIMIT = ALONE.abandoned_after


class Silent:
    """Sits, hears everything and says nothing."""

    def hear(self, event: Event) -> None:
        pass


def sit_and_leave(live: LiveTable) -> None:
    """Somebody takes the seat W, so that the game begins, and goes."""
    somebody = Silent()
    live.sit("W", "Ada", somebody, Kind.PERSON)
    assert live.stage is Stage.PLAYING
    live.leave("W", somebody)


def outcome(live: LiveTable) -> tuple[Ending, str]:
    assert live.outcome is not None
    return live.outcome.ending, live.outcome.reason


@pytest.mark.fault(
    "a person leaves a game against bots, and does not come back",
    sees="the game ends after an hour (`--abandoned-after`), and the list says who left it",
    kept="the record of the game",
)
def test_a_match_that_people_left_ends_after_the_set_time() -> None:
    async def match() -> None:
        async with Arena(ALONE) as arena:
            arena.bots = Bots(Made())
            live = await arena.open_table(WITH_BOTS)
            sit_and_leave(live)
            await asyncio.sleep(LIMIT - 1)
            assert live.stage is Stage.SUSPENDED
            await asyncio.sleep(100)
            assert outcome(live) == (Ending.GONE, "W left the game")

    run_simulated(match())


def test_a_match_that_somebody_comes_back_to_goes_on() -> None:
    async def match() -> None:
        async with Arena(ALONE) as arena:
            arena.bots = Bots(Made())
            live = await arena.open_table(WITH_BOTS)
            sit_and_leave(live)
            await asyncio.sleep(LIMIT - 100)
            sit_and_leave(live)
            await asyncio.sleep(LIMIT - 100)
            assert live.stage is Stage.SUSPENDED

    run_simulated(match())


@pytest.mark.fault(
    "nobody comes back to a game after a restart",
    sees="the game ends as abandoned, without a result, after an hour (`--abandoned-after`)",
    kept="the record of the game",
)
@in_loop
async def test_a_match_that_nobody_comes_back_to_after_a_restart_ends_too(tmp_path: Path) -> None:
    kept = structs.replace(ALONE, no_db=False, db=str(tmp_path / "stolik.db"))
    async with Arena(kept) as arena:
        sit_and_leave(await arena.open_table(WITH_BOTS))
    async with Arena(kept) as arena:
        [live] = arena.house.tables.values()
        sweep = Sweep(arena.house.tables, kept.abandoned_after)
        for now in (0.0, LIMIT - 1):
            sweep.look(now)
            assert not live.is_over
        sweep.look(LIMIT)
        assert outcome(live)[0] is Ending.ABANDONED
    async with Arena(kept) as arena:
        assert not arena.house.tables


@in_loop
async def test_a_hundred_abandoned_tables_leave_every_port_free() -> None:
    async with Arena(structs.replace(ALONE, table_ports=two_free_ports())) as arena:
        for _ in range(100):
            sit_and_leave(await arena.open_table(WITH_BOTS))
        live = await arena.open_table(NewTable("kierki", {"N": SeatFor(Kind.PROGRAM)}))
        assert live.port is not None


@pytest.mark.fault(
    "every port for tables is taken, by tables where no program is",
    sees="a new table gets the port of one of them, whose game goes on without a port",
    kept="everything",
)
@in_loop
async def test_a_table_whose_program_never_came_gives_its_port_to_a_new_table() -> None:
    ports = two_free_ports()
    wanted = NewTable("kierki", {"N": SeatFor(Kind.PROGRAM)})
    async with Arena(structs.replace(ALONE, table_ports=ports)) as arena:
        tables = [await arena.open_table(wanted) for _ in range(100)]
        assert [live.port for live in tables[-2:]] == list(ports)
        assert all(live.port is None and not live.is_over for live in tables[:-2])


@in_loop
async def test_a_port_that_a_program_uses_is_not_taken_away() -> None:
    ports = two_free_ports()
    wanted = NewTable("kierki", {"N": SeatFor(Kind.PROGRAM)})
    async with Arena(structs.replace(ALONE, table_ports=ports)) as arena:
        first = await arena.open_table(wanted)
        _, writer = await asyncio.open_connection("127.0.0.1", first.port)
        writer.write(b"IAMN\r\n")
        while "N" not in first.players:
            await asyncio.sleep(0.01)
        for _ in range(5):
            assert (await arena.open_table(wanted)).port == ports[1]
        assert first.port == ports[0]
        writer.close()


@in_loop
async def test_whoever_holds_most_unused_ports_loses_one_first() -> None:
    ports = two_free_ports()
    wanted = NewTable("kierki", {"N": SeatFor(Kind.PROGRAM)})
    async with Arena(structs.replace(ALONE, table_ports=(ports[0], ports[1]))) as arena:
        mine = await arena.open_table(wanted, holder="me")
        for _ in range(10):
            await arena.open_table(wanted, holder="greedy")
        assert mine.port == ports[0]


def test_a_table_that_has_not_begun_waits_for_less_long() -> None:
    async def wait() -> None:
        async with Arena(ALONE) as arena:
            live = await arena.open_table(NewTable("othello"))
            await asyncio.sleep(FORGOTTEN - 1)
            assert not live.is_over
            await asyncio.sleep(100)
            assert outcome(live) == (Ending.ABANDONED, "the table was put away before the game began")

    run_simulated(wait())
