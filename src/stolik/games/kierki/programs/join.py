"""`stolik join kierki` and `stolik bot kierki`: a person or a built-in player at a Kierki server."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import Final

import click

from stolik.cli.options import Port
from stolik.contract import Seat
from stolik.games.kierki.programs.client import automatic_player
from stolik.games.kierki.programs.playing import play_to_the_end
from stolik.games.kierki.rules import SEATS
from stolik.service.net.loop import run
from stolik.service.net.reach import CannotConnect, Server

HOST: Final = "localhost"
PORT: Final = 6324
"""Where `stolik host kierki` listens, and clients look for it."""


@click.command()
@click.option("--host", default=HOST, show_default=True, metavar="HOST", help="The server's name or address.")
@click.option("--port", type=Port(1), default=PORT, show_default=True, metavar="PORT", help="The server's port.")
@click.option("--seat", type=click.Choice(SEATS), help="Where to sit; the first free seat if not given.")
def command(host: str, port: int, seat: Seat | None) -> int:
    """Play Kierki, Polish hearts, at a server, by hand.

    \b
        stolik host kierki                             in one window
        stolik join kierki                             in another
        stolik join kierki --host lab7 --seat W        at another computer

    While you play, !10C puts the ten of clubs on the table, and "help" lists the commands. Ctrl-D leaves the match.
    The exit code is 0 when the match was played to its end, otherwise 1. kierki-klient does the same with the options
    of the course's document.
    """
    try:
        return run(play_to_the_end(_seats(seat), Server(host, port), partial(_say, "stolik join kierki")))
    except CannotConnect as error:
        raise click.ClickException(str(error)) from None


def play_as_bot(strength: str, host: str | None, port: int | None, seat: Seat | None, seed: str | None) -> int:
    """Plays one match with a built-in player; the report goes to standard output. Returns the exit code."""
    player = automatic_player(strength, seed)
    say = partial(_say, "stolik bot kierki")
    try:
        return run(play_to_the_end(_seats(seat), Server(host or HOST, port or PORT), say, player))
    except CannotConnect as error:
        raise click.ClickException(str(error)) from None


def _seats(seat: Seat | None) -> Sequence[Seat]:
    return SEATS if seat is None else [seat]


def _say(who: str, why: str) -> None:
    print(f"{who}: {why}", file=sys.stderr, flush=True)
