"""After `kill -9`, every entry that was said to be written is there, in order, and leads to the same position."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import chain
from random import Random

import msgspec
from sqlalchemy import select
from tests.support.loop import in_loop
from tests.support.store import second_hand
from tests.support.store_crash import mark

from stolik.store.database.lines import read_lines
from stolik.store.database.schema import log, records
from stolik.store.store import Store, open_store
from stolik.store.stored import StoredTable
from stolik.table.record import replay

TABLES = 40
CRASHES = 4
MOST_LINES = 1000

Said = dict[str, dict[int, int]]
"""By table, by the number of entries: the mark of the position."""


def play_and_kill(database: str, seed: int, lines: int, said: Said) -> None:
    """Lets the program say that many lines, and kills it."""
    command = [sys.executable, "-m", "tests.support.store_crash", database, str(TABLES), str(seed)]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as program:
        assert program.stdout
        heard = [program.stdout.readline() for _ in range(lines)]
        program.kill()
        # What it said before it died is in the pipe; the last line may be cut short.
        heard += [line for line in program.stdout if line.endswith("\n")]
    for line in heard:
        table_id, number, marked = line.split()
        said.setdefault(table_id, {})[int(number)] = int(marked)


def check_no_gap(database: str) -> None:
    """Every table's entries are there from the first on, in the records and then in the log."""
    counts: Counter[str] = Counter()
    with second_hand(database) as engine, engine.connect() as connection:
        kept = connection.scalars(select(records.c.lines).order_by(records.c.number)).all()
        logged = connection.scalars(select(log.c.lines).order_by(log.c.id)).all()
    for entry in chain.from_iterable(map(read_lines, (*kept, *logged))):
        assert entry.number == counts[entry.table_id]
        counts[entry.table_id] += 1


def check_table(stored: StoredTable, said: dict[int, int]) -> None:
    """The record holds all that was said of the table, and replays to every position that was said."""
    record = stored.record
    assert len(record.entries) >= max(said)
    for number, marked in said.items():
        assert mark(replay(msgspec.structs.replace(record, entries=record.entries[:number]))) == marked
    assert replay(record).outcome == stored.facts.outcome


async def check_all(store: Store, said: Said) -> None:
    unfinished = {stored.facts.id: stored for stored in await store.load_unfinished()}
    for table_id, of_table in said.items():
        stored = await store.load(table_id)
        check_table(stored, of_table)
        assert (table_id in unfinished) == (stored.facts.ended is None)


@in_loop
async def test_no_entry_that_was_said_to_be_written_is_lost_by_kill_9(database: str) -> None:
    rng = Random(9)
    said: Said = {}
    for crash in range(CRASHES):
        play_and_kill(database, crash, rng.randrange(1, MOST_LINES), said)
        check_no_gap(database)
    async with open_store(database) as store:
        await check_all(store, said)
    assert sum(map(len, said.values())) > CRASHES
