"""Measures how long the strongest player takes to judge whole games, and draws how its opinions come in.

    python -m bench.judging --game GAME --games 3

It judges as the service does, with the same time for each move, in this process.
"""

from __future__ import annotations

import time
from random import Random
from typing import Final, NamedTuple

import click
from rich.console import Console
from rich.table import Table

from stolik.contract.registry import all_games, find_game
from stolik.players.registry import make_player
from stolik.service.bots.analyst import Finished, messages_about
from stolik.web.api.finished import to_judge

EVERY: Final = 2.5
"""Seconds between two rows of the drawing."""
WIDTH: Final = 50


class Judged(NamedTuple):
    """When each opinion came, in seconds of wall time from the beginning, and the CPU time of all of them."""

    came: list[float]
    cpu: float


def played(game_name: str, player: str, seed: int) -> Finished:
    """A whole game of one built-in player against itself."""
    game, rng = find_game(game_name), Random(seed)
    start = position = game.start(rng)
    players = {seat: make_player(game_name, player, rng) for seat in game.seats}
    moves = []
    while position.turn is not None:
        move = players[position.turn].choose(position.view(position.turn))
        moves.append(game.write_move(move))
        position = position.play(move)
    return to_judge(game_name, game.write(start), moves)


def judge(finished: Finished) -> Judged:
    """Judges a game from its first move to its last."""
    began, cpu = time.perf_counter(), time.process_time()
    came = [time.perf_counter() - began for _ in messages_about(finished)]
    return Judged(came, time.process_time() - cpu)


def drawing(found: list[Judged]) -> str:
    """How many opinions had come after so many seconds, as bars."""
    end = max(one.came[-1] for one in found)
    total = sum(len(one.came) for one in found)
    lines = []
    for step in range(1, int(end / EVERY) + 2):
        share = sum(at <= step * EVERY for one in found for at in one.came) / total
        lines.append(f"{step * EVERY:5.1f} s {'█' * round(share * WIDTH):<{WIDTH}} {share:4.0%}")
    return "\n".join(lines)


@click.command()
@click.option("--game", "game_name", type=click.Choice(list(all_games())), required=True)
@click.option("--games", default=3, show_default=True, help="How many games.")
@click.option("--player", default="", help="The built-in player of the games; the game's quick one by default.")
@click.option("--seed", default=1, show_default=True, help="Seed of the first game.")
def main(game_name: str, games: int, player: str, seed: int) -> None:
    """Judge whole games of GAME, and print the times."""
    player = player or find_game(game_name).quick_player
    found = [judge(played(game_name, player, one)) for one in range(seed, seed + games)]
    table = Table("game", "moves", "first opinion, s", "half, s", "all, s", "CPU, s", title=f"{game_name} judged")
    for at, one in enumerate(found, seed):
        half = one.came[len(one.came) // 2]
        table.add_row(str(at), str(len(one.came)), *(f"{x:.1f}" for x in (one.came[0], half, one.came[-1], one.cpu)))
    console = Console(width=120)
    console.print(table)
    console.print(drawing(found), highlight=False)


if __name__ == "__main__":
    main()
