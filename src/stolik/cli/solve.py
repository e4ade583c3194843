"""`stolik solve`: the exact value of a position, and the best moves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module

import click

from stolik.cli.options import seconds
from stolik.games.contract import NotationError

# Each game's solver is a module with a `solve(words, seconds)` in it, imported only when its game is asked for.
SOLVERS = {
    "kierki": "stolik.cli.solve_kierki",
    "krazki": "stolik.cli.solve_krazki",
    "graph": "stolik.cli.solve_graph",
    "othello": "stolik.cli.solve_othello",
}


@dataclass(frozen=True)
class Solution:
    """What a solver found."""

    score: float
    meaning: str
    """The score in words."""
    best: list[str]
    """All the best moves; of an estimate, those that seem so."""
    exact: bool
    nodes: int
    seconds: float
    """Of the processor, for the search alone: not for loading or compiling what it runs."""

    def in_json(self) -> str:
        """What a program reads."""
        keys = "score", "best", "exact", "nodes"
        return json.dumps({key: getattr(self, key) for key in keys} | {"seconds": round(self.seconds, 3)})

    def in_words(self) -> str:
        """What a person reads."""
        certain = "exact" if self.exact else "an estimate"
        return (
            f"score {self.score:+g} ({certain}): {self.meaning}\n"
            f"best  {', '.join(self.best) or 'none'}\n"
            f"{self.nodes:,} nodes in {self.seconds:.2f} s"
        )


# A board may begin with empty squares, and they are written as an option's dashes.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game", type=click.Choice(list(SOLVERS)))
@click.argument("position", nargs=-1, required=True)
@click.option(
    "--time",
    "time_",
    metavar="SECONDS",
    default="60",
    show_default=True,
    callback=seconds,
    help="How long to think at most; what is not solved by then is estimated, and says so.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: score, best, exact, nodes, seconds.")
def command(game: str, position: tuple[str, ...], time_: float, as_json: bool) -> None:
    """Solve a POSITION of GAME exactly: its value for the one who moves, and all the best moves.

    \b
    stolik solve othello "O--OOOOX…" X        64 squares by rows, X black, O white, - empty; who moves
    stolik solve krazki "|cbbcb|bcc|" c       stacks from the bottom disc up; who moves
    stolik solve graph 4 0 3 0 1 1 2 2 3      the numbers of a 200 line: vertices, token, edges, each edge's ends
    stolik solve kierki "$(cat deal.txt)"     a deal's type and first leader, then the cards of N, E, S and W
    stolik solve kierki 7N 2C3C 4C5C 2D3D 2H3H 2C4C2D     the last tricks, and the cards played in them so far

    The score: Othello, discs ahead at the end. Graph, 1 a win, -1 a loss, 0 not known. Krążki, the position's worth
    in discs; more than 0 wins. Kierki, the fewest points in these tricks that the seat can be sure of when the other
    three, seeing all the cards, do their worst: about ten tricks are solved in the time; of more it is an estimate.
    """
    solver = import_module(SOLVERS[game])
    try:
        solution: Solution = solver.solve(position, time_)
    except NotationError as error:
        raise click.BadParameter(str(error), param_hint="POSITION") from None
    except ModuleNotFoundError as error:
        raise click.ClickException(f"this needs {error.name}: pip install 'stolik[strong]'") from None
    click.echo(solution.in_json() if as_json else solution.in_words())
