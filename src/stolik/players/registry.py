"""Which players there are, by game and by name.

A person chooses among five strengths, which mean the same in every game. Behind them are players known by how they
play, which measurements, tests and tournaments can name too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from stolik.games import GAMES, VARIANTS
from stolik.players import othello_greedy
from stolik.players.chance import RandomPlayer, Slipping
from stolik.players.clock import THINKING_CLOCK
from stolik.players.contract import Player
from stolik.players.graph_greedy import Greedy
from stolik.players.kierki_duck import Duck
from stolik.players.kierki_heuristic import Heuristic
from stolik.players.krazki_perfect import Perfect

AnyPlayer = Player[Any, Any]
PlayerMaker = Callable[[Random], AnyPlayer]
"""Makes a player from the generator that is to be its only source of chance."""

STRENGTHS: Final = ("random", "easy", "steady", "strong", "best")
"""What a person chooses from, in every game; `bench/strengths.py` measures how far apart they are."""

# A few tenths of a millisecond: a server may not be held up for longer.
_HASTY_POSITIONS: Final = 200
# A move over the wire has 300 ms, and some of them belong to the network and to the rest of the machine.
_BEST_BUDGET: Final = 0.2
_KIERKI_BUDGET: Final = 0.1
# Few moves on an idle machine have time for so many; where they have, the same seed gives the same game.
_KIERKI_PLAYOUTS: Final = 20_000


# The strong players are imported only when they are made: Numba takes a while to come up, and a server must not wait.


def _graph_solver(rng: Random, budget: float = _BEST_BUDGET) -> AnyPlayer:
    from stolik.players.graph_solver import GraphSolver

    return GraphSolver(budget, rng, THINKING_CLOCK)


def _kierki_network(_rng: Random) -> AnyPlayer:
    from stolik.players.kierki_network import Network

    return Network()


def _kierki_flat(rng: Random, playouts: int = 1000) -> AnyPlayer:
    from stolik.players.kierki_search import FLAT, Search

    return Search(rng, FLAT, playouts=playouts)


def _kierki_search(rng: Random) -> AnyPlayer:
    from stolik.players.kierki_search import SEARCH, Search

    return Search(rng, SEARCH, playouts=_KIERKI_PLAYOUTS, seconds=_KIERKI_BUDGET, clock=THINKING_CLOCK)


def _othello_search(nodes: int) -> AnyPlayer:
    from stolik.players.othello_player import OthelloStrong

    return OthelloStrong(nodes)


_OF_KIERKI: Final[dict[str, PlayerMaker]] = {
    "easy": lambda rng: Slipping(Duck(), rng, 0.2),
    "steady": lambda rng: Slipping(Heuristic(), rng, 0.1),
    "duck": lambda _: Duck(),
    "heuristic": lambda _: Heuristic(),
}
_OF_ANY_MACHINE: Final[dict[str, dict[str, PlayerMaker]]] = {
    "kierki": _OF_KIERKI,
    "kierki-early-end": _OF_KIERKI,
    "krazki": {
        "easy": lambda rng: Slipping(Perfect(), rng, 0.5),
        "steady": lambda rng: Slipping(Perfect(), rng, 0.2),
        "strong": lambda rng: Slipping(Perfect(), rng, 0.08),
        "best": lambda _: Perfect(),
        "perfect": lambda _: Perfect(),
    },
    "graph": {
        "easy": lambda rng: Slipping(Greedy(), rng, 0.5),
        "steady": lambda _: Greedy(),
        "greedy": lambda _: Greedy(),
        "hasty": lambda _: Greedy(_HASTY_POSITIONS),
    },
    "othello": {
        "easy": lambda rng: Slipping(othello_greedy.Steady(), rng, 0.4),
        "steady": lambda _: othello_greedy.Steady(),
        "greedy": lambda _: othello_greedy.Greedy(),
    },
}
_STRONG_OF_KIERKI: Final[dict[str, PlayerMaker]] = {
    "strong": lambda rng: _kierki_flat(rng, 300),
    "best": _kierki_search,
    "network": _kierki_network,
    "flat": _kierki_flat,
    "search": _kierki_search,
}
_WITH_NUMBA: Final[dict[str, dict[str, PlayerMaker]]] = {
    "kierki": _STRONG_OF_KIERKI,
    "kierki-early-end": _STRONG_OF_KIERKI,
    "graph": {"strong": lambda rng: Slipping(_graph_solver(rng, 0.002), rng, 0.04), "best": _graph_solver},
    "othello": {"strong": lambda _: _othello_search(10_000), "best": lambda _: _othello_search(1_000_000)},
}
_QUICKEST: Final = {
    "kierki": "heuristic",
    "kierki-early-end": "heuristic",
    "krazki": "best",
    "graph": "steady",
    "othello": "steady",
}
"""[game]: the strongest that needs no Numba, and hardly any time."""
_INSTANT: Final = _QUICKEST | {"graph": "hasty"}
"""[game]: the strongest that answers in less than a millisecond."""

PLAYERS: Final[dict[str, dict[str, PlayerMaker]]] = {
    game: {"random": RandomPlayer} | _OF_ANY_MACHINE.get(game, {}) | _WITH_NUMBA.get(game, {})
    for game in (*GAMES, *VARIANTS)
}
"""[game's name][player's name], with those that need what may not be installed."""


def player_names(game_name: str) -> tuple[str, ...]:
    """The strengths of the game, weakest first; raises ValueError when there is no such game."""
    players = _players_of(game_name)
    return tuple(name for name in STRENGTHS if name in players)


def check_player(game_name: str, player_name: str | None) -> str:
    """The name, if a player of the game has it; raises ValueError."""
    if player_name is None or player_name not in _players_of(game_name):
        names = ", ".join(player_names(game_name))
        raise ValueError(f"no player of {game_name} is called {player_name!r}; there are {names}")
    return player_name


def make_player(game_name: str, player_name: str, rng: Random) -> AnyPlayer:
    """A player of the game, whose chance, if it needs any, comes from the generator; raises ValueError."""
    maker = _players_of(game_name)[check_player(game_name, player_name)]
    return quick_player(game_name, rng) if _is_missing(game_name, player_name) else maker(rng)


def quick_player(game_name: str, rng: Random) -> AnyPlayer:
    """The strongest player that answers at once, on any machine."""
    return _players_of(game_name)[_quickest(game_name)](rng)


def instant_player(game_name: str, rng: Random) -> AnyPlayer:
    """The strongest player that a server can ask without leaving anybody waiting."""
    return _players_of(game_name)[_INSTANT.get(game_name, "random")](rng)


def needs_numba(game_name: str, player_name: str) -> bool:
    """Whether the player takes a while to come up, for it is compiled."""
    return player_name in _WITH_NUMBA.get(game_name, {})


def stand_in(game_name: str, player_name: str) -> str | None:
    """In words, who plays instead of a player that cannot be made here; None when it can."""
    if not _is_missing(game_name, player_name):
        return None
    return (
        f"{player_name} of {game_name} needs Numba, which is not installed (pip install 'stolik[strong]'): "
        f"{_quickest(game_name)} plays instead"
    )


def _quickest(game_name: str) -> str:
    return _QUICKEST.get(game_name, "random")


def _is_missing(game_name: str, player_name: str) -> bool:
    """Whether the player needs Numba and there is none; looking for it does not import it."""
    return needs_numba(game_name, player_name) and not _has_numba()


@cache  # to look is to ask the disk, and a server looks for every bot that sits down
def _has_numba() -> bool:
    return find_spec("numba") is not None


def _players_of(game_name: str) -> dict[str, PlayerMaker]:
    if game_name not in PLAYERS:
        raise ValueError(f"no game is called {game_name!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[game_name]
