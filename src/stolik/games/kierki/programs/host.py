"""`stolik host kierki`: one table of Kierki for four clients, over the network."""

from __future__ import annotations

import secrets
import sys
from random import Random

import click

from stolik.cli.options import Integer, Port, seconds
from stolik.games.kierki.programs.deal import kinds_given, repeated
from stolik.games.kierki.programs.deal_file import open_match
from stolik.games.kierki.programs.join import PORT
from stolik.games.kierki.programs.server import serve_match
from stolik.games.kierki.rules import KINDS, Position, random_match
from stolik.service.net.listen import listen
from stolik.service.net.loop import run


@click.command()
@click.option("--port", type=Port(0), default=PORT, show_default=True, help="Port to listen on; 0: any free one.")
@click.option("--file", metavar="FILE", help="File that defines the match, as `stolik deal` writes it.")
@click.option("-n", "--deals", type=Integer(1), help="How many random deals; one of each type if not given.")
@click.option(
    "--types", default="".join(map(str, KINDS)), show_default=True, callback=kinds_given, help="Types of random deals."
)
@click.option("--seed", help="Draw the same deals again: any text. A random one if not given.")
@click.option(
    "--move-time",
    metavar="SECONDS",
    default="5",
    show_default=True,
    callback=seconds,
    help="How long to wait for a card before the player is asked again.",
)
@click.option("--early-end", is_flag=True, help="Stop a deal as soon as all its points are taken.")
def command(
    port: int, file: str | None, deals: int | None, types: tuple[int, ...], seed: str | None, move_time: float,
    early_end: bool,
) -> int:  # fmt: skip
    """Serve one match of Kierki for four players.

    They are people, bots or programs.

    \b
        stolik host kierki                       in one window: random deals, one of each type
        stolik join kierki                       in another
        stolik bot kierki --strength steady      in three more

    Every message is reported on standard output. The exit code is 0 when the whole match was played, else 1.
    kierki-serwer does the same with the options of the course's document.
    """
    match = _random(deals, types, seed, early_end) if file is None else open_match(file, early_end=early_end)
    try:
        listening = listen(port)
    except OSError as error:
        raise click.ClickException(f"cannot listen on port {port}: {error.strerror}") from None
    print(f"stolik host kierki: listening on port {listening.getsockname()[1]}", file=sys.stderr, flush=True)
    return 0 if run(serve_match(listening, match, move_time, sys.stdout.buffer)) else 1


def _random(deals: int | None, types: tuple[int, ...], seed: str | None, early_end: bool) -> Position:
    rng = Random(seed if seed is not None else secrets.token_hex())
    return random_match(rng, repeated(types, deals), early_end=early_end)
