"""A critic that keeps to a time: simulated time, so that it is the same on every machine."""

from __future__ import annotations

from typing import Any

from stolik.players.analysis import Weighed
from stolik.service.bots.in_time import MOST_HALVINGS, SAMPLE, InTime


class World:
    """A clock, and critics that take as long as they should, times a factor."""

    def __init__(self, factor: float) -> None:
        self.now = 100.0
        self.factor = factor
        self.made: list[float] = []

    def clock(self) -> float:
        return self.now

    def make(self, seconds: float) -> Any:
        self.made.append(seconds)
        world = self

        class Slow:
            def weigh(self, position: Any, move: Any) -> Weighed:
                world.now += seconds * world.factor
                return Weighed(0.0, (move,), 0.0, exact=True)

        return Slow()

    def judge(self, moves: int, seconds: float, within: float) -> float:
        """How long all the moves take."""
        critic = InTime(self.make, seconds, moves, within, self.clock)
        for _ in range(moves):
            critic.weigh(None, "x")
        return self.now - 100.0


def test_a_critic_that_is_quick_enough_is_left_alone() -> None:
    world = World(0.9)
    world.judge(100, 0.2, 20.0)
    assert world.made == [0.2]


def test_on_a_slow_machine_later_moves_get_less_and_the_time_is_kept() -> None:
    world = World(5.0)
    assert world.judge(100, 0.2, 20.0) <= 20.0
    assert world.made[:3] == [0.2, 0.1, 0.05]


def test_the_work_is_not_made_smaller_without_end() -> None:
    world = World(10_000.0)
    world.judge(SAMPLE * (MOST_HALVINGS + 5), 0.2, 1.0)
    assert len(world.made) == 1 + MOST_HALVINGS
