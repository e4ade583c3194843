"""The names of the built-in players: nobody else may have one of them, or one that looks like it."""

from __future__ import annotations

from functools import cache

from stolik.contract.registry import all_games
from stolik.lobby.names import name_keys
from stolik.players.registry import players_of


@cache
def _bot_keys() -> dict[str, str]:
    """The names of all built-in players, by their keys."""
    return {key: bot for game in all_games().values() for bot in players_of(game) for key in name_keys(bot)}


def bot_like(name: str) -> str | None:
    """The built-in player whose name looks like this one; None if there is none."""
    return next((_bot_keys()[key] for key in name_keys(name) if key in _bot_keys()), None)
