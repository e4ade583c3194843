"""`stolik analyse`: compares every move of a finished game with the best move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from stolik.cli.examples import examples, of_games, values_of_games
from stolik.cli.options import seconds
from stolik.cli.study.record_file import RecordError, read_record, read_record_text
from stolik.cli.text_file import read_stdin
from stolik.cli.waiting import wait_for
from stolik.contract import PlayedGame
from stolik.players.analysis import DEFAULT_SECONDS, Opinion, analyse, make_critic


@click.command(
    epilog="\n\n".join(
        [
            examples(
                ("analyse game.json", "a record downloaded from the page"),
                ("analyse run/games/00042.txt", "game 42 of a tournament in the folder run"),
                *of_games("analyse"),
                ("analyse - < game.json", "from standard input"),
            ),
            f"The values:\n\n{values_of_games('analyse')}",
        ]
    )
)
@click.argument("record", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--time",
    "time_",
    metavar="SECONDS",
    default=str(DEFAULT_SECONDS),
    show_default=True,
    callback=seconds,
    help="About how long to think over each move, on an ordinary machine.",
)
@click.option("--seed", default="", help="Seed for drawing hidden cards: any text.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: the game, and an opinion for each move.")
@click.option("--json-lines", is_flag=True, help="One JSON object per line for each move, as soon as it is judged.")
def command(record: Path, time_: float, seed: str, as_json: bool, json_lines: bool) -> None:
    """Say what each move of a finished game was worth.

    For every move in the game of RECORD it prints the value, the best move, and the difference. Values are for the
    player who moves. The same game, time and seed give the same values.
    """
    try:
        played = read_record_text(read_stdin()) if str(record) == "-" else read_record(record)
        critic = wait_for(partial(make_critic, played.game.name, time_, seed), "loading")
        opinions = analyse(played.game, played.start, played.moves, critic)
        if json_lines:
            _stream(opinions)
        else:
            _report(played, list(_with_progress(opinions, len(played.moves))), as_json)
    except (RecordError, ValueError) as error:
        raise click.ClickException(str(error)) from None


def _stream(opinions: Iterable[Opinion]) -> None:
    for opinion in opinions:
        click.echo(msgspec.json.encode(opinion))


def _with_progress(opinions: Iterable[Opinion], total: int) -> Iterable[Opinion]:
    console = Console(stderr=True)
    if not console.is_terminal:
        return opinions
    return track(opinions, "weighing moves", total, console=console, transient=True)


def _report(played: PlayedGame, opinions: Sequence[Opinion], as_json: bool) -> None:
    if as_json:
        click.echo(msgspec.json.encode({"game": played.game.name, "opinions": opinions}))
        return
    console = Console()
    if not opinions:
        console.print("No move was made.")
        return
    console.print(_table(opinions))
    for seat in played.game.seats:
        console.print(_sum(seat, [opinion for opinion in opinions if opinion.seat == seat]))


def _table(opinions: Sequence[Opinion]) -> Table:
    table = Table("move", "by", "played", "value", "best", "best value", "cost", box=None)
    for column in (0, 3, 5, 6):
        table.columns[column].justify = "right"
    for one in opinions:
        sign = "" if one.exact else "≈"
        table.add_row(
            str(one.ply),
            one.seat,
            one.move,
            sign + _number(one.value),
            ", ".join(one.best),
            sign + _number(one.best_value),
            _number(one.cost) if one.cost else "",
        )
    return table


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _sum(seat: str, opinions: Sequence[Opinion]) -> str:
    slips = [opinion for opinion in opinions if opinion.cost > 0]
    cost = _number(sum(opinion.cost for opinion in slips))
    certain = sum(opinion.exact for opinion in opinions)
    moves = "1 move" if len(opinions) == 1 else f"{len(opinions)} moves"
    return f"{seat}: {moves}, {len(slips)} not the best, which cost {cost}; {certain} judged exactly"
