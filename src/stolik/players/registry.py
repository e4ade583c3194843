"""Which players there are, by game and by name.

A person chooses among five strengths, which mean the same in every game. Behind them are players known by how they
play, which measurements, tests and tournaments can name too. A game brings its own; `random` is everybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from stolik.contract import AnyGame, BuiltinPlayer, load_part
from stolik.contract.registry import find_game
from stolik.players.chance import RandomPlayer
from stolik.players.player import Player

AnyPlayer = Player[Any, Any]
PlayerMaker = Callable[[Random], AnyPlayer]
"""Makes a player from the generator that is to be its only source of chance."""

STRENGTHS: Final = ("random", "easy", "steady", "strong", "best")
"""What a person chooses from, in every game; `bench/strengths.py` measures how far apart they are."""

_RANDOM: Final = BuiltinPlayer(RandomPlayer)


def players_of(game: AnyGame) -> Mapping[str, BuiltinPlayer]:
    """Every player of a game by name, with those that need what may not be installed."""
    return {"random": _RANDOM, **game.players}


def player_names(game_name: str) -> tuple[str, ...]:
    """The strengths of the game, weakest first; raises ValueError when there is no such game."""
    players = players_of(find_game(game_name))
    return tuple(name for name in STRENGTHS if name in players)


def check_player(game_name: str, player_name: str | None) -> str:
    """The name, if a player of the game has it; raises ValueError."""
    if player_name is None or player_name not in players_of(find_game(game_name)):
        names = ", ".join(player_names(game_name))
        raise ValueError(f"no player of {game_name} is called {player_name!r}; there are {names}")
    return player_name


def make_player(game_name: str, player_name: str, rng: Random) -> AnyPlayer:
    """A player of the game, whose chance, if it needs any, comes from the generator; raises ValueError."""
    check_player(game_name, player_name)
    return quick_player(game_name, rng) if _is_missing(game_name, player_name) else _make(game_name, player_name, rng)


def quick_player(game_name: str, rng: Random) -> AnyPlayer:
    """The strongest player that answers at once, on any machine."""
    return _make(game_name, find_game(game_name).quick_player, rng)


def instant_player(game_name: str, rng: Random) -> AnyPlayer:
    """The strongest player that a server can ask without leaving anybody waiting."""
    game = find_game(game_name)
    return _make(game_name, game.instant_player or game.quick_player, rng)


def needs_numba(game_name: str, player_name: str) -> bool:
    """Whether the player takes a while to come up, for it is compiled."""
    return players_of(find_game(game_name))[player_name].needs == "numba"


def stand_in(game_name: str, player_name: str) -> str | None:
    """In words, who plays instead of a player that cannot be made here; None when it can."""
    if not _is_missing(game_name, player_name):
        return None
    return (
        f"{player_name} of {game_name} needs Numba, which is not installed (pip install 'stolik[strong]'): "
        f"{find_game(game_name).quick_player} plays instead"
    )


def _make(game_name: str, player_name: str, rng: Random) -> AnyPlayer:
    maker: PlayerMaker = load_part(players_of(find_game(game_name))[player_name].make)
    return maker(rng)


def _is_missing(game_name: str, player_name: str) -> bool:
    """Whether the player needs a package that is not installed; looking for it does not import it."""
    needs = players_of(find_game(game_name))[player_name].needs
    return bool(needs) and not _is_installed(needs)


@cache  # to look is to ask the disk, and a server looks for every bot that sits down
def _is_installed(package: str) -> bool:
    return find_spec(package) is not None
