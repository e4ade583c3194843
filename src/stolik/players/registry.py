"""Which players there are, by game and by name, and which of them can play here.

A person chooses among five strengths, which mean the same in every game. Behind them are players known by how they
play, which measurements, tests and tournaments can name too. A game brings its own; what it does not bring, the house
has (`house`). A player whose optional package is not installed is not offered, and to name it is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from stolik.contract import AnyGame, BuiltinPlayer, load_part, packages
from stolik.contract.registry import all_games, find_game
from stolik.players.house import house_players
from stolik.players.player import Player

AnyPlayer = Player[Any, Any]
PlayerMaker = Callable[[Random], AnyPlayer]
"""Makes a player from the generator that is to be its only source of chance."""

STRENGTHS: Final = ("random", "easy", "steady", "strong", "best")
"""What a person chooses from, in every game; `bench/strengths.py` measures how far apart they are."""


class PlayerError(ValueError):
    """A player that the game does not have, or that cannot play here; the message says which there are."""


def players_of(game: AnyGame) -> Mapping[str, BuiltinPlayer]:
    """Every player of a game by name, with those that need what may not be installed."""
    return {**house_players(game), **game.players}


def player_names(game_name: str) -> tuple[str, ...]:
    """The strengths of the game that can play here, weakest first; raises ValueError when there is no such game."""
    return tuple(name for name in _strengths(game_name) if why_missing(game_name, name) is None)


def missing_players(game_name: str) -> dict[str, str]:
    """The strengths of the game that cannot play here, and for each what is missing and how to get it."""
    missing = {name: why_missing(game_name, name) for name in _strengths(game_name)}
    return {name: why for name, why in missing.items() if why is not None}


def why_missing(game_name: str, player_name: str) -> str | None:
    """What a player of the game needs that is not installed, and how to get it; None when it can play."""
    needs = players_of(find_game(game_name))[player_name].needs
    if not needs or packages.is_installed(needs):
        return None
    return f"{player_name} of {game_name} needs {packages.not_installed(needs)}"


def strongest_name(game_name: str) -> str:
    """The greatest strength that the game has, whether it can play here or not."""
    return _strengths(game_name)[-1]


def strengths_in_words() -> str:
    """The five strengths, and which of them cannot play here, for the help of a command."""
    names = ", ".join(STRENGTHS)
    absent: dict[str, list[str]] = {}
    for game in all_games().values():
        players = players_of(game)
        for name in missing_players(game.name):
            absent.setdefault(players[name].needs, []).append(f"{name} of {game.name}")
    told = (f"{', '.join(who)}: needs {packages.not_installed(package)}" for package, who in absent.items())
    return "".join((names, *(f". Not here: {words}" for words in told)))


def check_player(game_name: str, player_name: str | None) -> str:
    """The name, if a player of the game has it and can play here; raises PlayerError, in one line."""
    here = f"there are {', '.join(player_names(game_name))}"
    if player_name is None or player_name not in players_of(find_game(game_name)):
        raise PlayerError(f"no player of {game_name} is called {player_name!r}; {here}")
    why = why_missing(game_name, player_name)
    if why is not None:
        raise PlayerError(f"{why}; {here}")
    return player_name


def make_player(game_name: str, player_name: str, rng: Random) -> AnyPlayer:
    """A player of the game, whose chance, if it needs any, comes from the generator; raises PlayerError."""
    return _make(game_name, check_player(game_name, player_name), rng)


def quick_player(game_name: str, rng: Random) -> AnyPlayer:
    """The strongest player that answers at once, on any machine."""
    return _make(game_name, find_game(game_name).quick_player, rng)


def instant_player(game_name: str, rng: Random) -> AnyPlayer:
    """The strongest player that a server can ask without leaving anybody waiting."""
    game = find_game(game_name)
    return _make(game_name, game.instant_player or game.quick_player, rng)


def loads_slowly(game_name: str, player_name: str) -> bool:
    """Whether the player needs a package that takes long to load: another plays until it has come up."""
    return bool(players_of(find_game(game_name))[player_name].needs)


def _strengths(game_name: str) -> tuple[str, ...]:
    players = players_of(find_game(game_name))
    return tuple(name for name in STRENGTHS if name in players)


def _make(game_name: str, player_name: str, rng: Random) -> AnyPlayer:
    maker: PlayerMaker = load_part(players_of(find_game(game_name))[player_name].make)
    return maker(rng)
