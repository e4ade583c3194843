"""Names in the store: one holder each, in both databases."""

from __future__ import annotations

from tests.support.loop import in_loop

from stolik.store.store import open_store
from stolik.store.stored import Session

NAMES = 5
ADA = Session("ada", "Ada", "hash one", 10.0, 10.0)
RIVAL = Session("ada", "ADA", "hash two", 20.0, 20.0)


@in_loop
async def test_the_first_to_claim_a_name_holds_it(database: str) -> None:
    async with open_store(database) as store:
        await store.hold_name(ADA, free_before=0.0)
        await store.hold_name(RIVAL, free_before=0.0)
        assert await store.session_of("hash one") == ADA
        assert await store.session_of("hash two") is None


@in_loop
async def test_claims_at_the_same_moment_have_one_winner(database: str) -> None:
    async with open_store(database) as store:
        for claim in [store.hold_name(each, free_before=0.0) for each in (RIVAL, ADA)]:
            await claim
        assert [await store.session_of(each.token) for each in (RIVAL, ADA)] == [RIVAL, None]


@in_loop
async def test_a_holder_holds_on_and_a_name_that_is_not_used_is_free(database: str) -> None:
    async with open_store(database) as store:
        await store.hold_name(ADA, free_before=0.0)
        seen = Session("ada", "Ada", "hash one", 10.0, 15.0)
        await store.hold_name(seen, free_before=5.0)
        assert await store.session_of("hash one") == seen
        await store.hold_name(RIVAL, free_before=15.0)
        assert await store.session_of("hash two") is None
        await store.hold_name(RIVAL, free_before=16.0)
        found = await store.session_of("hash two")
        assert found is not None
        assert (found.name, found.seen) == ("ADA", 20.0)
        assert await store.session_of("hash one") is None


@in_loop
async def test_names_that_were_not_used_for_long_are_deleted_the_oldest_first_and_a_few_at_a_time(
    database: str,
) -> None:
    async with open_store(database) as store:
        for number in reversed(range(NAMES)):
            name = f"name{number}"
            await store.hold_name(Session(name, name, f"hash {name}", 0.0, float(number)), free_before=0.0)
        assert await store.forget_names(3.0, 2) == 2
        assert [name for name, _ in await store.held_names(0.0, NAMES)] == ["name4", "name3", "name2"]
        assert await store.forget_names(3.0, 2) == 1
        assert await store.forget_names(3.0, 2) == 0
        assert await store.session_of("hash name2") is None
        assert await store.session_of("hash name3") is not None
