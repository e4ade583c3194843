"""The players of each game by name, and whether each can play on this machine.

A person chooses among five strengths, which have the same names in every game. A game may also have players that are
named after how they play; benchmarks, tests and tournaments can use those too. A strength that a game does not define
is taken from `house`. A player whose optional package is not installed is not offered; naming it is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from random import Random
from typing import Any, Final

from stolik.contract import AnyGame, BuiltinPlayer, load_part, packages
from stolik.contract.registry import all_games, find_game
from stolik.players.house import house_players
from stolik.players.player import Player

AnyPlayer = Player[Any, Any]
PlayerMaker = Callable[[Random], AnyPlayer]
"""Makes a player. The generator is the player's only source of random numbers."""

STRENGTHS: Final = ("random", "easy", "steady", "strong", "best")
"""The names that a person chooses from, weakest first; `bench/strengths.py` measures how much they differ."""


class PlayerError(ValueError):
    """The game does not have this player, or the player cannot play here. The message lists the players that can."""


def players_of(game: AnyGame) -> Mapping[str, BuiltinPlayer]:
    """Every player of a game by name, including those whose packages are not installed."""
    return {**house_players(game), **game.players}


def player_names(game_name: str) -> tuple[str, ...]:
    """The strengths of the game that can play here, weakest first; raises ValueError for an unknown game."""
    return tuple(name for name in _strengths(game_name) if why_missing(game_name, name) is None)


def missing_players(game_name: str) -> dict[str, str]:
    """The strengths of the game that cannot play here; for each, what is missing and how to install it."""
    missing = {name: why_missing(game_name, name) for name in _strengths(game_name)}
    return {name: why for name, why in missing.items() if why is not None}


def why_missing(game_name: str, player_name: str) -> str | None:
    """What the player needs that is not installed, and how to install it; None when it can play."""
    needs = players_of(find_game(game_name))[player_name].needs
    if not needs or packages.is_installed(needs):
        return None
    return f"{player_name} of {game_name} needs {packages.not_installed(needs)}"


def strongest_name(game_name: str) -> str:
    """The greatest strength of the game, even if it cannot play here."""
    return _strengths(game_name)[-1]


def strengths_in_words() -> str:
    """The five strengths, and which of them cannot play here, for the help text of a command."""
    names = ", ".join(STRENGTHS)
    absent: dict[str, list[str]] = {}
    for game in all_games().values():
        players = players_of(game)
        for name in missing_players(game.name):
            absent.setdefault(players[name].needs, []).append(f"{name} of {game.name}")
    told = (f"{', '.join(who)}: needs {packages.not_installed(package)}" for package, who in absent.items())
    return "".join((names, *(f". Not here: {words}" for words in told)))


def check_player(game_name: str, player_name: str | None) -> str:
    """Returns the name if the game has such a player and it can play here; raises PlayerError, in one line."""
    here = f"there are {', '.join(player_names(game_name))}"
    if player_name is None or player_name not in players_of(find_game(game_name)):
        raise PlayerError(f"no player of {game_name} is called {player_name!r}; {here}")
    why = why_missing(game_name, player_name)
    if why is not None:
        raise PlayerError(f"{why}; {here}")
    return player_name


def make_player(game_name: str, player_name: str, rng: Random, seconds: float | None = None) -> AnyPlayer:
    """Makes a player that draws its random numbers, if any, from `rng`; raises PlayerError.

    `seconds` is the time for each move, for players that take one; None: as the game sets it.
    """
    name = check_player(game_name, player_name)
    if seconds is None:
        return _make(game_name, name, rng)
    builtin = players_of(find_game(game_name))[name]
    if not builtin.takes_seconds:
        timed = [one for one, player in players_of(find_game(game_name)).items() if player.takes_seconds]
        among = f"these do: {', '.join(timed)}" if timed else f"no player of {game_name} does"
        raise PlayerError(f"{name} of {game_name} takes no `seconds`; {among}")
    if not 0 < seconds < inf:
        raise PlayerError(f"{seconds!r} is not a positive number of seconds")
    made: AnyPlayer = load_part(builtin.make)(rng, seconds=seconds)
    return made


def quick_player(game_name: str, rng: Random) -> AnyPlayer:
    """Makes the strongest player that answers at once on any machine."""
    return _make(game_name, find_game(game_name).quick_player, rng)


def instant_player(game_name: str, rng: Random) -> AnyPlayer:
    """Makes the strongest player that is fast enough to run inside the event loop of a server."""
    game = find_game(game_name)
    return _make(game_name, game.instant_player or game.quick_player, rng)


def loads_slowly(game_name: str, player_name: str) -> bool:
    """Whether the player needs a package that takes long to load, so that another player must stand in meanwhile."""
    return bool(players_of(find_game(game_name))[player_name].needs)


def _strengths(game_name: str) -> tuple[str, ...]:
    players = players_of(find_game(game_name))
    return tuple(name for name in STRENGTHS if name in players)


def _make(game_name: str, player_name: str, rng: Random) -> AnyPlayer:
    maker: PlayerMaker = load_part(players_of(find_game(game_name))[player_name].make)
    return maker(rng)
