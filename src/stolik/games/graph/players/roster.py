"""Makes the players of the graph game that a person, a test or a tournament can name."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from stolik.games.graph.players.greedy import Greedy
from stolik.players.chance import Slipping
from stolik.players.clock import THINKING_CLOCK
from stolik.players.player import Player

AnyPlayer = Player[Any, Any]

# A few tenths of a millisecond: a server must not be blocked for longer.
_HASTY_POSITIONS: Final = 200
# A move in a tournament has 300 ms; some of that goes to the network and to other processes.
_BUDGET: Final = 0.2


def easy(rng: Random) -> AnyPlayer:
    """`greedy` with every second move random, on average."""
    return Slipping(Greedy(), rng, 0.5)


def greedy(_rng: Random) -> AnyPlayer:
    """Looks a few moves ahead."""
    return Greedy()


def hasty(_rng: Random) -> AnyPlayer:
    """Looks ahead for less than a millisecond."""
    return Greedy(_HASTY_POSITIONS)


# The strong players are imported only when they are made: Numba is slow to import, and a server must not wait for it.


def solver(rng: Random, seconds: float = _BUDGET) -> AnyPlayer:
    """Proves who wins, if there is enough time."""
    from stolik.games.graph.players.solver import GraphSolver

    return GraphSolver(seconds, rng, THINKING_CLOCK)


def strong(rng: Random) -> AnyPlayer:
    """The solver with two milliseconds, and one move of twenty-five random, on average."""
    return Slipping(solver(rng, 0.002), rng, 0.04)
