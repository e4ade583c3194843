"""Games that are played at random, the same ones for the same seed."""

from __future__ import annotations

from random import Random
from typing import Any

from stolik.contract.registry import find_game


def random_game(name: str, seed: int, most: int) -> tuple[Any, list[str]]:
    """The start of one, and its moves, at most so many."""
    rng, game = Random(seed), find_game(name)
    start = position = game.start(rng)
    moves: list[str] = []
    while position.turn is not None and len(moves) < most:
        move = rng.choice(position.moves())
        moves.append(game.write_move(move))
        position = position.play(move)
    return start, moves
