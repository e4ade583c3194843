"""The exact value of a position, and what each move of a game was worth: the same two functions for every game."""

from __future__ import annotations

import os

from stolik.contract import load_part, packages
from stolik.library.files import load
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
    with packages.needed_for(f"solving {rules.name} needs"):
        return solve_position(rules, position.value, seconds)


def analyse(
    record: Position | Record | str | os.PathLike[str], *, seconds: float = DEFAULT_SECONDS, seed: str = ""
) -> list[Opinion]:
    """What each move of a game was worth, and which was best.

    `record` is a position (its moves so far), a record of `stolik.records`, or the path of a file as `stolik analyse`
    reads it. Raises ValueError when the game cannot be read or has no critic, and ModuleNotFoundError, which says what
    to install.
    """
    position = _last_position(record)
    rules = position.rules
    if rules.critic is not None:
        with packages.needed_for(f"analysing {rules.name} needs"):
            load_part(rules.critic)
    return list(judge(rules, position.start.value, position.history, make_critic(rules.name, seconds, seed)))


def _last_position(record: Position | Record | str | os.PathLike[str]) -> Position:
    if isinstance(record, Position):
        return record
    return record.position() if isinstance(record, Record) else load(record)
