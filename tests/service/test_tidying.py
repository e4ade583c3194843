"""A service gives memory back when nobody plays, and never while somebody does."""

from __future__ import annotations

import asyncio
import gc
from random import Random

from tests.support.simulated import run_simulated

from stolik.contract import Kind
from stolik.contract.registry import find_game
from stolik.service.net.clock import Clock
from stolik.service.tables.house import House
from stolik.service.tidying import EVERY, Tidying, tidy_up
from stolik.table.events import Event
from stolik.table.inputs import Resign
from stolik.table.table import Stage


class Silent:
    """Sits, hears everything and says nothing."""

    def hear(self, event: Event) -> None:
        pass


def test_memory_is_tidied_once_after_each_time_of_play() -> None:
    async def main() -> None:
        house, tidied = House(Clock()), []
        tidying = Tidying(house.tables, lambda: tidied.append(len(house.tables)))
        house.on_change.append(tidying.changed)
        tidying.start()
        await asyncio.sleep(3 * EVERY)
        assert tidied == []
        game = find_game("othello")
        live = house.open(game, game.start(Random(1)), game.house_rules)
        for seat in game.seats:
            live.sit(seat, seat, Silent(), Kind.PERSON)
        assert live.stage is Stage.PLAYING
        await asyncio.sleep(3 * EVERY)
        assert tidied == []
        live.take(Resign("black"))
        await asyncio.sleep(3 * EVERY)
        assert tidied == [0]
        tidying.stop()

    run_simulated(main())


def test_tidying_up_collects_what_the_collector_looks_at_rarely() -> None:
    class Loop:
        me: Loop

    loop = Loop()
    loop.me = loop
    del loop
    tidy_up()
    assert not any(isinstance(found, Loop) for found in gc.get_objects())
