"""Makes the players of Kierki that a person, a test or a tournament can name."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from stolik.games.kierki.players.duck import Duck
from stolik.games.kierki.players.heuristic import Heuristic
from stolik.players.chance import Slipping
from stolik.players.clock import THINKING_CLOCK
from stolik.players.player import Player

AnyPlayer = Player[Any, Any]

# A move in a tournament has 300 ms; some of that goes to the network and to other processes.
_BUDGET: Final = 0.1
# Few moves have time for so many playouts; when all have, the same seed gives the same game.
_PLAYOUTS: Final = 20_000


def easy(rng: Random) -> AnyPlayer:
    """`duck` with every fifth card random, on average."""
    return Slipping(Duck(), rng, 0.2)


def steady(rng: Random) -> AnyPlayer:
    """`heuristic` with every tenth card random, on average."""
    return Slipping(Heuristic(), rng, 0.1)


def duck(_rng: Random) -> AnyPlayer:
    """Plays as low as it can."""
    return Duck()


def heuristic(_rng: Random) -> AnyPlayer:
    """Plays by rules of thumb."""
    return Heuristic()


# The strong players are imported only when they are made: Numba is slow to import, and a server must not wait for it.


def network(_rng: Random) -> AnyPlayer:
    """Plays by a trained network, without looking ahead."""
    from stolik.games.kierki.players.network import Network

    return Network()


def flat(rng: Random, playouts: int = 1000) -> AnyPlayer:
    """Plays the deal out with every card in sampled worlds, and chooses the cheapest card."""
    from stolik.games.kierki.players.search import FLAT, Search

    return Search(rng, FLAT, playouts=playouts)


def strong(rng: Random) -> AnyPlayer:
    """`flat` with fewer playouts."""
    return flat(rng, 300)


def search(rng: Random, seconds: float | None = None) -> AnyPlayer:
    """Searches a tree over sampled worlds, which are weighted by the plays seen."""
    from stolik.games.kierki.players.search import SEARCH, Search

    playouts, budget = (_PLAYOUTS, _BUDGET) if seconds is None else (None, seconds)
    return Search(rng, SEARCH, playouts=playouts, seconds=budget, clock=THINKING_CLOCK)
