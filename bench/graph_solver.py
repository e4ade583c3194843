"""How much of the graph game is solved, and how fast: random connected graphs, solved one after another on one core.

Times are processor times of this thread: other processes and compilation do not count.

    python -m bench.graph_solver --graphs 100 --most-seconds 10
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from statistics import median

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from stolik.games.graph.players.prover import Budget, Prover
from stolik.games.graph.players.solver import table_bits
from stolik.games.graph.rules import DEFAULT_VERTICES, random_position

LIMITS = (0.01, 0.1, 1.0, 10.0)


@dataclass(frozen=True, slots=True)
class Run:
    """One graph: whether its mover wins, None if it was not solved, and what that took."""

    wins: bool | None
    seconds: float
    nodes: int


def solve_one(seed: int, vertices: int, edges: int, most_seconds: float) -> Run:
    """Solves the graph of a seed with a table of its own."""
    position = random_position(Random(seed), vertices, edges)
    prover = Prover(table_bits(most_seconds))
    budget = Budget(most_seconds, clock=time.thread_time)
    verdict = prover.settle(position, budget)
    return Run(verdict.wins, budget.seconds, budget.nodes)


def row_of(edges: int, runs: list[Run], limits: list[float]) -> list[str]:
    """The figures of one size, as the table prints them."""
    solved = [run for run in runs if run.wins is not None]
    shares = [sum(run.seconds <= limit for run in solved) / len(runs) for limit in limits]
    seconds = sum(run.seconds for run in runs)
    return [
        str(edges),
        str(len(runs)),
        *(f"{share:.1%}" for share in shares),
        f"{median(run.seconds for run in runs) * 1000:.2f} ms",
        f"{max(run.seconds for run in runs):.2f} s",
        f"{sum(run.nodes for run in runs) / seconds:,.0f}",
        f"{sum(run.wins is True for run in solved) / max(len(solved), 1):.0%}",
    ]


@click.command()
@click.option("--vertices", default=DEFAULT_VERTICES, show_default=True)
@click.option("--edges", multiple=True, type=int, default=(40, 56, 72, 80), show_default=True)
@click.option("--graphs", default=100, show_default=True, help="How many graphs of each size.")
@click.option("--most-seconds", default=10.0, show_default=True, help="When to give a graph up.")
@click.option("--first-seed", default=0, show_default=True)
def main(vertices: int, edges: tuple[int, ...], graphs: int, most_seconds: float, first_seed: int) -> None:
    """Print the share of graphs that are solved within each time."""
    limits = [limit for limit in LIMITS if limit <= most_seconds]
    table = Table(title=f"random connected graphs of {vertices} vertices")
    within = [f"≤ {limit:g} s" for limit in limits]
    for heading in ("edges", "graphs", *within, "median", "slowest", "nodes/s", "first wins"):
        table.add_column(heading, justify="right")
    solve_one(0, vertices, vertices, most_seconds)  # the first call compiles, and is not measured
    for size in edges:
        seeds = range(first_seed, first_seed + graphs)
        runs = [solve_one(seed, vertices, size, most_seconds) for seed in track(seeds, f"{size} edges", transient=True)]
        table.add_row(*row_of(size, runs, limits))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
