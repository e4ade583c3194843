"""Fair turns: groups take turns, and urgent users come first."""

from __future__ import annotations

import asyncio

from stolik.service.fair_turns import FairTurns


async def work(turns: FairTurns, done: list[str], key: str, name: str, urgent: bool = True) -> None:
    async with turns.turn(key, urgent=urgent):
        await asyncio.sleep(0)
        done.append(name)


def test_one_who_asks_for_much_does_not_make_others_wait() -> None:
    async def main() -> None:
        turns, done = FairTurns(1), list[str]()
        many = [work(turns, done, "greedy", f"greedy {number}") for number in range(100)]
        await asyncio.gather(*many, work(turns, done, "ada", "ada"), work(turns, done, "bob", "bob"))
        assert max(done.index("ada"), done.index("bob")) <= 4
        assert [name for name in done if name.startswith("greedy")] == [f"greedy {number}" for number in range(100)]

    asyncio.run(main())


def test_urgent_users_come_before_all_others() -> None:
    async def main() -> None:
        turns, done = FairTurns(1), list[str]()
        later = [work(turns, done, str(number), f"later {number}", urgent=False) for number in range(10)]
        await asyncio.gather(*later, *(work(turns, done, "same", f"now {number}") for number in range(3)))
        assert done[:4] == ["later 0", "now 0", "now 1", "now 2"]

    asyncio.run(main())


def test_a_turn_that_is_cancelled_is_not_lost() -> None:
    async def main() -> None:
        turns, done = FairTurns(2), list[str]()
        tasks = [asyncio.ensure_future(work(turns, done, "a", str(number))) for number in range(20)]
        await asyncio.sleep(0)
        for task in tasks[3:15]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert done == ["0", "1", "2", *map(str, range(15, 20))]
        await asyncio.gather(work(turns, done, "b", "x"), work(turns, done, "b", "y"))
        assert done[-2:] == ["x", "y"]

    asyncio.run(main())


def test_as_many_work_at_once_as_there_are_slots() -> None:
    async def main() -> None:
        turns, at_once, most = FairTurns(3), 0, 0

        async def one() -> None:
            nonlocal at_once, most
            async with turns.turn():
                at_once += 1
                most = max(most, at_once)
                await asyncio.sleep(0)
                at_once -= 1

        await asyncio.gather(*(one() for _ in range(20)))
        assert most == 3

    asyncio.run(main())
