"""Trains a network to play Krążki by playing against itself: python -m examples.training

It needs NumPy and Numba (pip install '.[strong]'), and some minutes. The same seed gives the same network.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from examples.training.match import play_pairs
from examples.training.network import Network
from examples.training.self_play import play

ROUNDS = 200
GAMES_A_ROUND = 500
POSITIONS_A_GAME = 12
"""How many positions of a game are learned from: neighbours are much alike, so not all."""
POSITIONS_A_STEP = 512
FIRST_RATE, LAST_RATE = 3e-3, 3e-5
FIRST_RANDOM, LAST_RANDOM = 0.4, 0.05
"""The share of random moves: many at first, so that all kinds of positions are seen."""


def train(rounds: int, seed: int, say: int = 0) -> Network:
    """A network after so many rounds of self-play; prints a line every `say` rounds."""
    network, rng = Network(seed), np.random.default_rng(seed)
    for number in range(rounds):
        done = number / rounds
        games = play(network, GAMES_A_ROUND, seed * rounds + number, max(LAST_RANDOM, FIRST_RANDOM * (1 - 4 * done)))
        chosen = rng.permutation(len(games.discs))[: GAMES_A_ROUND * POSITIONS_A_GAME]
        rate = LAST_RATE + (FIRST_RATE - LAST_RATE) * (1 + np.cos(np.pi * done)) / 2
        losses = [
            network.learn(games.discs[some], games.white_won[some], float(rate))
            for some in np.array_split(chosen, max(1, len(chosen) // POSITIONS_A_STEP))
        ]
        if say and (number + 1) % say == 0:
            print(f"round {number + 1} of {rounds}: loss {np.mean(losses):.3f}", flush=True)
    return network


def main() -> None:
    """Trains, measures against a built-in player, and keeps the network."""
    options = argparse.ArgumentParser(prog="python -m examples.training", description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=ROUNDS, help=f"rounds of {GAMES_A_ROUND} games ({ROUNDS})")
    options.add_argument("--seed", type=int, default=1, help="what everything is drawn from (1)")
    options.add_argument("--pairs", type=int, default=500, help="pairs of games to measure it by (500)")
    options.add_argument("--against", default="steady", help="the built-in player to measure it against (steady)")
    options.add_argument("--save", type=Path, default=Path("network.npz"), help="where it is kept (network.npz)")
    given = options.parse_args()
    began = time.monotonic()
    network = train(given.rounds, given.seed, say=20)
    print(f"trained in {(time.monotonic() - began) / 60:.1f} minutes")
    network.save(given.save)
    print(f"against {given.against}: {play_pairs(network, given.against, given.pairs, given.seed)}")


if __name__ == "__main__":
    main()
