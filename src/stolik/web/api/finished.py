"""Finished games, wherever they were played: at a table of the house, or in a contest."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from stolik.players.analysis import DEFAULT_SECONDS
from stolik.service.bots.analyst import Finished
from stolik.store.store import Store
from stolik.table.record import Record, moves_of
from stolik.web.contests.contests import Contests
from stolik.web.contests.new_contest import ContestError
from stolik.web.messages.problems import Code, Problem
from stolik.web.records.records import finished_table

WHOLE_GAME: Final = 25.0
"""Seconds in which a whole game is judged: whoever looks at a long one does not wait longer."""


def to_judge(game: str, setup: str, moves: Sequence[str]) -> Finished:
    """A finished game with the time that its moves get."""
    seconds = min(DEFAULT_SECONDS, WHOLE_GAME / max(1, len(moves)))
    return Finished(game, setup, tuple(moves), seconds, within=WHOLE_GAME)


def _of_record(record: Record) -> Finished:
    return to_judge(record.game, record.setup, [played.move for played in moves_of(record)])


class FinishedGames:
    """Finds the start and the moves of a game that is over."""

    def __init__(self, store: Store | None, contests: Contests) -> None:
        self._store = store
        self._contests = contests

    async def of_record(self, table_id: str) -> Finished:
        """A game at a table; raises Problem."""
        if self._store is None:
            raise Problem(Code.NOT_FOUND, "nothing is kept here: the service runs without a store")
        record = (await finished_table(self._store, table_id)).record
        return await asyncio.to_thread(_of_record, record)

    async def of_contest(self, contest_id: str, number: int) -> Finished:
        """A game of a contest; raises Problem."""
        try:
            game, result = await asyncio.to_thread(self._contests.played, contest_id, number)
        except ContestError as error:
            raise Problem(Code.NOT_FOUND, str(error)) from None
        return to_judge(game, result.setup, result.moves)
