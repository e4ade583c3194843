"""Bots think in fair turns: tables of bots alone do not delay a table where somebody plays."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from tests.service.tables.test_abandoned import ALONE
from tests.support.loop import in_loop
from tests.support.workers import InThread, Made

from stolik.contract import Kind
from stolik.contract.registry import all_games
from stolik.service import arena as module
from stolik.service.arena import Arena, TooManyTables
from stolik.service.bots.bot_worker import ChosenMove, Question
from stolik.service.bots.bots import Bots
from stolik.service.bots.worker_pool import Turn, WorkerPool, free_cores
from stolik.service.tables.new_table import NewTable, SeatFor

VIEW = all_games()["krazki"].start(Random(3)).view("b")
MANY = 300


class Scribbler(InThread):
    """Writes down what it was asked, and answers in the next turn of the loop."""

    def __init__(self, asked: list[str]) -> None:
        super().__init__()
        self._asked = asked

    async def ask(self, question: Question) -> ChosenMove:
        """An answer that nobody checks."""
        await asyncio.sleep(0)
        self._asked.append(question.seed if question.view is not None else "load")
        return ChosenMove("1")


@in_loop
async def test_a_table_with_somebody_does_not_wait_for_three_hundred_tables_of_bots() -> None:
    asked: list[str] = []
    pool = WorkerPool(Made(Scribbler, asked))

    async def choose(seed: str, turn: Turn) -> None:
        await pool.choose("krazki", "random", seed, VIEW, None, None, turn)

    greedy = [choose(f"bots {number}", Turn(f"maker {number % 3}", urgent=False)) for number in range(MANY)]
    await asyncio.gather(*greedy, choose("person", Turn("Ada")))
    assert asked.index("person") <= 2 * free_cores()
    assert len(asked) == MANY + 1
    await pool.close()


@in_loop
async def test_of_tables_of_bots_those_of_one_maker_share_their_turns() -> None:
    asked: list[str] = []
    pool = WorkerPool(Made(Scribbler, asked))

    async def choose(seed: str, maker: str) -> None:
        await pool.choose("krazki", "random", seed, VIEW, None, None, Turn(maker, urgent=False))

    await asyncio.gather(*(choose("greedy", "greedy") for _ in range(MANY)), choose("modest", "modest"))
    assert asked.index("modest") <= 3 * free_cores()
    await pool.close()


@in_loop
async def test_a_player_is_loaded_once_however_many_bots_sit_down() -> None:
    asked: list[str] = []
    pool = WorkerPool(Made(Scribbler, asked))
    for _ in range(MANY):
        pool.prepare("krazki", "random")
    await pool.choose("krazki", "random", "first", VIEW, None)
    assert asked.count("load") <= 1
    await pool.close()


@in_loop
async def test_there_is_a_bound_on_tables_of_bots_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BOT_TABLES", 2)
    alone = NewTable("krazki", {seat: SeatFor(Kind.BOT, "random") for seat in "bc"})
    async with Arena(ALONE) as arena:
        arena.bots = Bots(Made())
        tables = [await arena.open_table(alone, maker="Ada") for _ in range(2)]
        with pytest.raises(TooManyTables, match="2 tables of bots"):
            await arena.open_table(alone)
        await arena.open_table(NewTable("krazki", {"b": SeatFor(Kind.BOT, "random")}))
        async with asyncio.timeout(60):
            while not all(live.is_over for live in tables):
                await asyncio.sleep(0.01)
        await arena.open_table(alone)
        assert arena.limits.counts["tables of bots"] == 1
