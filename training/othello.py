"""Trains the weights that the Othello player evaluates with, from nothing but games of its C twin against itself.

    python -m training.othello

Needs a C compiler; playing needs none. The same seed and generations give the same weights, on any number of workers.
The defaults are how the weights in the package were made.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stolik.players.othello_patterns import PHASES, classes

HERE = Path(__file__).parent
WEIGHTS = HERE.parent / "src" / "stolik" / "players" / "data" / "othello.npz"

SEED = 1
GENERATIONS = ("10000,2,12,30", "30000,3,12,30", "70000,4,12,30")
"""Each: how many games, how many plies they look ahead, from how many empty squares on they are exact, the ridge."""


def build(into: Path, compiler: str) -> Path:
    """The trainer, compiled for this machine."""
    program = into / "othello_train"
    source = HERE / "othello_train.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
    return program


def read_weights(path: Path) -> NDArray[np.int16]:
    """[phase, class] as the trainer wrote them."""
    return np.fromfile(path, np.int16).reshape(PHASES, classes()[1])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights go")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play and fit")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--compiler", default="cc")
    parser.add_argument("generations", nargs="*", default=GENERATIONS, help="GAMES,DEPTH,EXACT_FROM,RIDGE of each")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program, weights = build(Path(folder), options.compiler), Path(folder) / "weights"
        command = [program, weights, str(options.seed), str(options.workers), *options.generations]
        subprocess.run(command, check=True)
        last = Path(f"{weights}-{len(options.generations) - 1}")
        np.savez_compressed(options.out, weights=read_weights(last))
    print(f"{options.out}: {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
