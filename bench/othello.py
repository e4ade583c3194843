"""Othello: the FFO endgame positions, nodes a second beside the C twin, and playouts a second.

python -m bench.othello
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from stolik.games.othello.players.eval import trained_weights
from stolik.games.othello.players.patterns import counts_offset, lane_offsets, phase_size, row_table
from stolik.games.othello.players.player import CAUTION, SOLVER_TABLE_BITS, SORTED_BY, solve_position
from stolik.games.othello.players.playout import play_out
from stolik.games.othello.rules import BLACK, START, read_position, write_square

FFO = (
    (40, "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, "a2"),
    (41, "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, "h4"),
    (42, "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, "g2"),
    (43, "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, "g3 c7"),
    (44, "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, "d2 b8"),
    (45, "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6, "b2"),
)

PLAYOUTS = 200_000


class Solved(NamedTuple):
    """One position's result."""

    score: int
    move: int
    nodes: int
    seconds: float


def solve_here(text: str) -> Solved:
    """Solves a position by our kernels."""
    began = time.process_time()
    found = solve_position(read_position(text))
    return Solved(round(found.score), found.move, found.nodes, time.process_time() - began)


def solve_by_twin(texts: list[str]) -> list[Solved] | None:
    """Solves positions by the same algorithm in C; None if there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = Path(__file__).with_name("othello_twin.c")
        subprocess.run([compiler, "-O3", "-march=native", "-o", folder / "twin", source, "-lm"], check=True)
        trained_weights().tofile(folder / "weights")
        row_table().tofile(folder / "rows")
        np.array([*lane_offsets(), counts_offset(), phase_size()], np.int64).tofile(folder / "offsets")
        command = [str(folder / name) for name in ("twin", "weights", "rows", "offsets")] + [str(SOLVER_TABLE_BITS)]
        lines = "".join(map(_twin_line, texts))
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    answers = [line.split() for line in done.stdout.splitlines()]
    return [Solved(int(score), int(move), int(nodes), float(seconds)) for score, move, nodes, seconds in answers]


def _twin_line(text: str) -> str:
    position = read_position(text)
    own, other = position.black, position.white
    if position.turn != BLACK:
        own, other = other, own
    depth = 64 - (own | other).bit_count() - SORTED_BY
    return f"{own:x} {other:x} {CAUTION} {depth}\n"


def playouts_a_second() -> float:
    """Games of random moves from the start, in one thread."""
    play_out(START.black, START.white, 1, 1)
    began = time.process_time()
    play_out(START.black, START.white, 1, PLAYOUTS)
    return PLAYOUTS / (time.process_time() - began)


def main() -> None:
    """Prints the table."""
    solve_here(FFO[0][1])  # compiles and loads before the measurement
    twins: list[Solved] | list[None] = solve_by_twin([text for _, text, _, _ in FFO]) or [None] * len(FFO)
    print("  # empties score move      nodes  seconds  M nodes/s   twin: nodes  seconds  M nodes/s  ours/twin")
    ours, theirs = [], []
    for (number, text, score, best), twin in zip(FFO, twins, strict=True):
        found = solve_here(text)
        right = found.score == score and write_square(found.move) in best.split()
        line = f"{number:3} {text.count('-'):7} {found.score:+5} {write_square(found.move):4} {found.nodes:10,} "
        line += f"{found.seconds:8.2f} {found.nodes / found.seconds / 1e6:10.1f}"
        ours.append(found)
        if twin:
            theirs.append(twin)
            ratio = found.nodes / found.seconds / (twin.nodes / twin.seconds)
            line += f" {twin.nodes:13,} {twin.seconds:8.2f} {twin.nodes / twin.seconds / 1e6:10.1f} {ratio:10.2f}"
        print(line + ("" if right else "  WRONG"), flush=True)
    print(f"all: {_sum(ours)}" + (f"; the C twin {_sum(theirs)}" if theirs else "; no C compiler for the twin"))
    print(f"random playouts: {playouts_a_second():,.0f} games a second")


def _sum(solved: list[Solved]) -> str:
    nodes, seconds = sum(one.nodes for one in solved), sum(one.seconds for one in solved)
    return f"{nodes:,} nodes in {seconds:.2f} s, {nodes / seconds / 1e6:.1f} million a second"


if __name__ == "__main__":
    main()
