"""Names in the store: one holder each, in both databases."""

from __future__ import annotations

from tests.support.loop import in_loop

from stolik.store.store import open_store
from stolik.store.stored import Session

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
