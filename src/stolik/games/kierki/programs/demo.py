"""`stolik demo`: four automatic players at a Kierki server; shows its report, then the scores."""

from __future__ import annotations

import asyncio
import secrets
import sys
from random import Random

import click
from rich.console import Console
from rich.table import Table

from stolik.cli.options import Finite
from stolik.games.kierki.programs.client import AutomaticClient, automatic_player
from stolik.games.kierki.programs.server import serve_match
from stolik.games.kierki.rules import KINDS, SEATS, Position, random_match
from stolik.games.kierki.told import SeatKnowledge
from stolik.games.kierki.wire import AskCard, Score, ServerMessage
from stolik.service.net.listen import listen
from stolik.service.net.loop import run
from stolik.service.net.reach import Server, connect

TIMEOUT = 5.0


class Demonstrator(AutomaticClient):
    """An automatic client that waits before each card, so that a person can read the report."""

    def __init__(self, seat: str, pace: float) -> None:
        super().__init__(SeatKnowledge(seat), automatic_player())
        self._pace = pace
        self.scores: list[Score] = []

    def heard(self, message: ServerMessage) -> None:
        """Plays a card, a moment later."""
        if isinstance(message, Score):
            self.scores.append(message)
        elif isinstance(message, AskCard):
            asyncio.get_running_loop().call_later(self._pace, self.answer)


@click.command()
@click.option("--seed", help="Play the same match again: any text. A random one if not given.")
@click.option("--pace", type=Finite(0, 2), default=0.005, show_default=True, help="Seconds for each card.")
def command(seed: str | None, pace: float) -> int:
    """Watch four automatic players play a match of Kierki.

    They play over the network, one random deal of each of the seven types. Every message is printed when it is sent,
    and the scores at the end.
    """
    seed = secrets.token_hex(4) if seed is None else seed
    scores = run(_play(random_match(Random(seed)), pace))
    if scores is None:
        return 1
    _show(scores, seed)
    return 0


async def _play(match: Position, pace: float) -> list[Score] | None:
    """The scores of each deal; None when the match was interrupted."""
    listening = listen(0)
    server = Server("localhost", listening.getsockname()[1])
    serving = asyncio.ensure_future(serve_match(listening, match, TIMEOUT, sys.stdout.buffer))
    clients = [Demonstrator(seat, pace) for seat in SEATS]
    for client in clients:
        await connect(client, server)
    return clients[0].scores if await serving else None


def _show(scores: list[Score], seed: str) -> None:
    table = Table(title="The scores: the fewest points win")
    table.add_column("deal type", justify="right")
    for seat in SEATS:
        table.add_column(seat, justify="right")
    sheet = [tuple(number for _, number in score.points) for score in scores]
    for kind, row in zip(KINDS, sheet, strict=True):
        table.add_row(str(kind), *map(str, row))
    table.add_section()
    totals = [sum(column) for column in zip(*sheet, strict=True)]
    best = min(totals)
    table.add_row("total", *(f"[bold green]{points} ★[/]" if points == best else str(points) for points in totals))
    console = Console()
    console.print(table)
    console.print(f"stolik demo --seed {seed} plays it again", style="dim", highlight=False)
