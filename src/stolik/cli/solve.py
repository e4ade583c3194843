"""`stolik solve`: the exact value of a position, and the best moves."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib import import_module

import click

from stolik.games.contract import NotationError

# Each game's solver is a module with a `solve(words)` in it, imported only when its game is asked for.
SOLVERS = {
    "othello": "stolik.cli.solve_othello",
}


@dataclass(frozen=True)
class Solution:
    """What a solver found."""

    score: int
    best: list[str]
    exact: bool
    nodes: int
    seconds: float
    """Of the processor, for the search alone: not for loading or compiling what it runs."""


@click.command()
@click.argument("game", type=click.Choice(list(SOLVERS)))
@click.argument("position", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: score, best, exact, nodes, seconds.")
def command(game: str, position: tuple[str, ...], as_json: bool) -> None:
    """Solve a POSITION of GAME exactly: its value for the one who moves, and a best move.

    \b
    stolik solve othello "O--OOOOX…" X    64 squares by rows, X black, O white, - empty; who moves
    """
    solver = import_module(SOLVERS[game])
    try:
        solution: Solution = solver.solve(position)
    except NotationError as error:
        raise click.BadParameter(str(error), param_hint="POSITION") from None
    report = asdict(solution) | {"seconds": round(solution.seconds, 3)}
    click.echo(json.dumps(report) if as_json else _in_words(report))


def _in_words(report: dict[str, object]) -> str:
    best = report["best"]
    moves = " ".join(best) if isinstance(best, list) and best else "none"
    certain = "exact" if report["exact"] else "an estimate"
    return (
        f"score {report['score']:+d} ({certain})\nbest  {moves}\n{report['nodes']:,} nodes in {report['seconds']:.2f} s"
    )
