"""Forks: a new game that goes on from a moment of a finished one."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from stolik.contract import Position
from stolik.contract.registry import find_game
from stolik.service.bots.analyst import Finished, last_position
from stolik.service.tables.new_table import NewTable
from stolik.web.api.finished import FinishedGames


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a finished game: so many moves after the start, of a record or of a contest's game."""

    ply: int
    record: str | None = None
    contest: str | None = None
    number: int | None = None


class WantedTable(NewTable, frozen=True, forbid_unknown_fields=True):
    """What somebody asks for; with `after`, a game that goes on from another and does not count."""

    after: After | None = None


async def start_of(wanted: WantedTable, games: FinishedGames) -> Position[Any] | None:
    """Where the wanted game begins, if that was said; raises Problem and ValueError, in words."""
    after = wanted.after
    if after is None:
        return None
    if after.record is not None:
        played = await games.of_record(after.record)
        return await asyncio.to_thread(start_after, wanted.game, played, after.ply)
    if after.contest is not None and after.number is not None:
        played = await games.of_contest(after.contest, after.number)
        return await asyncio.to_thread(start_after, wanted.game, played, after.ply)
    raise ValueError("say after what: a record, or a contest and the number of a game")


def start_after(wanted: str, played: Finished, ply: int) -> Position[Any]:
    """The start of a game that goes on after so many moves of another; raises ValueError, in words."""
    if wanted != played.game:
        raise ValueError(f"that was a game of {played.game}, not of {wanted}")
    if not 0 <= ply <= len(played.moves):
        raise ValueError(f"that game had {len(played.moves)} moves: there is nothing after {ply}")
    game = find_game(played.game)
    position = last_position(replace(played, moves=played.moves[:ply]))
    if position.turn is None:
        raise ValueError("the game was over there: go back to where it could go on")
    start: Position[Any] = game.start_from(position)
    return start
