"""The players that every game has, whether it brings any of its own or not: chance, and a general tree search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Final

from stolik.contract import AnyGame, BuiltinPlayer
from stolik.players.chance import RandomPlayer
from stolik.players.clock import THINKING_CLOCK
from stolik.players.tree_search import TreeSearch, can_search

_RANDOM: Final = BuiltinPlayer(RandomPlayer)

# Playouts make a strength, so that the same seed gives the same game. Seconds are a guard for games with long playouts,
# and rise with the strength, so that those are told apart there too.
_BUDGETS: Final = {
    "easy": (20, 0.01),
    "steady": (100, 0.025),
    "strong": (500, 0.06),
    # A move over the wire has 300 ms, and some of them belong to the network and to the rest of the machine.
    "best": (20_000, 0.2),
}
"""Playouts and seconds for a move, by strength."""


def house_players(game: AnyGame) -> Mapping[str, BuiltinPlayer]:
    """`random`, and the four strengths of the tree search where it can play the game."""
    players = {"random": _RANDOM}
    if can_search(game):
        players |= {name: BuiltinPlayer(partial(_search, game, name)) for name in _BUDGETS}
    return players


def _search(game: AnyGame, name: str, rng: Random) -> TreeSearch:
    playouts, seconds = _BUDGETS[name]
    return TreeSearch(game, rng, playouts, seconds, THINKING_CLOCK)
