"""Trains the weights that the Othello player evaluates with, from nothing but games against itself.

    python -m training.othello --workers 16 --out src/stolik/players/data/othello.npz

Each generation plays with the weights of the one before, a little deeper, and learns from the final scores. The first
has none: it counts moves. The same seed, generations and sizes give the same weights, on however many workers.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stolik.players.othello_eval import expand
from stolik.players.othello_patterns import COUNTS, PHASES, classes, counts_offset
from training.othello_fit import Sample, fit_phase, joined
from training.othello_selfplay import Effort, play_games

EFFORTS = (Effort(3, 12), Effort(4, 14), Effort(5, 14))
GAMES = (16_000, 50_000, 120_000)
"""How many games each generation plays."""

GAMES_A_TASK = 100

A_MOVE_IS_WORTH = 80
"""What the first generation believes: in parts of a disc."""


def first_weights() -> NDArray[np.float64]:
    """[phase, class]: more moves than the other has are good, and nothing else is known."""
    class_of, count = classes()
    weights = np.zeros((PHASES, count))
    own = counts_offset()
    weights[:, class_of[own : own + COUNTS]] = np.arange(COUNTS) * A_MOVE_IS_WORTH
    weights[:, class_of[own + COUNTS : own + 2 * COUNTS]] = np.arange(COUNTS) * -A_MOVE_IS_WORTH
    return weights


def rounded(weights: NDArray[np.float64]) -> NDArray[np.int16]:
    """As they are stored."""
    return np.clip(np.round(weights), -32767, 32767).astype(np.int16)


def play(pool: ProcessPoolExecutor, weights: NDArray[np.float64], effort: Effort, games: int, seed: str) -> Sample:
    """A generation's positions."""
    expanded = expand(rounded(weights))
    tasks = [
        pool.submit(play_games, expanded, effort, f"{seed}/{task}", GAMES_A_TASK)
        for task in range(games // GAMES_A_TASK)
    ]
    return joined([Sample(*task.result()) for task in tasks])


def fit(pool: ProcessPoolExecutor, sample: Sample, start: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights of all phases."""
    tasks = [pool.submit(fit_phase, sample, phase, start[phase]) for phase in range(PHASES)]
    fitted = [task.result() for task in tasks]
    for _, line in fitted:
        print("  " + line, flush=True)
    return np.stack([weights for weights, _ in fitted])


def save(weights: NDArray[np.float64], to: Path) -> None:
    """Writes the weights as the package carries them."""
    to.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(to, weights=rounded(weights))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="where the weights go, after every generation")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", default="stolik")
    parser.add_argument("--scale", type=float, default=1.0, help="more or fewer games than the shipped weights had")
    parser.add_argument("--keep", type=Path, help="a folder for the last generation's positions")
    options = parser.parse_args()
    weights, samples = first_weights(), list[Sample]()
    with ProcessPoolExecutor(options.workers) as pool:
        for generation, (effort, games) in enumerate(zip(EFFORTS, GAMES, strict=True)):
            began = time.monotonic()
            samples.append(play(pool, weights, effort, int(games * options.scale), f"{options.seed}/{generation}"))
            played = time.monotonic() - began
            # What the first generation thought good is too poor to learn from once there is better.
            sample = joined(samples[-2:]) if generation >= 2 else samples[-1]
            print(f"generation {generation}: {len(sample.own)} positions, played in {played:.0f} s", flush=True)
            weights = fit(pool, sample, weights)
            save(weights, options.out)
            print(f"  fitted in {time.monotonic() - began - played:.0f} s", flush=True)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        for part, rows in enumerate(np.array_split(np.arange(len(sample.own)), 1 + len(sample.own) // 800_000)):
            np.savez(
                options.keep / f"positions-{part}.npz",
                own=sample.own[rows], other=sample.other[rows], score=sample.score[rows],
            )


if __name__ == "__main__":
    main()
