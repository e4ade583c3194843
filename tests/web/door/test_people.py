"""Names and tokens: who holds what, and how little of it is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.support.loop import in_loop

from stolik.lobby.names import name_key
from stolik.service.lobby.held_names import HELD_FOR, HeldNames
from stolik.service.net.clock import Clock
from stolik.store.store import Store, open_store
from stolik.web.door import people as module
from stolik.web.door.names import BadName, check_name, offer_name
from stolik.web.door.people import NameTaken, People


class SlowClock(Clock):
    """A clock that a test moves."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 1e9

    def now(self) -> float:
        return self.time


def people(store: Store | None = None, clock: Clock | None = None) -> People:
    return People(clock or Clock(), store, HeldNames(), lambda name: name == "robot")


async def check_claims(store: Store | None) -> None:
    clock = SlowClock()
    here = people(store, clock)
    ada = await here.claim("Ada")
    assert await here.name_of(ada.token) == "Ada"
    for same in ("Ada", "ADA", "ada", "\uff21da"):
        with pytest.raises(NameTaken, match="taken"):
            await here.claim(same)
    with pytest.raises(NameTaken):
        await here.claim("robot")
    assert await here.name_of(ada.token + "x") is None
    assert await here.name_of("") is None
    clock.time += HELD_FOR / 2
    assert await here.name_of(ada.token) == "Ada"  # and is seen
    clock.time += HELD_FOR * 0.75
    with pytest.raises(NameTaken):
        await here.claim("Ada")
    clock.time += HELD_FOR
    again = await here.claim("ada")
    assert (await here.name_of(ada.token), await here.name_of(again.token)) == (None, "ada")


@in_loop
async def test_of_two_names_that_look_alike_and_are_claimed_at_once_one_is_held(tmp_path: Path) -> None:
    async with open_store(tmp_path / "stolik.db") as store:
        here = people(store)
        claims = await asyncio.gather(*map(here.claim, ("Paul", "P\u0430ul")), return_exceptions=True)
        assert sum(isinstance(claim, NameTaken) for claim in claims) == 1


@in_loop
async def test_without_a_store_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_IN_MEMORY", 3)
    here = people()
    claimed = [await here.claim(f"Person{number}") for number in range(5)]
    assert [await here.name_of(each.token) for each in claimed] == [None, None, "Person2", "Person3", "Person4"]
    assert len(here._held) == len(here._by_token) == 3


@in_loop
async def test_a_name_is_its_holders_until_long_after_they_were_here() -> None:
    await check_claims(None)


@in_loop
async def test_a_name_in_the_store_is_its_holders_too(tmp_path: Path) -> None:
    async with open_store(tmp_path / "stolik.db") as store:
        await check_claims(store)


@in_loop
async def test_a_token_is_known_after_a_restart_and_is_not_written_down(tmp_path: Path) -> None:
    file = tmp_path / "stolik.db"
    async with open_store(file) as store:
        ada = await people(store).claim("Ada")
    async with open_store(file) as store:
        assert await people(store).name_of(ada.token) == "Ada"
    written = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"Ada" in written
    assert ada.token.encode() not in written


@in_loop
async def test_names_are_offered_in_plain_letters() -> None:
    here = people()
    offered = [await here.claim(None) for _ in range(50)]
    assert len({each.name for each in offered}) == 50
    assert all(each.name == check_name(each.name) and each.name.isascii() for each in offered)


@pytest.mark.parametrize("name", ["", " ", "a b", "a~b", "x" * 33, "\t", "a\u00a0b", "\u200b", "\x7f"])
def test_what_is_no_name_is_refused_in_words(name: str) -> None:
    with pytest.raises(BadName, match="1 to 32 printable characters"):
        check_name(name)


def test_names_are_compared_without_capitals_and_fonts() -> None:
    assert name_key("ŻÓŁW") == name_key("żółw")
    assert name_key("Straße") == name_key("STRASSE")
    assert check_name("z\u0307o\u0301łw") == "żółw"
    assert check_name(offer_name())


@pytest.mark.parametrize("alike", ["\u0410da", "Ad\u0430", "Ada\ufe0f", "\u0391da"])
@in_loop
async def test_a_name_that_looks_like_one_that_is_held_is_refused(alike: str) -> None:
    here = people()
    await here.claim("Ada")
    with pytest.raises(NameTaken, match=r"looks like Ada|is taken"):
        await here.claim(alike)


def test_an_address_is_no_name() -> None:
    for address in ("192.0.2.1:4000", "2001:db8::1:4000"):
        with pytest.raises(BadName, match="address"):
            check_name(address)
