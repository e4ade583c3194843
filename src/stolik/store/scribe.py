"""Between a table in play and the store: writes what the table accepts, and delays what may not be told yet.

How a table in real time uses it:

    table_id, opened = store.begin_table(game.name, game.write(position), rules, now, seats)
    scribe = Scribe(store, table_id, failed, opened=opened)
    table = Table(game, position, rules, scribe.accepted)

    events = table.take(input_, now)      # this gives the accepted inputs to the store
    if events and isinstance(events[-1], Ended):
        scribe.finish(events[-1], now)    # in one commit with the entry that ended the game
    scribe.then(partial(tell, events))    # called when all of that is on disk; at once if nothing waits

Everything that a door may notice goes through `then`, in the order in which it happened. So a refusal waits for an
earlier move that is not on disk yet, and a new player gets a seat only after the previous player was told to go.

After a crash, for each table that `load_unfinished` gives:

    scribe = Scribe(store, stored.facts.id, failed, len(stored.record.entries))
    table = replay(stored.record, scribe.accepted)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from stolik.contract import Player, Seat
from stolik.store.store import Store
from stolik.store.writes import Append, Finish, TakeSeat, Write
from stolik.table.events import Ended
from stolik.table.inputs import Input

Act = Callable[[], None]

MOST_ACTS: Final = 64
"""When so many acts of one table wait for the disk, nothing more should be read from its players."""


class Scribe:
    """Writes one table's record, and delays acts until it is on disk."""

    def __init__(
        self,
        store: Store,
        table_id: str,
        failed: Callable[[BaseException], None],
        entries: int = 0,
        opened: asyncio.Future[None] | None = None,
    ) -> None:
        """`failed` is called once if something can never be written; `opened` is the pending write of the table itself.

        After a failure the table is ahead of its record and must not go on. Nobody was told, so it can be loaded again.
        """
        self._store = store
        self._table_id = table_id
        self._failed = failed
        self._entries = entries
        self._at = 0.0
        self._handed_in = self._on_disk = 0
        self._acts: list[tuple[int, Act]] = []  # mostly one: a deque would take half a kilobyte for each table
        """What to do, each with the number of writes that must be on disk first."""
        self._acting = self._broken = False
        if opened is not None:
            self._handed_in += 1
            opened.add_done_callback(lambda written: self._written(written.exception()))

    def accepted(self, input_: Input, at: float) -> None:
        """Writes the table's next entry; the Table calls this with every input that it accepts."""
        self._at = at
        self._write(Append(self._table_id, at, self._entries, input_))
        self._entries += 1

    def take_seat(self, seat: Seat, player: Player) -> None:
        """Writes who has taken a seat."""
        self._write(TakeSeat(self._table_id, self._at, seat, player))

    def finish(self, outcome: Ended, at: float) -> None:
        """Writes how the game ended and when, with the entry that ended it."""
        self._write(Finish(self._table_id, at, self._entries, outcome))

    def is_clogged(self) -> bool:
        """Whether nothing more should be read from the table's players now: too much waits for the disk."""
        return len(self._acts) >= MOST_ACTS or self._store.is_full

    def when_clear(self, act: Act) -> None:
        """Calls `act` when more may be read from the table's players."""
        self._store.when_room(partial(self.then, act))

    def then(self, act: Act) -> None:
        """Calls `act` when all writes so far are on disk, after all earlier acts; never if a write fails."""
        if self._broken:
            return
        if self._on_disk < self._handed_in or self._acts or self._acting:
            self._acts.append((self._handed_in, act))
        else:
            act()

    def _write(self, write: Write) -> None:
        self._handed_in += 1
        self._store.put(write, self._written)

    def _written(self, error: BaseException | None) -> None:
        self._on_disk += 1
        if error is None:
            self._act()
        elif not self._broken:
            self._broken = True
            self._acts.clear()
            self._failed(error)

    def _act(self) -> None:
        self._acting = True
        try:
            while self._acts and self._acts[0][0] <= self._on_disk:
                self._acts.pop(0)[1]()
        finally:
            self._acting = False
            # The other acts must be done even if one raises.
            if self._acts and self._acts[0][0] <= self._on_disk:
                asyncio.get_running_loop().call_soon(self._act)
