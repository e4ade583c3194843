"""The exact value of a position, and what each move of a game was worth: the same two functions for every game."""

from __future__ import annotations

import os
from pathlib import Path

from stolik.cli.study.record_file import RecordError, read_record
from stolik.contract import PlayedGame, load_part, packages
from stolik.library.positions import Position
from stolik.library.records import Record
from stolik.players.analysis import DEFAULT_SECONDS, Opinion, make_critic
from stolik.players.analysis import analyse as judge
from stolik.players.solution import Solution, solve_position

SOLVE_SECONDS = 60.0


def solve(position: Position, *, seconds: float = SOLVE_SECONDS) -> Solution:
    """The value of a position for the seat whose turn it is, and all the best moves.

    If `seconds` are not enough, `exact` is False and the value an estimate. In a game with hidden information all is
    open to the solver. Raises ValueError when the game is over or has no solver, and ModuleNotFoundError, which says
    what to install.
    """
    rules = position.rules
    if position.over:
        raise ValueError("the game is over: there is nothing to solve")
    try:
        return solve_position(rules, position.value, seconds)
    except ModuleNotFoundError as error:
        missing = packages.not_installed(str(error.name))
        raise ModuleNotFoundError(f"solving {rules.name} needs {missing}", name=error.name) from None


def analyse(
    record: Position | Record | str | os.PathLike[str], *, seconds: float = DEFAULT_SECONDS, seed: str = ""
) -> list[Opinion]:
    """What each move of a game was worth, and which was best.

    `record` is a position (its moves so far), a record of `stolik.records`, or the path of a file as `stolik analyse`
    reads it. Raises ValueError when the game cannot be read or has no critic, and ModuleNotFoundError, which says what
    to install.
    """
    played = _played(record)
    rules = played.game
    if rules.critic is not None:
        try:
            load_part(rules.critic)
        except ModuleNotFoundError as error:
            missing = packages.not_installed(str(error.name))
            raise ModuleNotFoundError(f"analysing {rules.name} needs {missing}", name=error.name) from None
    return list(judge(rules, played.start, played.moves, make_critic(rules.name, seconds, seed)))


def _played(record: Position | Record | str | os.PathLike[str]) -> PlayedGame:
    if isinstance(record, Position):
        return PlayedGame(record.rules, record.start.value, record.history)
    if isinstance(record, Record):
        position = record.position()
        return PlayedGame(position.rules, position.start.value, position.history)
    try:
        return read_record(Path(record))
    except RecordError as error:
        raise ValueError(str(error)) from None
