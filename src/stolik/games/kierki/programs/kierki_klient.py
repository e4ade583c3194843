"""`kierki-klient`: the course's Kierki client, for a person or automatic."""

from __future__ import annotations

import socket
import sys
from typing import NoReturn

import click

from stolik.cli.options import Port
from stolik.contract import Seat
from stolik.games.kierki.programs.client import automatic_player
from stolik.games.kierki.programs.playing import play_to_the_end
from stolik.games.kierki.programs.strict import run_strictly
from stolik.players.registry import PlayerError
from stolik.service.net.loop import run
from stolik.service.net.reach import CannotConnect, Server


@click.command("kierki-klient", options_metavar="-h HOST -p PORT -N|-E|-S|-W [OPTIONS]")
@click.option("-h", "host", metavar="HOST", required=True, help="The server's address or name.")
@click.option("-p", "port", metavar="PORT", type=Port(1), required=True, help="The server's port, 1 to 65535.")
@click.option("-N", "seat", flag_value="N", help="Sit at north.")
@click.option("-E", "seat", flag_value="E", help="Sit at east.")
@click.option("-S", "seat", flag_value="S", help="Sit at south.")
@click.option("-W", "seat", flag_value="W", help="Sit at west.")
@click.option("-4", "family", flag_value=int(socket.AF_INET), type=int, help="Use IPv4 only.")
@click.option("-6", "family", flag_value=int(socket.AF_INET6), type=int, help="Use IPv6 only.")
@click.option("-a", "automatic", is_flag=True, help="Play automatically; the report goes to standard output.")
@click.option(
    "--strength",
    metavar="NAME",
    help="Who plays with -a: random to best, or a player's name; a quick one if not given.",
)
def kierki_klient(
    host: str, port: int, family: int | None, seat: Seat | None, automatic: bool, strength: str | None
) -> int:
    """Play Kierki, Polish hearts, at a server: by hand, or automatically with -a.

    If options are given twice or contradict each other, the last one counts. Examples: play by hand at north, and
    start automatic players at east and south:

    \b
        kierki-klient -h localhost -p 1234 -N
        kierki-klient -h localhost -p 1234 -E -a
        kierki-klient -h localhost -p 1234 -S -a --strength best

    While you play, !10C puts the ten of clubs on the table, "cards" shows your hand, "tricks" the tricks that you
    took, and "help" all the commands. Ctrl-D leaves the match. A server that refuses is tried again for 5 seconds.

    The exit code is 0 when the match was played to its end, otherwise 1, and standard error says why.
    """
    if not host:
        raise click.BadParameter("'' is not a host", param_hint="'-h'")
    if seat is None:
        raise click.UsageError("Missing seat: one of '-N', '-E', '-S', '-W'.")
    if strength is not None and not automatic:
        raise click.UsageError("'--strength' needs '-a': a person plays by hand.")
    server = Server(host, port, socket.AF_UNSPEC if family is None else family)
    try:
        player = automatic_player(strength) if automatic else None
        return run(play_to_the_end([seat], server, _say, player))
    except PlayerError as error:
        raise click.BadParameter(str(error), param_hint="'--strength'") from None
    except CannotConnect as error:
        raise click.ClickException(str(error)) from error


def _say(why: str) -> None:
    print(f"kierki-klient: {why}", file=sys.stderr, flush=True)


def main() -> NoReturn:
    """Runs the program."""
    run_strictly(kierki_klient)


if __name__ == "__main__":
    main()
