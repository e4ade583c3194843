"""Makes the players of the graph game that a person, a test or a tournament can name."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from stolik.games.graph.players.greedy import Greedy
from stolik.players.chance import Slipping
from stolik.players.clock import THINKING_CLOCK
from stolik.players.player import Player

AnyPlayer = Player[Any, Any]

# A few tenths of a millisecond: a server may not be held up for longer.
_HASTY_POSITIONS: Final = 200
# A move over the wire has 300 ms, and some of them belong to the network and to the rest of the machine.
_BUDGET: Final = 0.2


def easy(rng: Random) -> AnyPlayer:
    """Slips at every second move."""
    return Slipping(Greedy(), rng, 0.5)


def greedy(_rng: Random) -> AnyPlayer:
    """Looks a few moves ahead."""
    return Greedy()


def hasty(_rng: Random) -> AnyPlayer:
    """Looks ahead for less than a millisecond."""
    return Greedy(_HASTY_POSITIONS)


# The strong players are imported only when they are made: Numba takes a while to come up, and a server must not wait.


def solver(rng: Random, budget: float = _BUDGET) -> AnyPlayer:
    """Proves who wins, where the time allows it."""
    from stolik.games.graph.players.solver import GraphSolver

    return GraphSolver(budget, rng, THINKING_CLOCK)


def strong(rng: Random) -> AnyPlayer:
    """Tries to prove it in two milliseconds, and slips at one move of twenty-five."""
    return Slipping(solver(rng, 0.002), rng, 0.04)
