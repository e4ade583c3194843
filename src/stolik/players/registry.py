"""Which players there are, by game and by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from stolik.games import GAMES, VARIANTS
from stolik.players import othello_greedy
from stolik.players.chance import RandomPlayer
from stolik.players.clock import THINKING_CLOCK
from stolik.players.contract import Player
from stolik.players.graph_greedy import Greedy
from stolik.players.kierki_duck import Duck
from stolik.players.kierki_heuristic import Heuristic
from stolik.players.krazki_perfect import Perfect

AnyPlayer = Player[Any, Any]
PlayerMaker = Callable[[Random], AnyPlayer]
"""Makes a player from the generator that is to be its only source of chance."""

# A move over the wire has 300 ms, and some of them belong to the network and to the rest of the machine.
_STRONG_BUDGET: Final = 0.2
_KIERKI_BUDGET: Final = 0.1
# Few moves on an idle machine have time for so many; where they have, the same seed gives the same game.
_KIERKI_PLAYOUTS: Final = 10_000


# The strong players are imported only when they are made: Numba takes a while to come up, and a server must not wait.


def _graph_solver(rng: Random) -> AnyPlayer:
    from stolik.players.graph_solver import GraphSolver

    return GraphSolver(_STRONG_BUDGET, rng, THINKING_CLOCK)


def _kierki_flat(rng: Random) -> AnyPlayer:
    from stolik.players.kierki_search import FLAT, Search

    return Search(rng, FLAT, playouts=1000)


def _kierki_search(rng: Random) -> AnyPlayer:
    from stolik.players.kierki_search import SEARCH, Search

    return Search(rng, SEARCH, playouts=_KIERKI_PLAYOUTS, seconds=_KIERKI_BUDGET, clock=THINKING_CLOCK)


def _othello_strong(rng: Random) -> AnyPlayer:
    from stolik.players.othello_player import OthelloStrong

    return OthelloStrong()


_OF_EVERY_GAME: Final[dict[str, PlayerMaker]] = {"random": RandomPlayer}
_OF_KIERKI: Final[dict[str, PlayerMaker]] = {"duck": lambda _: Duck(), "heuristic": lambda _: Heuristic()}
_OF_ONE_GAME: Final[dict[str, dict[str, PlayerMaker]]] = {
    "kierki": _OF_KIERKI,
    "kierki-early-end": _OF_KIERKI,
    "krazki": {"perfect": lambda _: Perfect()},
    "graph": {"greedy": lambda _: Greedy()},
    "othello": {"greedy": lambda _: othello_greedy.Greedy(), "steady": lambda _: othello_greedy.Steady()},
}
_STRONG_OF_KIERKI: Final[dict[str, PlayerMaker]] = {"flat": _kierki_flat, "search": _kierki_search}
_WITH_NUMBA: Final[dict[str, dict[str, PlayerMaker]]] = {
    "kierki": _STRONG_OF_KIERKI,
    "kierki-early-end": _STRONG_OF_KIERKI,
    "graph": {"strong": _graph_solver},
    "othello": {"strong": _othello_strong},
}

PLAYERS: Final[dict[str, dict[str, PlayerMaker]]] = {
    game: _OF_EVERY_GAME | _OF_ONE_GAME.get(game, {}) | _WITH_NUMBA.get(game, {}) for game in (*GAMES, *VARIANTS)
}
"""[game's name][player's name]: weakest first, with those that need what may not be installed."""


def player_names(game_name: str) -> tuple[str, ...]:
    """The players of the game that can be made here, weakest first; raises ValueError when there is no such game."""
    return tuple(name for name in _players_of(game_name) if not _is_missing(game_name, name))


def make_player(game_name: str, player_name: str, rng: Random) -> AnyPlayer:
    """A player of the game, whose chance, if it needs any, comes from the generator; raises ValueError."""
    players = _players_of(game_name)
    names = ", ".join(player_names(game_name))
    if player_name not in players:
        raise ValueError(f"no player of {game_name} is called {player_name!r}; there are {names}")
    if _is_missing(game_name, player_name):
        raise ValueError(
            f"the player {player_name!r} of {game_name} needs Numba, which is not installed "
            f"(pip install 'stolik[strong]'); without it there are {names}"
        )
    return players[player_name](rng)


def _is_missing(game_name: str, player_name: str) -> bool:
    """Whether the player needs Numba and there is none; looking for it does not import it."""
    return player_name in _WITH_NUMBA.get(game_name, {}) and not _has_numba()


def _has_numba() -> bool:
    return find_spec("numba") is not None


def _players_of(game_name: str) -> dict[str, PlayerMaker]:
    if game_name not in PLAYERS:
        raise ValueError(f"no game is called {game_name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[game_name]
