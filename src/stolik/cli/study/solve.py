"""`stolik solve`: the exact value of a position, and the best moves."""

from __future__ import annotations

import click

from stolik.cli.examples import examples, of_games, values_of_games
from stolik.cli.options import seconds
from stolik.cli.waiting import wait_for
from stolik.contract import NotationError, load_part, packages
from stolik.contract.registry import all_games
from stolik.players.solution import Solution


def _solved_games() -> tuple[str, ...]:
    return tuple(game.name for game in all_games().values() if game.solve is not None)


# A board may begin with empty squares, which are written as dashes, like an option.
@click.command(
    context_settings={"ignore_unknown_options": True},
    epilog="\n\n".join([examples(*of_games("solve")), f"The score:\n\n{values_of_games('solve')}"]),
)
@click.argument("game", metavar="GAME", type=click.Choice(_solved_games()))
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
    """Compute the value of a position, and all the best moves.

    The value is for the player to move.
    """
    part = all_games()[game].solve
    assert part is not None  # noqa: S101 - only games with a solver can be named
    try:
        solution: Solution = wait_for(lambda: load_part(part)(position, time_), f"solving, {time_:g} s at most")
    except NotationError as error:
        raise click.BadParameter(str(error), param_hint="POSITION") from None
    except ModuleNotFoundError as error:
        raise click.ClickException(f"solving {game} needs {packages.not_installed(str(error.name))}") from None
    click.echo(solution.in_json() if as_json else str(solution))
