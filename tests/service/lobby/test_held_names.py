"""Names that people hold: few of them in memory, all of them safe."""

from __future__ import annotations

import asyncio

import pytest
from tests.support.loop import in_loop

from stolik.lobby.names import name_key
from stolik.service.lobby import held_names
from stolik.service.lobby.held_names import HELD_FOR, HeldNames
from stolik.service.net.clock import Clock
from stolik.store.store import Store, open_store
from stolik.store.stored import Session

NOW = 1e9
NAMES = [f"Person{number}" for number in range(10)]
MOST = 3


async def hold_all(store: Store) -> None:
    for number, name in enumerate(NAMES):
        session = Session(name_key(name), name, f"hash {name}", NOW + number, NOW + number)
        await store.hold_name(session, NOW - HELD_FOR)


@in_loop
async def test_a_name_that_is_not_in_memory_is_found_in_the_store(database: str) -> None:
    async with open_store(database) as store:
        names = HeldNames(MOST)
        await names.load(store, NOW)
        await hold_all(store)
        for name in NAMES:
            names.hold(name, NOW)
        assert len(names._holders) <= 2 * MOST
        for name in NAMES:
            assert await names.like(name, NOW) == name
            assert await names.like(name.replace("o", "\u043e"), NOW) == name
        assert await names.like("Ada", NOW) is None


@in_loop
async def test_a_service_that_starts_reads_the_last_used_names_and_asks_for_the_others(database: str) -> None:
    async with open_store(database) as store:
        await hold_all(store)
        names = HeldNames(MOST)
        await names.load(store, NOW)
        assert {holder.name for holder in names._holders.values()} <= set(NAMES[-MOST - 1 :])
        assert [await names.like(name.upper(), NOW) for name in NAMES] == NAMES


@in_loop
async def test_a_name_in_the_store_is_free_when_it_was_not_used_for_long(database: str) -> None:
    async with open_store(database) as store:
        await hold_all(store)
        names = HeldNames(MOST)
        await names.load(store, NOW)
        later = NOW + HELD_FOR + 5.5
        assert [await names.like(name, later) for name in NAMES] == [None] * 6 + NAMES[6:]


@in_loop
async def test_without_a_store_the_oldest_names_are_free_again() -> None:
    names = HeldNames(MOST)
    for name in NAMES:
        names.hold(name, NOW)
    assert len(names._holders) <= 2 * MOST
    assert await names.like(NAMES[0], NOW) is None
    assert await names.like(NAMES[-1], NOW) == NAMES[-1]


@in_loop
async def test_expired_names_leave_the_store_while_the_service_runs(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_names, "FORGET_AT_ONCE", 2)
    monkeypatch.setattr(held_names, "PAUSE", 0.0)
    clock = Clock()
    expired = clock.now() - HELD_FOR - 60.0
    async with open_store(database) as store:
        for number, name in enumerate(NAMES):
            seen = expired if number < 5 else clock.now()
            await store.hold_name(Session(name_key(name), name, f"hash {name}", seen, seen), 0.0)
        names = HeldNames()
        await names.load(store, clock.now())
        names.start(clock)
        async with asyncio.timeout(60):
            while len(await store.held_names(0.0, 100)) > 5:
                await asyncio.sleep(0.01)
        names.stop()
        assert {name for name, _ in await store.held_names(0.0, 100)} == set(NAMES[5:])
        assert await names.like(NAMES[-1], clock.now()) == NAMES[-1]
