"""Thousands of games at once."""

from __future__ import annotations

import secrets
from typing import Final

from stolik.contract import load_part, packages
from stolik.contract.batch import Batch
from stolik.contract.registry import all_games, find_game

# The kernels' generators have a state of 64 bits.
_SEEDS: Final = 1 << 64


def batch(game: str, games: int, *, seed: int | None = None) -> Batch:
    """So many games of one kind, played at once as arrays, in machine code.

    The same seed gives the same starts and the same random moves. Raises ValueError for a game that has no such
    kernels, and ModuleNotFoundError, which says what to install.
    """
    rules = find_game(game)
    if rules.batch is None:
        able = ", ".join(one.name for one in all_games().values() if one.batch is not None)
        raise ValueError(f"{game} is not played in batches; there are batches of {able}")
    if games < 1:
        raise ValueError(f"{games} is not a number of games")
    with packages.needed_for(f"batches of {game} need"):
        make = load_part(rules.batch)
    made: Batch = make(games, (secrets.randbits(64) if seed is None else seed) % _SEEDS)
    return made
