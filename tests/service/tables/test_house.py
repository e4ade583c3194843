"""The house: tables that are told of only when they are on disk, and that come back after a crash."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from tests.support.store import second_hand

from stolik.contract import Ending, Kind, Player
from stolik.contract.registry import all_games
from stolik.service.net.clock import Clock
from stolik.service.net.loop import run
from stolik.service.tables.house import House
from stolik.service.tables.live_table import LiveTable
from stolik.store.errors import ReadFailed
from stolik.store.store import Store, open_store
from stolik.table.events import Ended, Event, Played, Shown
from stolik.table.inputs import Cancel, Leave, Play
from stolik.table.table import Stage


class Listener:
    def __init__(self) -> None:
        self.heard: list[Event] = []
        self.news = asyncio.Event()

    def hear(self, event: Event) -> None:
        self.heard.append(event)
        self.news.set()

    async def until(self, kind: type[Event], count: int = 1) -> list[Event]:
        """All events of that kind, once there are so many."""
        while sum(isinstance(event, kind) for event in self.heard) < count:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 20)
        return [event for event in self.heard if isinstance(event, kind)]


def new_othello(house: House) -> LiveTable:
    game = all_games()["othello"]
    return house.open(game, game.start(Random(1)), game.house_rules)


def sit_both(live: LiveTable) -> tuple[Listener, Listener]:
    black, white = Listener(), Listener()
    live.sit("black", "Ada", black, Kind.PERSON)
    live.sit("white", "Bob", white, Kind.PERSON)
    return black, white


def with_store(path: Path, main: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def opened() -> None:
        async with open_store(path) as store:
            await main(store)

    run(opened())


def test_without_a_store_a_table_lives_and_ends_in_the_house() -> None:
    async def main() -> None:
        house = House(Clock())
        changes: list[tuple[str, Stage]] = []
        house.on_change.append(lambda live: changes.append((live.id, live.stage)))
        live = new_othello(house)
        assert house.tables == {live.id: live}
        black, _ = sit_both(live)
        live.take(Cancel("black"))
        assert isinstance(black.heard[-1], Ended)
        assert house.tables == {}
        assert changes[0] == (live.id, Stage.GATHERING)
        assert changes[-1] == (live.id, Stage.OVER)
        assert await house.recover() == []

    run(main())


def test_a_move_is_on_disk_before_anyone_is_told_of_it(tmp_path: Path) -> None:
    async def main(store: Store) -> None:
        live = new_othello(House(Clock(), store))
        black, white = sit_both(live)
        live.take(Play("black", "f5"))
        assert not any(isinstance(event, Played) for event in white.heard)
        await white.until(Played)
        record = (await store.load(live.id)).record
        assert record.entries[-1].input == Play("black", "f5")
        assert await black.until(Played)

    with_store(tmp_path / "db", main)


@pytest.mark.fault(
    "the package of a game is uninstalled, and the service started again",
    sees="the tables of that game are not there; all others come back",
    kept="everything; the tables come back when the package is installed again",
)
def test_a_table_of_a_game_that_is_not_installed_any_more_waits_and_the_others_come_back(tmp_path: Path) -> None:
    othello = all_games()["othello"]

    async def before(store: Store) -> None:
        house = House(Clock(), store)
        for game in (othello, replace(othello, name="chess")):
            _, white = sit_both(house.open(game, game.start(Random(1)), game.house_rules))
            await white.until(Shown)

    async def after(store: Store) -> None:
        assert [live.game.name for live in await House(Clock(), store).recover()] == ["othello"]
        assert {stored.facts.game for stored in await store.load_unfinished()} == {"othello", "chess"}

    with_store(tmp_path / "db", before)
    with_store(tmp_path / "db", after)


@pytest.mark.fault(
    "the record of one game in the store is damaged",
    sees="that game does not come back, and its replay cannot be opened; all other games go on",
    kept="all other games; the log names the damaged one",
)
def test_a_damaged_record_does_not_keep_other_tables_from_coming_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ids: list[str] = []

    async def before(store: Store) -> None:
        house = House(Clock(), store)
        for _ in range(3):
            live = new_othello(house)
            ids.append(live.id)
            _, white = sit_both(live)
            await white.until(Shown)

    async def after(store: Store) -> None:
        assert {live.id for live in await House(Clock(), store).recover()} == {ids[0], ids[2]}
        with pytest.raises(ReadFailed, match="a record in the store is damaged"):
            await store.load(ids[1])

    with_store(tmp_path / "db", before)
    with_store(tmp_path / "db", damage_record(tmp_path / "db", ids))
    with_store(tmp_path / "db", after)
    assert f"record damaged table={ids[1]}" in caplog.text


def damage_record(database: Path, ids: list[str]) -> Callable[[Store], Coroutine[Any, Any, None]]:
    """Moves the log to the records, and spoils the second of them."""

    async def damage(store: Store) -> None:
        await store.append(ids[0], 2, 1e9, Leave("black"))
        await store.written()
        with second_hand(str(database)) as engine, engine.begin() as connection:
            spoil = "UPDATE records SET lines = substr(lines, 1, length(lines) - 5) WHERE table_id = :id"
            assert connection.execute(text(spoil), {"id": ids[1]}).rowcount == 1

    return damage


def test_a_crash_brings_every_table_back_and_players_into_it(tmp_path: Path) -> None:
    id_ = ""

    async def before(store: Store) -> None:
        nonlocal id_
        live = new_othello(House(Clock(), store))
        id_ = live.id
        _, white = sit_both(live)
        live.take(Play("black", "f5"))
        await white.until(Played)

    async def after(store: Store) -> None:
        house = House(Clock(), store)
        [live] = await house.recover()
        assert live.id == id_
        assert live.stage is Stage.SUSPENDED
        assert live.kept_for == {"black": Player("Ada", Kind.PERSON), "white": Player("Bob", Kind.PERSON)}
        black, white = sit_both(live)
        [shown] = await white.until(Shown)
        assert isinstance(shown, Shown)
        assert shown.view.discs == {"black": 4, "white": 1}
        live.take(Play("white", "f6"))
        await black.until(Played)
        live.take(Cancel("white"))
        [ended] = await black.until(Ended)
        assert isinstance(ended, Ended)
        assert ended.ending is Ending.CANCELLED
        assert (await store.load(id_)).facts.outcome == ended
        assert house.tables == {}

    with_store(tmp_path / "db", before)
    with_store(tmp_path / "db", after)


def test_a_table_whose_record_cannot_be_written_does_not_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main(store: Store) -> None:
        house = House(Clock(), store)
        live = new_othello(house)
        black, white = sit_both(live)
        await white.until(Shown)
        await store.close()
        live.take(Play("black", "f5"))
        for door in (black, white):
            [ended] = await door.until(Ended)
            assert isinstance(ended, Ended)
            assert ended.ending is Ending.ABANDONED
            assert "cannot be kept" in ended.reason
        assert not any(isinstance(event, Played) for event in white.heard)
        assert house.tables == {}

    with_store(tmp_path / "db", main)
    assert "broken" in caplog.text


def test_a_table_that_another_process_has_taken_stands_still_here_and_nobody_is_told_a_result(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            open_store(tmp_path / "s.db", alone=False) as here,
            open_store(tmp_path / "s.db", alone=False) as there,
        ):
            house = House(Clock(), here)
            live, other = new_othello(house), new_othello(house)
            black, _ = sit_both(live)
            await black.until(Shown)
            with second_hand(f"sqlite:///{tmp_path / 's.db'}") as engine, engine.begin() as connection:
                connection.execute(
                    text("UPDATE leases SET expires = 0 WHERE fence = :here"), {"here": here._writer.fence}
                )
            assert set(await there.take_over()) == {live.id, other.id}
            live.take(Play("black", "d3"))
            while live.id in house.tables:
                await asyncio.sleep(0.01)
            assert live.is_stopped
            assert not any(isinstance(event, Played | Ended) for event in black.heard)
            assert (await there.load(live.id)).facts.outcome is None
            assert len(await there.load_unfinished()) == 2

    run(main())
