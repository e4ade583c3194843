"""What the operator asks for when a contest is to begin, and the tournament that is drawn from it."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from msgspec import Struct

from stolik.contract.registry import all_games
from stolik.tournament.plan.assignment import MOVE_TIME, Terms
from stolik.tournament.plan.players import PlayersError, read_entrants
from stolik.tournament.plan.positions import read_positions
from stolik.tournament.plan.schedule import FORMATS, ScheduleError
from stolik.tournament.plan.tournament import Tournament, draw

LONGEST_MOVE: Final = 600.0


class NewContest(Struct, frozen=True, forbid_unknown_fields=True):
    """What the operator asks for. `players` is the text of a players file; programs are found from `folder`."""

    game: str
    players: str
    format: str = "cyclic"
    rounds: int | None = None
    paired: bool = False
    seed: str | None = None
    move_time: float = MOVE_TIME
    folder: str | None = None
    size: tuple[int, ...] = ()
    """The size of drawn start positions, if not the usual one."""
    positions: str = ""
    """The text of a file of start positions; none: they are drawn."""


class ContestError(Exception):
    """A contest that cannot be started or does not exist; the message says why."""


def drawn(new: NewContest) -> Tournament:
    """The tournament that is asked for; raises ContestError, in words."""
    if new.game not in all_games():
        raise ContestError(f"no game is called {new.game!r}; there are {', '.join(all_games())}")
    if new.format not in FORMATS:
        raise ContestError(f"no format is called {new.format!r}; there are {', '.join(FORMATS)}")
    if not 0 < new.move_time <= LONGEST_MOVE:
        raise ContestError(f"{new.move_time:g} is not a number of seconds between 0 and {LONGEST_MOVE:g}")
    if new.rounds is not None and new.rounds < 1:
        raise ContestError(f"{new.rounds} is not a number of rounds")
    seed = new.seed or secrets.token_hex(4)
    try:
        players = read_entrants(new.players, Path(new.folder or ".").resolve(), new.game, "players")
        starts = _starts(new)
        return draw(new.game, new.format, new.rounds, seed, players, new.paired, Terms(new.move_time), *starts)
    except (PlayersError, ScheduleError) as error:
        raise ContestError(str(error)) from None


def _starts(new: NewContest) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The size of start positions, and those that are given; raises ContestError."""
    if not new.positions.strip():
        return new.size, ()
    if new.size:
        raise ContestError("a size and start positions cannot be given together")
    try:
        return (), read_positions(new.game, new.positions)
    except ScheduleError as error:
        raise ContestError(f"start positions: {error}") from None
