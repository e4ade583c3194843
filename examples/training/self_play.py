"""Games of a network against itself, hundreds at once."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from examples.training.network import TALLEST, Floats, Network

import stolik

HEIGHTS = np.arange(TALLEST)


class Games(NamedTuple):
    """All positions of some games, after each move, and who won."""

    discs: Floats
    """[position, stack, disc]: 1 white, -1 black, 0 none."""
    white_won: Floats
    """[position]: 1 when white won the game that it comes from."""


def as_discs(white: Any, heights: Any) -> Floats:  # noqa: ANN401 - arrays
    """[…, disc] out of the stacks of a batch: 1 white, -1 black, 0 none."""
    colours = np.where(white[..., None] >> HEIGHTS & 1, 1, -1)
    return np.where(heights[..., None] > HEIGHTS, colours, 0).astype(np.float32)


def worth_by_height(network: Network, discs: Floats) -> Floats:
    """[game, stack, height]: what is left of a stack when it is cut to that height is worth so much."""
    worth = np.zeros((*discs.shape[:2], TALLEST + 1), dtype=np.float32)
    for height in range(1, TALLEST + 1):
        worth[:, :, height] = network.worth(np.where(height > HEIGHTS, discs, np.float32(0)))
    return worth


def play(network: Network, games: int, seed: int, random_share: float) -> Games:
    """So many games. Both sides cut the stack that costs them least, and move at random now and then."""
    batch: Any = stolik.batch("krazki", games, seed=seed)
    rng = np.random.default_rng(seed)
    # A game only makes stacks lower, so all that can come up in it is worked out once.
    worth = worth_by_height(network, as_discs(batch.white, batch.heights))
    discs, played = [], []
    while (going := batch.turns >= 0).any():
        moves = np.where(rng.random(games) < random_share, batch.random_moves(), _best_moves(batch, worth))
        batch.play(moves)
        discs.append(as_discs(batch.white[going], batch.heights[going]))
        played.append(np.flatnonzero(going))
    white_won = batch.scores[:, 0].astype(np.float32)
    return Games(np.concatenate(discs), white_won[np.concatenate(played)])


def _best_moves(batch: Any, worth: Floats) -> Any:  # noqa: ANN401 - arrays
    """[game]: the legal move after which the position is worth most to the seat that moves."""
    now = np.take_along_axis(worth, batch.heights[:, :, None], axis=2)
    gain = np.where(batch.turns == 0, 1, -1)[:, None, None] * (worth[:, :, :TALLEST] - now)
    return np.where(batch.legal(), gain.reshape(batch.games, -1), -np.inf).argmax(axis=1)
