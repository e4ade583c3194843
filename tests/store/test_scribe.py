"""A table in play and its record: nothing is told before it is written, and everything in its order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random

from tests.support.loop import in_loop
from tests.support.store import ADA, BOB, OTHELLO, RULES, SETUP, held

from stolik.contract import Kind, Player
from stolik.store.scribe import Scribe
from stolik.store.store import Store, open_store
from stolik.table.events import Ended, Event, Played, Sat
from stolik.table.inputs import Cancel, Input, Play, Sit
from stolik.table.record import replay
from stolik.table.table import Table


class Told:
    """A table in play with a door that remembers what it was told."""

    def __init__(self, table: Table, scribe: Scribe) -> None:
        self.table, self.scribe = table, scribe
        self.events: list[Event] = []
        self.now = 1.0

    def take(self, input_: Input) -> None:
        self.now += 0.01
        events = self.table.take(input_, self.now)
        if events and isinstance(events[-1], Ended):
            self.scribe.finish(events[-1], self.now)
        self.scribe.then(partial(self.events.extend, events))

    def play(self) -> None:
        turn, moves = self.table.position.turn, self.table.position.moves()
        assert turn
        self.take(Play(turn, OTHELLO.write_move(moves[0])))


def never(error: BaseException) -> None:
    raise AssertionError(error)


async def seated(store: Store, failed: Callable[[BaseException], None] = never) -> tuple[str, Told]:
    table_id = await store.open_table("othello", SETUP, RULES, 0.0)
    scribe = Scribe(store, table_id, failed)
    told = Told(Table(OTHELLO, OTHELLO.start(Random(0)), RULES, scribe.accepted), scribe)
    for seat, player in (("black", ADA), ("white", BOB)):
        told.take(Sit(seat, player.name))
        scribe.take_seat(seat, player)
    await store.written()
    await asyncio.sleep(0)
    return table_id, told


@in_loop
async def test_events_are_told_only_after_their_entry_is_written_and_in_order(database: str) -> None:
    async with open_store(database) as store:
        _, told = await seated(store)
        assert [event.seat for event in told.events if isinstance(event, Sat)] == ["black", "white"]
        told.events.clear()
        with held(database):
            told.play()
            told.play()
            told.scribe.then(partial(told.events.append, Sat("watcher", "who came last")))
            await asyncio.sleep(0)
            assert told.events == []
        await store.written()
        await asyncio.sleep(0)
        order = [event.seat for event in told.events if isinstance(event, Played | Sat) and event.to in (None, "black")]
        assert order == ["black", "white", "watcher"]


@in_loop
async def test_what_changes_nothing_is_told_at_once_when_nothing_waits(database: str) -> None:
    async with open_store(database) as store:
        _, told = await seated(store)
        acts: list[str] = []
        told.scribe.then(partial(acts.append, "at once"))
        assert acts == ["at once"]


@in_loop
async def test_an_act_that_acts_again_keeps_the_order(database: str) -> None:
    async with open_store(database) as store:
        _, told = await seated(store)
        acts: list[str] = []
        told.play()
        told.scribe.then(lambda: told.scribe.then(partial(acts.append, "third")))
        told.scribe.then(partial(acts.append, "second"))
        await store.written()
        await asyncio.sleep(0)
        assert acts == ["second", "third"]


@in_loop
async def test_an_act_that_raises_does_not_keep_the_others_back(database: str) -> None:
    raised: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: raised.append(context["exception"]))
    async with open_store(database) as store:
        _, told = await seated(store)
        done = asyncio.Event()
        told.play()
        told.scribe.then(partial(never, ValueError("a door that breaks")))
        told.scribe.then(done.set)
        await done.wait()
    assert len(raised) == 1


@in_loop
async def test_a_finished_game_and_its_results_are_in_the_store_when_its_end_is_told(database: str) -> None:
    async with open_store(database) as store:
        table_id, told = await seated(store)
        over = asyncio.Event()
        told.take(Cancel("white"))
        told.scribe.then(over.set)
        await over.wait()
        stored = await store.load(table_id)
        assert stored.facts.outcome == told.events[-1]
        assert stored.facts.ended == told.now
        assert stored.facts.seats == {"black": ADA, "white": BOB}


@in_loop
async def test_a_table_is_taken_up_again_where_its_record_ends(database: str) -> None:
    async with open_store(database) as store:
        table_id, told = await seated(store)
        told.play()
    async with open_store(database) as store:
        (stored,) = await store.load_unfinished()
        scribe = Scribe(store, table_id, never, len(stored.record.entries))
        again = Told(replay(stored.record, scribe.accepted), scribe)
        assert again.table.position == told.table.position
        again.play()
        await store.written()
        assert replay((await store.load(table_id)).record).position == again.table.position


@in_loop
async def test_what_can_never_be_written_is_never_told_and_the_table_can_be_loaded_again(database: str) -> None:
    async with open_store(database) as store:
        failures: list[BaseException] = []
        table_id, told = await seated(store, failures.append)
        told.events.clear()
        told.play()
        told.scribe.take_seat("black", Player("\ud800", Kind.PERSON))
        told.play()
        await store.written()
        told.play()
        await store.written()
        assert len(failures) == 1
        assert told.events == []
        assert len((await store.load(table_id)).record.entries) == 2
