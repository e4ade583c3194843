from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.support.loop import in_loop
from tests.support.random_games import random_game

from stolik.contract.registry import all_games, find_game
from stolik.players.analysis import Opinion, analyse, make_critic, play_on
from stolik.service.bots.analyst import Finished, last_position, moves_after, opinions
from stolik.service.bots.nursery import ANALYST
from stolik.service.bots.worker_process import Nursery

SECONDS = 0.002


def a_game(name: str, most: int) -> tuple[str, tuple[str, ...]]:
    start, moves = random_game(name, 4, most)
    return find_game(name).write(start), tuple(moves)


@asynccontextmanager
async def a_nursery() -> AsyncIterator[Nursery]:
    nursery = Nursery()
    try:
        yield nursery
    finally:
        await nursery.close()


def opinions_of(nursery: Nursery, *finished: Any) -> AsyncGenerator[Opinion, None]:
    return opinions(partial(nursery.fork, ANALYST), Finished(*finished))


def children(nursery: Nursery) -> set[str]:
    """The processes that came from the nursery and have not ended."""
    assert nursery._running is not None
    number = nursery._running[0].pid
    return set(Path(f"/proc/{number}/task/{number}/children").read_text().split())


@pytest.mark.parametrize("name", all_games())
@in_loop
async def test_another_process_has_the_same_opinions(name: str) -> None:
    pytest.importorskip("numba")
    game, (setup, moves) = find_game(name), a_game(name, 12)
    here = analyse(game, game.read(setup), moves, make_critic(name, SECONDS))
    async with a_nursery() as nursery:
        assert [one async for one in opinions_of(nursery, name, setup, moves, SECONDS)] == list(here)


@in_loop
async def test_another_process_plays_on_from_a_game() -> None:
    game, (setup, moves) = find_game("krazki"), a_game("krazki", 3)
    finished = Finished("krazki", setup, moves, play_on=4)
    here = play_on(game, last_position(finished), make_critic("krazki"), 4)
    async with a_nursery() as nursery:
        assert [one async for one in moves_after(partial(nursery.fork, ANALYST), finished)] == list(here)


@in_loop
async def test_what_cannot_be_judged_says_why() -> None:
    setup, _ = a_game("krazki", 0)
    async with a_nursery() as nursery:
        with pytest.raises(ValueError, match="move 1, 'x'"):
            await anext(opinions_of(nursery, "krazki", setup, ("x",)))


@in_loop
async def test_who_hears_enough_ends_the_process() -> None:
    pytest.importorskip("numba")
    setup, moves = a_game("kierki", 1)
    async with a_nursery() as nursery:
        some = opinions_of(nursery, "kierki", setup, moves, 600)
        first = asyncio.ensure_future(anext(some))
        while nursery._running is None or not children(nursery):
            await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.wait([first])
        while children(nursery):
            await asyncio.sleep(0.01)
