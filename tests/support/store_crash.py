"""A program to kill: plays random games at many tables, and says each entry on standard output once it is written.

    python -m tests.support.store_crash ADDRESS TABLES SEED

A line is a table's id, how many entries its record has, and a mark of the position there. Tables that an earlier run
left unfinished are played on.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from functools import partial
from random import Random
from zlib import crc32

import msgspec

from stolik.contract import HouseRules, Kind, Player
from stolik.contract.registry import all_games, find_game
from stolik.service.net.loop import run
from stolik.store.scribe import Scribe
from stolik.store.store import Store, open_store
from stolik.store.stored import StoredTable
from stolik.table.events import Ended
from stolik.table.inputs import Input, Leave, Play, Sit
from stolik.table.record import replay
from stolik.table.table import Table

RULES = HouseRules(turn_time=1000.0)


def mark(table: Table) -> int:
    """Tells one state of a table from another."""
    return crc32(msgspec.json.encode((table.position, sorted(table.players.items()), table.stage.value)))


def _fail(error: BaseException) -> None:
    raise error


class Game:
    """One table, played until it ends."""

    def __init__(self, store: Store, rng: Random, table_id: str, entries: int) -> None:
        self.scribe = Scribe(store, table_id, _fail, entries)
        self.table_id, self.entries, self.rng = table_id, entries, rng
        self.over = asyncio.Event()
        self.table: Table

    def accepted(self, input_: Input, at: float) -> None:
        """Counts with the scribe."""
        self.entries += 1
        self.scribe.accepted(input_, at)

    def step(self) -> None:
        """Takes one more input; what comes after it waits until it is written."""
        events = self.table.take(self._draw(), time.time())
        if events and isinstance(events[-1], Ended):
            self.scribe.finish(events[-1], time.time())
            self.scribe.then(self.over.set)
        self.scribe.then(partial(self._say, self.entries, mark(self.table)))

    def _draw(self) -> Input:
        if self.table.empty_seats:
            return Sit(self.rng.choice(self.table.empty_seats), f"player {self.rng.randrange(9)}")
        turn = self.table.position.turn
        assert turn
        if self.rng.random() < 0.05:
            return Leave(turn)
        return Play(turn, self.table.game.write_move(self.rng.choice(self.table.position.moves())))

    def _say(self, entries: int, marked: int) -> None:
        os.write(1, f"{self.table_id} {entries} {marked}\n".encode())
        if not self.over.is_set():
            asyncio.get_running_loop().call_soon(self.step)


async def play_on(store: Store, stored: StoredTable, rng: Random) -> None:
    """Plays an unfinished table to its end."""
    game = Game(store, rng, stored.facts.id, len(stored.record.entries))
    game.table = replay(stored.record, game.accepted)
    game.step()
    await game.over.wait()


async def play_new(store: Store, rng: Random) -> None:
    """Plays new tables, one after another."""
    while True:
        game = find_game(rng.choice([*all_games()]))
        position = game.start(rng)
        seats = {seat: Player(f"player {rng.randrange(9)}", Kind.BOT) for seat in game.seats}
        table_id = await store.open_table(game.name, game.write(position), RULES, time.time(), seats)
        played = Game(store, rng, table_id, 0)
        played.table = Table(game, position, RULES, played.accepted)
        played.step()
        await played.over.wait()


async def main(address: str, tables: int, seed: int) -> None:
    """Plays until it is killed."""
    rng = Random(seed)
    async with open_store(address) as store:
        left = await store.load_unfinished()
        new = (play_new(store, rng) for _ in range(tables - len(left)))
        await asyncio.gather(*(play_on(store, stored, rng) for stored in left), *new)


if __name__ == "__main__":
    run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
