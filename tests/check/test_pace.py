"""Waiting is fair: what a busy machine takes away is not counted."""

from __future__ import annotations

import asyncio

from stolik.check.pace import Pace


class Starved:
    """A program that gets no processor for a while."""

    def __init__(self, delays: list[float]) -> None:
        self.delays = delays
        self.asked = 0

    def delay(self) -> float:
        self.asked += 1
        return self.delays.pop(0) if len(self.delays) > 1 else self.delays[0]

    def is_working(self) -> bool:
        return False


def test_what_comes_is_waited_for_and_what_does_not_is_given_up() -> None:
    async def wait() -> tuple[bool, bool]:
        async with Pace(0.2) as pace:
            changed, come = asyncio.Event(), []

            def comes() -> None:
                come.append(1)
                changed.set()

            asyncio.get_running_loop().call_later(0.05, comes)
            return await pace.until(changed, lambda: bool(come), 20), await pace.until(changed, lambda: False)

    assert asyncio.run(wait()) == (True, False)


def test_a_wait_is_longer_when_the_program_got_no_processor() -> None:
    async def wait() -> int:
        load = Starved([0.0, 0.2, 0.2])
        async with Pace(0.1) as pace:
            assert not await pace.with_load(load).until(asyncio.Event(), lambda: False)
        return load.asked

    # Once at the beginning, once when the time was up, and once more after the extension.
    assert asyncio.run(wait()) >= 3
