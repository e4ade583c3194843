"""Makes the players of Krążki that a person, a test or a tournament can name."""

from __future__ import annotations

from random import Random
from typing import Any

from stolik.games.krazki.players.perfect import Perfect
from stolik.players.chance import Slipping
from stolik.players.player import Player

AnyPlayer = Player[Any, Any]


def easy(rng: Random) -> AnyPlayer:
    """`perfect` with every second move random, on average."""
    return Slipping(Perfect(), rng, 0.5)


def steady(rng: Random) -> AnyPlayer:
    """`perfect` with every fifth move random, on average."""
    return Slipping(Perfect(), rng, 0.2)


def strong(rng: Random) -> AnyPlayer:
    """`perfect` with every twelfth move random, on average."""
    return Slipping(Perfect(), rng, 0.08)


def perfect(_rng: Random) -> AnyPlayer:
    """Plays perfectly."""
    return Perfect()
