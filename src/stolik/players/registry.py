"""Which players there are, by game and by name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from stolik.games import GAMES, VARIANTS
from stolik.players.chance import RandomPlayer
from stolik.players.contract import Player
from stolik.players.kierki_duck import Duck
from stolik.players.kierki_heuristic import Heuristic

AnyPlayer = Player[Any, Any]
PlayerMaker = Callable[[Random], AnyPlayer]
"""Makes a player from the generator that is to be its only source of chance."""

_OF_EVERY_GAME: Final[dict[str, PlayerMaker]] = {"random": RandomPlayer}
_OF_KIERKI: Final[dict[str, PlayerMaker]] = {"duck": lambda _: Duck(), "heuristic": lambda _: Heuristic()}
_OF_ONE_GAME: Final[dict[str, dict[str, PlayerMaker]]] = {"kierki": _OF_KIERKI, "kierki-early-end": _OF_KIERKI}

PLAYERS: Final[dict[str, dict[str, PlayerMaker]]] = {
    game: _OF_EVERY_GAME | _OF_ONE_GAME.get(game, {}) for game in (*GAMES, *VARIANTS)
}
"""[game's name][player's name]: weakest first."""


def player_names(game_name: str) -> tuple[str, ...]:
    """The players of the game, weakest first; raises ValueError when there is no such game."""
    return tuple(_players_of(game_name))


def make_player(game_name: str, player_name: str, rng: Random) -> AnyPlayer:
    """A player of the game, whose chance, if it needs any, comes from the generator; raises ValueError."""
    players = _players_of(game_name)
    if player_name not in players:
        raise ValueError(f"no player of {game_name} is called {player_name!r}; there are {', '.join(players)}")
    return players[player_name](rng)


def _players_of(game_name: str) -> dict[str, PlayerMaker]:
    if game_name not in PLAYERS:
        raise ValueError(f"no game is called {game_name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[game_name]
