"""Replays and exports: made in a thread, once, in fair turns."""

from __future__ import annotations

import asyncio
import threading
from random import Random

import pytest
from tests.support.loop import in_loop

from stolik.service.net.limits import Limits
from stolik.web.messages.problems import Problem
from stolik.web.records.renderings import MOST_WAITING_EACH, PIECE, File, Make, Renderings


class Kitchen:
    """Makes files, slowly if it is told to, and counts them."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.threads: set[str] = set()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def make(self, name: str) -> File:
        self.may_go_on.wait(60)
        self.made.append(name)
        self.threads.add(threading.current_thread().name)
        return File(name, name.encode() * 100, "text/plain")

    async def find(self, name: str) -> Make:
        return lambda: self.make(name)


def ask(renderings: Renderings, kitchen: Kitchen, name: str, address: str = "here") -> asyncio.Future[bytes]:
    async def wait() -> bytes:
        return b"".join((await renderings.of((name,), address, lambda: kitchen.find(name))).pieces())

    return asyncio.ensure_future(wait())


@in_loop
async def test_a_game_is_made_once_outside_the_loop_and_kept() -> None:
    renderings, kitchen = Renderings(Limits()), Kitchen()
    together = [ask(renderings, kitchen, "game") for _ in range(20)]
    assert set(await asyncio.gather(*together)) == {b"game" * 100}
    assert await ask(renderings, kitchen, "game") == b"game" * 100
    assert kitchen.made == ["game"]
    assert threading.current_thread().name not in kitchen.threads


@in_loop
async def test_the_oldest_are_forgotten_when_there_are_too_many() -> None:
    renderings, kitchen = Renderings(Limits(), most_bytes=100), Kitchen()
    for name in ("a", "b", "a", "c", "d", "e", "f", "a"):
        await ask(renderings, kitchen, name)
    assert kitchen.made.count("a") == 2


@in_loop
async def test_one_address_that_asks_for_many_does_not_make_another_wait_and_is_refused_at_last() -> None:
    limits = Limits()
    renderings, kitchen = Renderings(limits), Kitchen()
    kitchen.may_go_on.clear()
    greedy = [ask(renderings, kitchen, f"greedy {number}", "greedy") for number in range(MOST_WAITING_EACH + 11)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    modest = ask(renderings, kitchen, "modest", "elsewhere")
    await asyncio.sleep(0)
    kitchen.may_go_on.set()
    results = await asyncio.gather(*greedy, return_exceptions=True)
    await modest
    assert kitchen.made.index("modest") <= 2
    refused = [result for result in results if isinstance(result, Problem)]
    assert len(refused) == limits.counts["replays"] == 11


@in_loop
async def test_what_cannot_be_made_is_said_to_everybody_who_asked_and_is_tried_again() -> None:
    renderings, tries = Renderings(Limits()), 0

    async def find() -> Make:
        nonlocal tries
        tries += 1
        raise ValueError("no such notation")

    for _ in range(2):
        with pytest.raises(ValueError, match="no such"):
            await renderings.of(("x",), "here", find)
    assert tries == 2


@pytest.mark.parametrize("content", [b"", b"x" * (3 * PIECE + 1), Random(1).randbytes(2 * PIECE)])
@in_loop
async def test_a_long_file_is_unpacked_piece_by_piece(content: bytes) -> None:
    async def find() -> Make:
        return lambda: File("long", content, "text/plain")

    made = await Renderings(Limits()).of(("long",), "here", find)
    pieces = list(made.pieces())
    assert b"".join(pieces) == content
    assert made.size == len(content)
    assert all(len(piece) <= PIECE for piece in pieces)
