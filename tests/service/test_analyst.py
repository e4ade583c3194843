from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.loop import in_loop

from stolik.games import find_game, kierki, krazki
from stolik.players.analysis import Opinion, analyse, make_critic
from stolik.service.analyst import Finished, opinions
from stolik.service.nursery import ANALYST
from stolik.service.worker_process import Nursery


def a_game() -> tuple[str, tuple[str, ...]]:
    rng = Random(4)
    start = position = krazki.random_position(rng)
    moves: list[str] = []
    while position.turn is not None:
        move = rng.choice(position.moves())
        moves.append(krazki.write_move(move))
        position = position.play(move)
    return krazki.write_position(start), tuple(moves)


@asynccontextmanager
async def a_nursery() -> AsyncIterator[Nursery]:
    nursery = Nursery()
    try:
        yield nursery
    finally:
        await nursery.close()


def opinions_of(nursery: Nursery, *finished: Any) -> AsyncGenerator[Opinion, None]:
    return opinions(partial(nursery.line_to, ANALYST), Finished(*finished))


def children(nursery: Nursery) -> set[str]:
    """The processes that came from the nursery and have not ended."""
    assert nursery._running is not None
    number = nursery._running[0].pid
    return set(Path(f"/proc/{number}/task/{number}/children").read_text().split())


@in_loop
async def test_another_process_has_the_same_opinions() -> None:
    setup, moves = a_game()
    here = analyse(krazki.GAME, krazki.read_position(setup), moves, make_critic("krazki"))
    async with a_nursery() as nursery:
        assert [one async for one in opinions_of(nursery, "krazki", setup, moves)] == list(here)


@in_loop
async def test_what_cannot_be_judged_says_why() -> None:
    setup, _ = a_game()
    async with a_nursery() as nursery:
        with pytest.raises(ValueError, match="move 1, 'x'"):
            await anext(opinions_of(nursery, "krazki", setup, ("x",)))


@in_loop
async def test_who_hears_enough_ends_the_process() -> None:
    pytest.importorskip("numba")
    start = kierki.random_match(Random(4), [1])
    game = find_game("kierki")
    moves = (game.write_move(start.moves()[0]),)
    async with a_nursery() as nursery:
        some = opinions_of(nursery, "kierki", game.write(start), moves, 600)
        first = asyncio.ensure_future(anext(some))
        while nursery._running is None or not children(nursery):
            await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.wait([first])
        while children(nursery):
            await asyncio.sleep(0.01)
