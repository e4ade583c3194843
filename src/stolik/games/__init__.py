"""The rules of the games, as values. This room knows nothing of the others."""

from __future__ import annotations

from stolik.games import graph, kierki_file, krazki, othello
from stolik.games.contract import AnyGame

GAMES: dict[str, AnyGame] = {game.name: game for game in (kierki_file.GAME, krazki.GAME, graph.GAME, othello.GAME)}
"""The four games, by name."""

VARIANTS: dict[str, AnyGame] = {kierki_file.EARLY_END.name: kierki_file.EARLY_END}
"""The same games under other rules; records name them."""


def find_game(name: str) -> AnyGame:
    """The game or variant of that name; raises KeyError."""
    return GAMES.get(name) or VARIANTS[name]
