"""The players that every game has, even without players of its own: a random player and a general tree search."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Final

from stolik.contract import AnyGame, BuiltinPlayer
from stolik.players.chance import RandomPlayer
from stolik.players.clock import THINKING_CLOCK
from stolik.players.tree_search import TreeSearch, can_search

_RANDOM: Final = BuiltinPlayer(RandomPlayer)

# A strength is a number of playouts, so that the same seed gives the same game. The seconds are a limit for games with
# long playouts; they also grow with the strength, so that the strengths differ in such games too.
_BUDGETS: Final = {
    "easy": (20, 0.01),
    "steady": (100, 0.025),
    "strong": (500, 0.06),
    # The protocol allows 300 ms for a move; the rest is for the network and for a busy machine.
    "best": (20_000, 0.2),
}
"""Playouts and seconds for a move, by strength."""


def house_players(game: AnyGame) -> Mapping[str, BuiltinPlayer]:
    """`random`, and the four strengths of the tree search where it can play the game."""
    players = {"random": _RANDOM}
    if can_search(game):
        players |= {name: BuiltinPlayer(partial(_search, game, name), takes_seconds=True) for name in _BUDGETS}
    return players


def _search(game: AnyGame, name: str, rng: Random, seconds: float | None = None) -> TreeSearch:
    playouts, usual = _BUDGETS[name]
    if seconds is None:
        return TreeSearch(game, rng, playouts, usual, THINKING_CLOCK)
    # Time alone is the limit then: a strength's playouts may be over long before.
    return TreeSearch(game, rng, sys.maxsize, seconds, THINKING_CLOCK)
