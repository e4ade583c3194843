"""What was thought of finished games."""

from __future__ import annotations

import pytest
from tests.support.loop import in_loop

from stolik.store.errors import WriteFailed
from stolik.store.store import open_store


@in_loop
async def test_opinions_are_kept_by_game_and_version(database: str) -> None:
    async with open_store(database) as store:
        await store.keep_opinions("a", "1.0", "[1]")
        await store.keep_opinions("b", "1.0", "[2]")
    async with open_store(database) as store:
        assert [await store.opinions_of(game, "1.0") for game in ("a", "b", "c")] == ["[1]", "[2]", None]
        assert await store.opinions_of("a", "1.1") is None
        await store.keep_opinions("a", "1.1", "[3]")
        assert [await store.opinions_of("a", version) for version in ("1.0", "1.1")] == [None, "[3]"]


@in_loop
async def test_nothing_is_kept_by_a_store_that_is_closed(database: str) -> None:
    async with open_store(database) as store:
        pass
    with pytest.raises(WriteFailed, match="closed"):
        await store.keep_opinions("a", "1.0", "[]")
