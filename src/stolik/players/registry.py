"""Which players there are, by game and by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from stolik.games import GAMES, VARIANTS
from stolik.players.chance import RandomPlayer
from stolik.players.contract import Player
from stolik.players.kierki_duck import Duck
from stolik.players.kierki_heuristic import Heuristic
from stolik.players.othello_greedy import Greedy, Steady

AnyPlayer = Player[Any, Any]
PlayerMaker = Callable[[Random], AnyPlayer]
"""Makes a player from the generator that is to be its only source of chance."""

_OF_EVERY_GAME: Final[dict[str, PlayerMaker]] = {"random": RandomPlayer}
_OF_KIERKI: Final[dict[str, PlayerMaker]] = {"duck": lambda _: Duck(), "heuristic": lambda _: Heuristic()}


def _strong_othello(rng: Random) -> AnyPlayer:
    """Numba is imported only now: most programs that list the players never need it."""
    if not _has_numba():
        return Steady()
    from stolik.players.othello_player import OthelloStrong

    return OthelloStrong()


def _has_numba() -> bool:
    return find_spec("numba") is not None


_OF_OTHELLO: Final[dict[str, PlayerMaker]] = {
    "greedy": lambda _: Greedy(),
    "steady": lambda _: Steady(),
    "strong": _strong_othello,
}
_OF_ONE_GAME: Final[dict[str, dict[str, PlayerMaker]]] = {
    "kierki": _OF_KIERKI,
    "kierki-early-end": _OF_KIERKI,
    "othello": _OF_OTHELLO,
}
_STAND_INS: Final = {("othello", "strong"): "steady"}
"""Who plays where Numba is not installed."""

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


def stand_in(game_name: str, player_name: str) -> str | None:
    """Why another player will play in this one's place, in words; None when it will play itself."""
    other = _STAND_INS.get((game_name, player_name))
    if other is None or _has_numba():
        return None
    return f"{player_name} needs Numba (pip install 'stolik[strong]'), which is not installed: {other} plays instead"


def _players_of(game_name: str) -> dict[str, PlayerMaker]:
    if game_name not in PLAYERS:
        raise ValueError(f"no game is called {game_name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[game_name]
