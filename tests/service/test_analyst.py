from __future__ import annotations

import os
from contextlib import aclosing
from pathlib import Path
from random import Random

import pytest
from tests.support.loop import in_loop

from stolik.games import krazki
from stolik.players.analysis import analyse, make_critic
from stolik.service.analyst import Finished, opinions


def a_game() -> tuple[str, tuple[str, ...]]:
    rng = Random(4)
    start = position = krazki.random_position(rng)
    moves: list[str] = []
    while position.turn is not None:
        move = rng.choice(position.moves())
        moves.append(krazki.write_move(move))
        position = position.play(move)
    return krazki.write_position(start), tuple(moves)


def children() -> set[str]:
    """The processes that this one started and that have not ended."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


@in_loop
async def test_another_process_has_the_same_opinions() -> None:
    setup, moves = a_game()
    here = analyse(krazki.GAME, krazki.read_position(setup), moves, make_critic("krazki"))
    assert [one async for one in opinions(Finished("krazki", setup, moves))] == list(here)


@in_loop
async def test_what_cannot_be_judged_says_why() -> None:
    setup, _ = a_game()
    with pytest.raises(ValueError, match="move 1, 'x'"):
        await anext(opinions(Finished("krazki", setup, ("x",))))


@in_loop
async def test_who_hears_enough_ends_the_process() -> None:
    setup, moves = a_game()
    before = children()
    async with aclosing(opinions(Finished("krazki", setup, moves))) as some:
        assert (await anext(some)).ply == 1
        assert len(children() - before) == 1
    assert children() == before
