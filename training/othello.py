"""Trains the weights that the Othello player evaluates with, from nothing but games of its C twin against itself.

    python -m training.othello

Needs a C compiler and PyTorch, best with a GPU and many cores; playing needs none of them. Each generation plays with
the weights of the one before, and the first counts moves; then the weights are fitted to the final scores by ridge
regression, phase by phase, with conjugate gradients. The same seed gives the same games, and the same weights but for
the rounding of sums. The defaults are how the weights in the package were made.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from stolik.games.othello.players.patterns import (
    COUNTS,
    DISC,
    PHASE_SQUARES,
    PHASES,
    classes,
    counts_offset,
    lane_offsets,
    phase_size,
    row_table,
)

HERE = Path(__file__).parent
WEIGHTS = HERE.parent / "src" / "stolik" / "games" / "othello" / "players" / "data" / "weights.npz"

SEED = 1
GENERATIONS = ("20000,2,12,30", "80000,4,14,30", "220000,5,16,30")
"""Each: how many games, how many plies they look ahead, from how many empty squares on they are exact, the ridge."""

STEPS = 60
MARGIN = 3
"""A phase learns from this many squares on either side too: there is more to learn from, and no jump between phases."""
LEFT_OUT = 50
"""Every so many-th position is not learned from but tells the error."""
A_MOVE_IS_WORTH = 80
"""What the first generation knows."""
MOST_AT_ONCE = 1 << 20

_NOT_A, _NOT_H = 0xFEFEFEFEFEFEFEFE - (1 << 64), 0x7F7F7F7F7F7F7F7F
_ON_BOARD = {1: _NOT_A, 9: _NOT_A, -7: _NOT_A, -1: _NOT_H, -9: _NOT_H, 7: _NOT_H, 8: -1, -8: -1}
"""[how far a disc is moved]: where it can be after that."""

Tensor = Any


class Positions:
    """Positions on the fitting device: the discs of the one to move, the other's, and the final score."""

    def __init__(self, rows: NDArray[np.int64], device: torch.device) -> None:
        self.device = device
        self.rows = torch.from_numpy(rows).to(device)
        self.empties = 64 - _count(self.rows[:, 0] | self.rows[:, 1])
        self.learned = torch.arange(len(rows), device=device) % LEFT_OUT != 0
        self._table = torch.from_numpy(row_table().astype(np.int32)).to(device)[..., : len(lane_offsets())]
        self._offsets = torch.tensor(lane_offsets(), device=device, dtype=torch.int32)
        self._class_of = torch.from_numpy(classes()[0]).to(device)

    def features(self, chosen: Tensor) -> Tensor:
        """[position, feature]: the classes whose weights add up to the evaluation."""
        return torch.cat([self._features(part) for part in self.rows[chosen].split(MOST_AT_ONCE)])

    def _features(self, rows: Tensor) -> Tensor:
        own, other = rows[:, 0], rows[:, 1]
        states = self._offsets.repeat(len(rows), 1)
        for line in range(8):
            table = self._table[line]
            states += table[own >> 8 * line & 255] + 2 * table[other >> 8 * line & 255]
        numbers = [_count(_moves(own, other)), _count(_moves(other, own)), 64 - _count(own | other)]
        looked_up = [counts_offset() + COUNTS * place + number for place, number in enumerate(numbers)]
        return self._class_of[torch.cat([states, torch.stack(looked_up, 1).int()], 1)]


def _count(board: Tensor) -> Tensor:
    """How many bits are set, as int64, whose highest bit is its sign."""
    ones = sum(board >> shift & 0x0101010101010101 for shift in range(8))
    return (ones * 0x0101010101010101) >> 56 & 0xFF


def _shifted(board: Tensor, by: int) -> Tensor:
    """Each disc moved by so many squares, not across the board's edge."""
    moved = board << by if by > 0 else board >> -by & (1 << 64 + by) - 1
    return moved & _ON_BOARD[by]


def _moves(own: Tensor, other: Tensor) -> Tensor:
    """The squares where the owner may put a disc."""
    found = torch.zeros_like(own)
    for by in _ON_BOARD:
        line = _shifted(own, by) & other
        for _ in range(5):
            line |= _shifted(line, by) & other
        found |= _shifted(line, by)
    return found & ~(own | other)


def fit_phase(positions: Positions, phase: int, ridge: float, start: Tensor) -> Tensor:
    """Ridge regression of one phase by conjugate gradients, each weight scaled by how often it was seen."""
    top = 60 - PHASE_SQUARES * phase
    empties = positions.empties
    near = (empties <= top + MARGIN) & (empties > top - PHASE_SQUARES - MARGIN) & positions.learned
    features = positions.features(near)
    weights = start.clone()

    def predicted(weights: Tensor) -> Tensor:
        return torch.cat([weights[part].sum(1) for part in features.split(MOST_AT_ONCE)])

    def gathered(values: Tensor) -> Tensor:
        total = torch.zeros_like(weights)
        for part, value in zip(features.split(MOST_AT_ONCE), values.split(MOST_AT_ONCE), strict=True):
            total.index_add_(0, part.flatten(), value.repeat_interleave(part.shape[1]))
        return total

    errors = positions.rows[near, 2].double() * DISC - predicted(weights)
    scale = gathered(torch.ones_like(errors)) + ridge
    gradient = gathered(errors) - ridge * weights
    direction = gradient / scale
    slope = gradient @ direction
    for _ in range(STEPS):
        change = gathered(predicted(direction)) + ridge * direction
        length, last = slope / (direction @ change), slope
        weights += length * direction
        gradient -= length * change
        slope = gradient @ (gradient / scale)
        direction = gradient / scale + slope / last * direction

    asked = (empties <= top) & (empties > top - PHASE_SQUARES) & ~positions.learned
    features = positions.features(asked)
    scores = positions.rows[asked, 2].double()
    error, plain = ((wrong**2).mean().sqrt().item() for wrong in (predicted(weights) / DISC - scores, scores))
    print(f"  phase {phase:2}: {len(errors):9,} positions, error {error:.3f} discs of {plain:.2f}", flush=True)
    return weights


def first_weights(device: torch.device) -> Tensor:
    """[phase, class]: what is known before the first game, that moves are good to have."""
    class_of, count = classes()
    weights = torch.zeros(PHASES, count, dtype=torch.float64, device=device)
    moves = torch.arange(COUNTS, device=device, dtype=torch.float64) * A_MOVE_IS_WORTH
    for place, sign in enumerate((1, -1)):
        begin = counts_offset() + COUNTS * place
        weights[:, torch.from_numpy(class_of[begin : begin + COUNTS]).long().to(device)] = sign * moves
    return weights


def whole_numbers(weights: Tensor) -> NDArray[np.int16]:
    """The weights as they are played with."""
    rounded: NDArray[np.int16] = weights.round().clamp(-32767, 32767).to(torch.int16).cpu().numpy()
    return rounded


def play(program: Path, weights: Tensor, seed: int, generation: str, workers: int) -> NDArray[np.int64]:
    """The positions of a generation's games, in the order of the games."""
    games, depth, exact_from, _ = generation.split(",")
    folder = program.parent
    whole_numbers(weights)[:, classes()[0]].tofile(folder / "weights")
    row_table().tofile(folder / "rows")
    np.array([*lane_offsets(), counts_offset(), phase_size()], np.int64).tofile(folder / "offsets")
    files = [folder / name for name in ("weights", "rows", "offsets")]
    spans = list(pairwise(int(games) * worker // workers for worker in range(workers + 1)))
    running = [
        subprocess.Popen([program, *files, folder / f"games-{begin}", *map(str, (seed, begin, end)), depth, exact_from])
        for begin, end in spans
    ]
    for process in running:
        if process.wait():
            raise SystemExit(f"the games ended with {process.returncode}")
    return np.concatenate([np.fromfile(folder / f"games-{begin}", np.int64).reshape(-1, 3) for begin, _ in spans])


def build(into: Path, compiler: str) -> Path:
    """The player of games, compiled for this machine."""
    program = into / "othello_games"
    source = HERE / "othello_games.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source, "-lm"], check=True)
    return program


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights go")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--compiler", default="cc")
    parser.add_argument("generations", nargs="*", default=GENERATIONS, help="GAMES,DEPTH,EXACT_FROM,RIDGE of each")
    options = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    weights, before = first_weights(device), np.zeros((0, 3), np.int64)
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder), options.compiler)
        for number, generation in enumerate(options.generations):
            began = monotonic()
            rows = play(program, weights, options.seed * 1000 + number, generation, options.workers)
            # A generation learns from the one before it too, except from the first, which knew too little.
            positions = Positions(np.concatenate([before, rows]), device)
            before = rows if number else before
            print(
                f"generation {number}: {generation}, {len(rows):,} positions, {len(positions.rows):,} learned from, "
                f"played in {monotonic() - began:.0f} s",
                flush=True,
            )
            ridge = float(generation.split(",")[3])
            weights = torch.stack([fit_phase(positions, phase, ridge, weights[phase]) for phase in range(PHASES)])
            np.savez_compressed(options.out, weights=whole_numbers(weights))
            print(f"  fitted after {monotonic() - began:.0f} s", flush=True)
    print(f"{options.out}: {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
