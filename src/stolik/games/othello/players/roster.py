"""Makes the players of Othello that a person, a test or a tournament can name."""

from __future__ import annotations

from random import Random
from typing import Any

from stolik.games.othello.players.greedy import Greedy, Steady
from stolik.players.chance import Slipping
from stolik.players.player import Player

AnyPlayer = Player[Any, Any]


def easy(rng: Random) -> AnyPlayer:
    """`steady` with two moves of five random, on average."""
    return Slipping(Steady(), rng, 0.4)


def steady(_rng: Random) -> AnyPlayer:
    """Plays by rules of thumb."""
    return Steady()


def greedy(_rng: Random) -> AnyPlayer:
    """Flips as many discs as it can."""
    return Greedy()


# The strong players are imported only when they are made: Numba is slow to import, and a server must not wait for it.


def _search(nodes: int) -> AnyPlayer:
    from stolik.games.othello.players.player import OthelloStrong

    return OthelloStrong(nodes)


def strong(_rng: Random) -> AnyPlayer:
    """Searches ten thousand positions for a move."""
    return _search(10_000)


def best(_rng: Random, seconds: float | None = None) -> AnyPlayer:
    """Searches a million positions for a move, or as many as it can in the given time."""
    if seconds is None:
        return _search(1_000_000)
    from stolik.games.othello.players.player import OthelloStrong
    from stolik.service.net.alarm import ring_after

    return OthelloStrong(seconds=seconds, alarm=ring_after)
