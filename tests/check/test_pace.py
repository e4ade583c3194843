"""Waiting is fair: what a busy machine takes away is not counted."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from stolik.check import pace as pace_module
from stolik.check.pace import Pace, runnable
from stolik.system import usable_cores


class Starved:
    """A program that gets no processor for a while."""

    def __init__(self, delays: list[float]) -> None:
        self.delays = delays
        self.asked = 0

    def delay(self) -> float:
        self.asked += 1
        return self.delays.pop(0) if len(self.delays) > 1 else self.delays[0]

    def used(self) -> float:
        return 0.0

    def is_working(self) -> bool:
        return False


class Reads(Starved):
    """A program that waits for a processor until it has been looked at a few times, and uses what it gets."""

    def __init__(self, looks: int, uses: float) -> None:
        super().__init__([0.0])
        self.looks, self.uses = looks, uses

    def used(self) -> float:
        return self.asked * self.uses

    def is_working(self) -> bool:
        self.asked += 1
        return self.asked <= self.looks


@pytest.mark.parametrize(
    ("program", "looks"), [(Reads(5, 0.0), 6), (Reads(1000, pace_module.READING), 1), (Reads(0, 0.0), 1)]
)
def test_what_was_sent_is_read_before_more_is_sent(program: Reads, looks: int) -> None:
    asyncio.run(Pace(0.2).with_load(program).until_read())
    assert program.asked == looks


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


def test_a_program_that_starts_slowly_is_waited_for_while_it_gets_no_processor() -> None:
    async def waits() -> list[bool]:
        load = Starved([0.0, 0.3, 0.3])
        async with Pace(0.1) as pace:
            wait = pace.with_load(load).wait()
            over: list[bool] = []
            while not over or not over[-1]:
                await asyncio.sleep(max(0.0, wait.left))
                over.append(await wait.is_over())
            return over

    assert False in asyncio.run(waits())


class Spinning(Starved):
    """A program that works all the time, on every core."""

    def used(self) -> float:
        return time.monotonic() * usable_cores()

    def is_working(self) -> bool:
        return True


def test_a_program_that_had_all_cores_all_the_time_is_not_waited_for_any_longer() -> None:
    async def asked() -> int:
        load = Spinning([0.0])
        async with Pace(0.1) as pace:
            assert not await pace.with_load(load).until(asyncio.Event(), lambda: False)
        return load.asked

    # Once at the beginning: when the time was up, nothing else was looked at.
    assert asyncio.run(asked()) == 1


def test_a_wait_is_extended_by_no_more_than_has_passed_however_many_processes_wait() -> None:
    async def left() -> float:
        async with Pace(0.1) as pace:
            wait = pace.with_load(Starved([0.0, 1000.0])).wait()
            await asyncio.sleep(max(0.0, wait.left))
            assert not await wait.is_over()
            return wait.left

    assert asyncio.run(left()) < 500


def test_a_moment_stays_short_on_a_busy_machine() -> None:
    async def extensions() -> int:
        load = Starved([100.0 * number for number in range(20)])
        async with Pace(5.0) as pace:
            assert not await pace.with_load(load).until(asyncio.Event(), lambda: False, 0.05)
        return load.asked

    # Once at the beginning, and once each time it was extended: not 12 times, as long waits are.
    assert asyncio.run(extensions()) <= 6


def test_how_busy_the_machine_is_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    async def busy(processes: int) -> bool:
        monkeypatch.setattr(pace_module, "runnable", lambda: processes)
        monkeypatch.setattr(pace_module, "LOST_SHARE", 1.0)
        async with Pace(1.0) as pace:
            was_busy = pace.measure()
            await asyncio.sleep(0.3)
            return was_busy()

    assert asyncio.run(busy(100))
    assert not asyncio.run(busy(0))


def test_running_processes_are_counted_on_every_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert runnable() >= 0
    monkeypatch.setattr(pace_module, "_LOAD", tmp_path / "none")
    monkeypatch.setattr(os, "getloadavg", lambda: (3.2, 1.0, 1.0))
    assert runnable() == 3
