"""Random histories of several nodes on one store: nodes that seem dead and still write, answers and commits that are
lost, tables that are taken all at once or a few at a time. What must hold: only the holder of a table writes to it, and
what was told to be written is there once, in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from sqlalchemy import NullPool, create_engine, event
from tests.support.simulated_database import SimulatedDatabase
from tests.support.store import RULES, SETUP

from stolik.store.database.lines import read_lines
from stolik.store.errors import LeaseLost, NotHeld, StoreError, Unavailable
from stolik.store.ownership import holding
from stolik.store.ownership.node import Node
from stolik.store.writes import Append, OpenTable, Write
from stolik.store.writing.writer import LONGEST_LOG, Writer
from stolik.table.inputs import Play

HISTORIES: Final = 150
STEPS: Final = 60
ATTEMPTS: Final = 8


class Nodes:
    """Some nodes, and what they were told."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.database = SimulatedDatabase(lambda: 1e9)
        self.engine = create_engine("sqlite://", creator=self.database.connect, poolclass=NullPool)
        self.engine.dialect.use_insertmanyvalues_wo_returning = True
        event.listen(self.engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        self.writers: list[Writer] = []
        self.told: dict[str, list[str]] = {}
        """[table]: the entries that were told to be written."""
        self._labels = iter(range(10**6))

    def close(self) -> None:
        for writer in self.writers:
            writer.close()
        self.engine.dispose()
        self.database.close()

    def holder(self, table_id: str) -> int:
        """Which node holds the table, by the database."""
        ((fence,),) = self.database.rows("SELECT holder FROM tables WHERE id = ?", table_id)
        return int(fence)

    def on_disk(self, table_id: str) -> list[str]:
        """The entries of a table, in order."""
        lines = [
            *self.database.rows("SELECT lines FROM records WHERE table_id = ? ORDER BY number", table_id),
            *self.database.rows("SELECT lines FROM log ORDER BY id"),
        ]
        entries = [entry for (some,) in lines for entry in read_lines(some) if entry.table_id == table_id]
        assert [entry.number for entry in entries] == list(range(len(entries))), "a record has a gap or an entry twice"
        return [entry.input.move for entry in entries if isinstance(entry.input, Play)]

    # What happens.

    def join(self) -> None:
        """One more node; it takes the tables of all that seem to have ended."""
        with self.engine.begin() as connection:
            fence = holding.join(connection, Node("moon", "elsewhere", len(self.writers), ""), alone=False)
        self.writers.append(Writer(self.engine, fence))

    def open(self) -> None:
        """A node opens a table."""
        table_id = f"t{next(self._labels)}"
        opened = OpenTable(table_id, 0.0, "othello", SETUP, RULES, {})
        if self._write(self._some(), opened) is None:
            self.told[table_id] = []

    def append(self) -> None:
        """Any node writes to any table; tables may be taken while it tries."""
        if not self.told:
            return
        table_id, writer = self.rng.choice([*self.told]), self._some()
        label = f"move {next(self._labels)}"
        held = self.holder(table_id) == writer.fence
        error = self._write(writer, Append(table_id, 0.0, len(self.on_disk(table_id)), Play("black", label)))
        if error is None:
            assert held, "a node has written to a table that another holds"
            self.told[table_id].append(label)
        else:
            assert isinstance(error, LeaseLost | NotHeld), repr(error)
            assert self.holder(table_id) != writer.fence, "a node may not write to its own table"

    def take(self) -> None:
        """A node takes tables of those that seem to have ended."""
        self._some().take_over(self.rng.choice((1, 2, 100)))

    def expire(self) -> None:
        """A node seems to have ended."""
        self.database._anchor.execute("UPDATE leases SET expires = 0 WHERE fence = ?", (self._some().fence,))
        self.database._anchor.commit()

    def renew(self) -> None:
        """A node renews its lease."""
        self._some().renew()

    def fold(self) -> None:
        """A node's log is long."""
        writer = self._some()
        writer._logged = LONGEST_LOG
        writer.tidy()

    def lose(self) -> None:
        """The next answer is lost, or the next commit."""
        self.database.faults.lost_answers, self.database.faults.lost_commits = self.rng.choice(((1, 0), (0, 1), (1, 1)))

    def _some(self) -> Writer:
        return self.rng.choice(self.writers)

    def _write(self, writer: Writer, write: Write) -> StoreError | None:
        """Tries again as the store does; between two attempts anything may happen to the other nodes."""
        for _ in range(ATTEMPTS):
            (error,) = writer.write([write])
            if not isinstance(error, Unavailable):
                return error
            for happen in self.rng.sample((self.expire, self.take, self.renew), self.rng.randrange(3)):
                happen()
        self.database.faults.heal()
        return writer.write([write])[0]


WEIGHTS: Final = {"append": 10, "open": 3, "join": 1, "take": 2, "expire": 2, "renew": 2, "fold": 1, "lose": 3}


@pytest.fixture
def seeds() -> Iterator[int]:
    return iter(range(HISTORIES))


def test_only_the_holder_of_a_table_writes_to_it_and_once(seeds: Iterator[int]) -> None:
    for seed in seeds:
        rng = Random(seed)
        nodes = Nodes(rng)
        nodes.join()
        nodes.join()
        try:
            for step in rng.choices([*WEIGHTS], [*WEIGHTS.values()], k=STEPS):
                if step == "join":
                    nodes.database.faults.heal()
                getattr(nodes, step)()
            for table_id, told in nodes.told.items():
                there = nodes.on_disk(table_id)
                assert [label for label in there if label in set(told)] == told, "what was told is not there, in order"
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error
        finally:
            nodes.close()
