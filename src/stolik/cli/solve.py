"""`stolik solve`: the exact value of a position, and the best moves."""

from __future__ import annotations

import click

from stolik.cli.options import seconds
from stolik.contract import NotationError, load_part, packages
from stolik.contract.registry import all_games
from stolik.players.solution import Solution


def _solved_games() -> tuple[str, ...]:
    return tuple(game.name for game in all_games().values() if game.solve is not None)


# A board may begin with empty squares, which are written as dashes, like an option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game", type=click.Choice(_solved_games()))
@click.argument("position", nargs=-1, required=True)
@click.option(
    "--time",
    "time_",
    metavar="SECONDS",
    default="60",
    show_default=True,
    callback=seconds,
    help="The most time to think; if the position is not solved by then, the answer is marked as an estimate.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object: score, best, exact, nodes, seconds.")
def command(game: str, position: tuple[str, ...], time_: float, as_json: bool) -> None:
    """Solve a POSITION of GAME exactly: its value for the player to move, and all the best moves.

    \b
    stolik solve othello "O--OOOOX…" X        64 squares by rows, X black, O white, - empty; who moves
    stolik solve krazki "|cbbcb|bcc|" c       stacks from the bottom disc up; who moves
    stolik solve graph 4 0 3 0 1 1 2 2 3      the numbers of a 200 line: vertices, token, edges, each edge's ends
    stolik solve kierki "$(cat deal.txt)"     a deal's type and first leader, then the cards of N, E, S and W
    stolik solve kierki 7N 2C3C 4C5C 2D3D 2H3H 2C4C2D     the last tricks, and the cards played in them so far

    The score: Othello, discs ahead at the end. Graph, 1 a win, -1 a loss, 0 not known. Krążki, the position's value
    in discs; more than 0 wins. Kierki, the fewest points in these tricks that the seat can be sure of, if the other
    three see all the cards and play against it. About ten tricks are solved in time; for more it is an estimate.
    """
    part = all_games()[game].solve
    assert part is not None  # noqa: S101 - only games with a solver can be named
    try:
        solution: Solution = load_part(part)(position, time_)
    except NotationError as error:
        raise click.BadParameter(str(error), param_hint="POSITION") from None
    except ModuleNotFoundError as error:
        raise click.ClickException(f"to solve {game} needs {packages.not_installed(str(error.name))}") from None
    click.echo(solution.in_json() if as_json else solution.in_words())
